import { createHash } from 'node:crypto'
import { CertID } from '@peculiar/asn1-ocsp'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier, Certificate } from '@peculiar/asn1-x509'
import { OID } from '../pades/object_identifiers.js'

/** RFC 6960, 4.3: programs name issuers by SHA-1, which identifies and proves nothing. */
const HASHES: Record<string, string> = { [OID.sha1]: 'sha1', [OID.sha256]: 'sha256' }

/** How a certificate is asked for. @param certificate, issuer  DER */
export function certificateId(certificate: Uint8Array, issuer: Uint8Array): CertID {
  const { serialNumber } = AsnConvert.parse(certificate, Certificate).tbsCertificate
  const { subject, subjectPublicKeyInfo } = AsnConvert.parse(issuer, Certificate).tbsCertificate
  const digest = (value: ArrayBuffer) =>
    new OctetString(createHash('sha1').update(Buffer.from(value)).digest())
  return new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: OID.sha1, parameters: null }),
    issuerNameHash: digest(AsnConvert.serialize(subject)),
    issuerKeyHash: digest(subjectPublicKeyInfo.subjectPublicKey),
    serialNumber,
  })
}

/** The number in it, in lower-case hexadecimal, as numbers are on record. */
export function serialOf({ serialNumber }: Pick<CertID, 'serialNumber'>): string {
  return Buffer.from(serialNumber)
    .toString('hex')
    .replace(/^(00)+(?=..)/, '')
}

/** Whether the certificate that it is about would be issued by this one. @param issuer  DER */
export function namesIssuer(
  { hashAlgorithm, issuerNameHash, issuerKeyHash }: CertID,
  issuer: Uint8Array
): boolean {
  const hash = HASHES[hashAlgorithm.algorithm]
  if (!hash) return false
  const { subject, subjectPublicKeyInfo } = AsnConvert.parse(issuer, Certificate).tbsCertificate
  const isDigest = (value: ArrayBuffer, digest: ArrayBuffer) =>
    createHash(hash).update(Buffer.from(value)).digest().equals(Buffer.from(digest))
  return (
    isDigest(AsnConvert.serialize(subject), issuerNameHash.buffer) &&
    isDigest(subjectPublicKeyInfo.subjectPublicKey, issuerKeyHash.buffer)
  )
}
