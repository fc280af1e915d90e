import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { hasRoot, keyRing, PLATFORM } from '#app/tenancy/keys'

/** PKCS#8 of an Ed25519 and of an X25519 key (RFC 8410, section 7), up to their 32 bytes. */
const PKCS8 = {
  ed25519: Buffer.from('302e020100300506032b657004220420', 'hex'),
  x25519: Buffer.from('302e020100300506032b656e04220420', 'hex'),
}

/** Who vouches for an archive or an erasure: this installation, by keys that its own root gives and that lie nowhere. All throw KeysAway without it. */
export const InstallationKey = {
  /** Ed25519, for signatures. */
  async signing(): Promise<KeyObject> {
    return derived('portability-signature', 'ed25519')
  },

  /** X25519, to which roots are wrapped that are to come back here. */
  async receiving(): Promise<KeyObject> {
    return derived('portability-receiving', 'x25519')
  },

  async sign(text: string | Buffer): Promise<string> {
    return sign(null, Buffer.from(text), await InstallationKey.signing()).toString('base64')
  },

  async fingerprint(): Promise<string> {
    return fingerprint(createPublicKey(await InstallationKey.signing()))
  },

  /** Before it is asked for in a place that may be no installation yet. */
  async isThere(): Promise<boolean> {
    return hasRoot(PLATFORM)
  },

  async publicPem(): Promise<string> {
    return pem(createPublicKey(await InstallationKey.signing()))
  },
}

export function isSignedBy(publicPem: string, text: string | Buffer, signature: string): boolean {
  const key = createPublicKey(publicPem)
  return (
    key.asymmetricKeyType === 'ed25519' &&
    verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  )
}

/** SHA-256 of the key's SubjectPublicKeyInfo, as people compare it: `ab12 cd34 …` without the spaces. */
export function fingerprint(key: KeyObject | string): string {
  const known = typeof key === 'string' ? createPublicKey(key) : key
  return createHash('sha256')
    .update(known.export({ format: 'der', type: 'spki' }))
    .digest('hex')
}

export function pem(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'spki' }).toString()
}

async function derived(purpose: string, kind: keyof typeof PKCS8): Promise<KeyObject> {
  const seed = (await keyRing.derive(PLATFORM, purpose)).export()
  return createPrivateKey({ key: Buffer.concat([PKCS8[kind], seed]), format: 'der', type: 'pkcs8' })
}
