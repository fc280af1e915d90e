import { createHash, verify, type X509Certificate } from 'node:crypto'
import type { SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import Unproven from '../errors/unproven.js'
import { hasAcceptedKey } from '../pades/accepted_keys.js'
import { OID } from '../pades/object_identifiers.js'
import { encodeForSigning } from '../pades/signed_attributes.js'
import {
  certificatesOf,
  onlySigner,
  parseSignedData,
  signatureHash,
  SignedAttributeValues,
} from '../pades/signed_data_proof.js'
import { hashName } from '../pades/signing_certificate.js'

/** Whether a signature fits what it covers, and whose certificate it names. */
export interface DetachedProof {
  signer: X509Certificate | null
  /** Null where it uses algorithms that are not accepted here. */
  fits: boolean | null
}

/**
 * The CMS SignedData of somebody else about bytes of a file (RFC 5652, 5.4). It says whether these are the bytes that were signed; who
 * holds the certificate, and who issued it, is not asked.
 *
 * @throws E_UNPROVEN for what is no such signature
 */
export function proveDetached(der: Uint8Array, content: Uint8Array): DetachedProof {
  const signedData = parseSignedData(der)
  const signer = onlySigner(signedData)
  const certificates = certificatesOf(signedData)
  const named = certificates.find((certificate) => isNamed(certificate, signer)) ?? null
  const digestHash = hashName(signer.digestAlgorithm.algorithm)
  const hash = signatureHash(signer)
  if (!named || !digestHash || !hash || !signer.signedAttrs || !hasAcceptedKey(named))
    return { signer: named, fits: null }
  const stated = new SignedAttributeValues(signer).get(OID.messageDigest)
  if (!stated) throw new Unproven('the signature states no digest')
  const digest = createHash(digestHash).update(content).digest()
  const fits =
    digest.equals(Buffer.from(AsnConvert.parse(stated, OctetString).buffer)) &&
    verify(
      hash,
      encodeForSigning(signer.signedAttrs),
      named.publicKey,
      Buffer.from(signer.signature.buffer)
    )
  return { signer: named, fits }
}

/** By its issuer and its number there (RFC 5652, 10.2.4). */
function isNamed({ raw }: X509Certificate, { sid }: SignerInfo): boolean {
  const wanted = sid.issuerAndSerialNumber
  if (!wanted) return false
  const { issuer, serialNumber } = AsnConvert.parse(raw, Certificate).tbsCertificate
  const isSame = (a: ArrayBuffer, b: ArrayBuffer) => Buffer.from(a).equals(Buffer.from(b))
  return (
    isSame(serialNumber, wanted.serialNumber) &&
    isSame(AsnConvert.serialize(issuer), AsnConvert.serialize(wanted.issuer))
  )
}
