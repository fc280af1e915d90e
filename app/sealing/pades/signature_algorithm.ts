import { knownCertificate } from './known_certificate.js'

const CURVES: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384' }

/** How the key of a certificate signs, as people read it: “ECDSA P-256”, “RSA 2048”. @param der  the certificate; empty where nothing is signed and only the layout is tried */
export function signatureAlgorithm(der: Uint8Array): string {
  if (der.length === 0) return ''
  const { asymmetricKeyType, asymmetricKeyDetails: details } = knownCertificate(der).publicKey
  if (asymmetricKeyType === 'rsa') return `RSA ${details?.modulusLength}`
  const curve = details?.namedCurve ?? ''
  return `ECDSA ${CURVES[curve] ?? curve}`
}
