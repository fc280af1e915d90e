import type Signer from './signer.js'

/** Whether a signer may, or has to, sign with a certificate of their own as well. */
export const CERTIFICATE_DEMANDS = ['optional', 'required'] as const

export type CertificateDemand = (typeof CERTIFICATE_DEMANDS)[number]

/** What of a certificate is told to people and programs. Who issued it is named, and not judged. */
export interface CertificateFacts {
  /** One line, as in "C=DE, O=Acme GmbH, CN=Ana Buyer". */
  subject: string
  issuer: string
  /** Hexadecimal. */
  serial: string
  /** SHA-256 of the whole certificate. */
  sha256: string
  /** ISO 8601. */
  validUntil: string
}

/** A signature that a signer made with their own certificate, and the file with it: it begins with the bytes of the one before. */
export interface CertifiedSignature extends CertificateFacts {
  revisionSha256: string
  revisionBytes: number
}

/** What is asked of a signer, and what they signed with, as API and events show it. */
export function certificateView({ certificate, certified }: Signer) {
  if (!certified) return { ...(certificate && { certificate }) }
  const { subject, issuer, serial, sha256, validUntil } = certified
  return {
    ...(certificate && { certificate }),
    signedWith: { subject, issuer, serial, sha256, validUntil },
  }
}
