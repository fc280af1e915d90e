import 'reflect-metadata'

import { KeyObject, webcrypto } from 'node:crypto'

import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'

/** A server's certificate that vouches for itself, in PEM. */
export async function selfSigned(hostname: string) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${hostname}`,
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - 3_600_000),
    notAfter: new Date(Date.now() + 3_600_000),
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: hostname }])],
  })
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' })
  return { key, cert: certificate.toString('pem') }
}
