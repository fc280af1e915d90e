import { webcrypto } from 'node:crypto'
import { cryptoProvider, Name, X509CertificateGenerator } from '@peculiar/x509'
import { clock } from '#app/foundation/clock'

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
}

cryptoProvider.set(webcrypto as never)

export interface KeyAndCertificate {
  /** Base64 of DER. */
  certificate: string
  /** PKCS #8, PEM. */
  privateKey: string
}

/** An RSA key, for identity providers know no other everywhere, with a certificate that nobody else vouches for: metadata carry it. */
export async function selfSigned(
  commonName: string,
  { years = 5, notAfter }: { years?: number; notAfter?: Date } = {}
): Promise<KeyAndCertificate> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const notBefore = clock.now()
  const end = notAfter ?? new Date(notBefore)
  if (!notAfter) end.setUTCFullYear(end.getUTCFullYear() + years)
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: new Name([{ CN: [{ utf8String: commonName }] }]),
    keys,
    notBefore,
    notAfter: end,
    signingAlgorithm: ALGORITHM,
  })
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  return {
    certificate: Buffer.from(certificate.rawData).toString('base64'),
    privateKey: pem('PRIVATE KEY', pkcs8.toString('base64')),
  }
}

function pem(label: string, base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
