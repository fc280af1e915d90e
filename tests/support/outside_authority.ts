import { execFileSync } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import {
  createAuthority,
  issueAuthority,
  issueLeaf,
  type Credential,
  type LeafTerms,
} from '#app/sealing/certificate_authority'
import { inFolder } from '#tests/domain/sealing/outside_program'

export const P12_PASSWORD = 'Straßenbahn 7'

const HOLDER = { tenantId: 'Seals', tenantName: 'Acme Holding AG', isTest: false }

type KeyKind = 'rsa' | 'P-256' | 'P-384'

/** A certificate with its key, by somebody who is not this installation. */
export interface OutsideCertificate extends Credential {
  privateKey: Uint8Array
}

/** An authority with a root and one below it, which issues certificates for seals. */
export class OutsideAuthority {
  private constructor(
    readonly root: Credential,
    readonly issuing: Credential
  ) {}

  static async make({ at = new Date() } = {}): Promise<OutsideAuthority> {
    const root = await createAuthority({ name: 'Outside Trust Root', isTest: false, at })
    const named = { name: 'Outside Trust Seals', isTest: false, at }
    return new OutsideAuthority(root, await issueAuthority(root, named))
  }

  /** With the name and the uses that authorities give to certificates for seals, unless other terms are given. */
  async issue(
    kind: KeyKind = 'P-256',
    terms: Partial<LeafTerms> = {}
  ): Promise<OutsideCertificate> {
    const { publicKey, privateKey } =
      kind === 'rsa'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ec', { namedCurve: kind })
    const key = {
      publicKey: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
      privateKey: new Uint8Array(privateKey.export({ type: 'pkcs8', format: 'der' })),
    }
    const leaf = await issueLeaf(this.issuing, { at: new Date(), ...HOLDER, ...terms, key })
    return { ...leaf, privateKey: key.privateKey }
  }
}

/** OpenSSL's words for ways to encrypt: as it does by itself, as Windows and Java did for long, and with RC2. */
export const WAYS = {
  aes: [] as string[],
  tripleDes: ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
  rc2: ['-legacy'],
}

/** As OpenSSL exports it. */
export function pkcs12(
  { certificate, chain, privateKey }: OutsideCertificate,
  { way = WAYS.aes as readonly string[], password = P12_PASSWORD, more = [] as string[] } = {}
): Promise<Buffer> {
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' })
  const files = {
    'key.pem': Buffer.from(key.export({ type: 'pkcs8', format: 'pem' })),
    'cert.pem': Buffer.from(new X509Certificate(certificate).toString()),
    'chain.pem': Buffer.from(chain.map((der) => new X509Certificate(der).toString()).join('')),
  }
  return inFolder(files, async (path) => {
    const from = ['-inkey', path('key.pem'), '-in', path('cert.pem')]
    const issuers = chain.length > 0 ? ['-certfile', path('chain.pem')] : []
    const args = ['pkcs12', '-export', ...from, ...issuers, ...way, ...more]
    return execFileSync('openssl', [...args, '-passout', `pass:${password}`], { stdio: 'pipe' })
  })
}
