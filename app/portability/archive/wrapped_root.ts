import {
  constants,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { fingerprint } from '../installation_key.js'
import KeyRefused from '../errors/key_refused.js'

/** A tenant's root on its way, readable with the recipient's private key only. */
export interface WrappedRoot {
  algorithm: 'x25519-hkdf-sha256-aes256gcm' | 'rsa-oaep-sha256-hkdf-sha256-aes256gcm'
  /** Which key opens it: SHA-256 of its SubjectPublicKeyInfo. */
  recipient: string
  /** The ephemeral public key, or the secret under RSA; base64. */
  encapsulated: string
  /** The envelope of the root; base64. */
  wrapped: string
}

const INFO = 'countersign/wrapped-root/v1'
const MIN_RSA_BITS = 2048
const OAEP = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' } as const

/**
 * After HPKE (RFC 9180) in its base mode: a fresh secret is encapsulated to the recipient, HKDF-SHA256 makes a key of it and of both
 * public values, and AES-256-GCM wraps the root, bound to the tenant.
 *
 * @param recipient  X25519, or RSA of at least 2048 bits
 * @throws KeyRefused for a key of another kind
 */
export function wrapRoot(root: Buffer, tenantId: string, recipient: KeyObject): WrappedRoot {
  const { secret, encapsulated, algorithm } = encapsulate(recipient)
  const key = keyFrom(secret, encapsulated, fingerprint(recipient))
  return {
    algorithm,
    recipient: fingerprint(recipient),
    encapsulated: encapsulated.toString('base64'),
    wrapped: sealEnvelope(key, root, tenantId).toString('base64'),
  }
}

/** @throws KeyRefused when the key is not the recipient's, E_ENVELOPE_REFUSED when anything was changed */
export function unwrapRoot(wrapped: WrappedRoot, tenantId: string, key: KeyObject): Buffer {
  const own = fingerprint(createPublicKey(key))
  if (own !== wrapped.recipient)
    throw new KeyRefused(`the archive was made for the key ${wrapped.recipient.slice(0, 16)}…`)
  const encapsulated = Buffer.from(wrapped.encapsulated, 'base64')
  const secret = decapsulate(encapsulated, key)
  const opening = keyFrom(secret, encapsulated, own)
  return openEnvelope(opening, Buffer.from(wrapped.wrapped, 'base64'), tenantId)
}

function encapsulate(recipient: KeyObject) {
  if (recipient.asymmetricKeyType === 'x25519') {
    const fresh = generateKeyPairSync('x25519')
    return {
      algorithm: 'x25519-hkdf-sha256-aes256gcm' as const,
      secret: diffieHellman({ privateKey: fresh.privateKey, publicKey: recipient }),
      encapsulated: fresh.publicKey.export({ format: 'der', type: 'spki' }),
    }
  }
  const bits = recipient.asymmetricKeyDetails?.modulusLength ?? 0
  if (recipient.asymmetricKeyType !== 'rsa' || bits < MIN_RSA_BITS)
    throw new KeyRefused(`a recipient has an X25519 key, or RSA of at least ${MIN_RSA_BITS} bits`)
  const secret = randomBytes(32)
  return {
    algorithm: 'rsa-oaep-sha256-hkdf-sha256-aes256gcm' as const,
    secret,
    encapsulated: publicEncrypt({ key: recipient, ...OAEP }, secret),
  }
}

function decapsulate(encapsulated: Buffer, key: KeyObject): Buffer {
  if (key.asymmetricKeyType === 'rsa') return privateDecrypt({ key, ...OAEP }, encapsulated)
  const publicKey = createPublicKey({ key: encapsulated, format: 'der', type: 'spki' })
  return diffieHellman({ privateKey: key, publicKey })
}

function keyFrom(secret: Buffer, encapsulated: Buffer, recipient: string): KeyObject {
  const salt = Buffer.concat([encapsulated, Buffer.from(recipient, 'hex')])
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, salt, INFO, 32)))
}
