import { createHash, X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { TSTInfo } from '@peculiar/asn1-tsp'
import { Certificate, id_ce_extKeyUsage } from '@peculiar/asn1-x509'
import Uncheckable from '../errors/uncheckable.js'
import Unproven from '../errors/unproven.js'
import { provePath } from './certificate_path.js'
import { subjectLine } from './distinguished_name.js'
import { OID } from './object_identifiers.js'
import { SignedDataProof } from './signed_data_proof.js'
import { hashName } from './signing_certificate.js'

export interface ProvenTimestamp {
  at: Date
  nonce: Buffer | null
  /** One line, as in "CN=Example TSA, O=Example". */
  authority: string
}

/**
 * Examines a time-stamp token (RFC 3161, 2.4.2) about some bytes: its imprint is theirs, its
 * signature holds, and its certificate may be used for nothing but time-stamping.
 *
 * @param roots  to one of which that certificate must lead; without them, whether it is trusted is for the reader to decide
 * @throws E_UNPROVEN, by `Uncheckable` where browsers lack its algorithm
 */
export function proveTimestamp(
  token: Uint8Array,
  stamped: Uint8Array,
  roots?: X509Certificate[]
): ProvenTimestamp {
  if (!isCheckable(token)) throw new Uncheckable()
  return readTimestamp(token, stamped, roots)
}

/** Whether browsers have its algorithm as well. @throws E_UNPROVEN */
export function isCheckable(token: Uint8Array): boolean {
  return SignedDataProof.read(token, OID.tstInfo).isChecked
}

/** The same as `proveTimestamp` of one that is checked; of others, all but whether its signature holds. */
export function readTimestamp(
  token: Uint8Array,
  stamped: Uint8Array,
  roots?: X509Certificate[]
): ProvenTimestamp {
  const proof = SignedDataProof.read(token, OID.tstInfo)
  const info = AsnConvert.parse(proof.content, TSTInfo)
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const hash = hashName(hashAlgorithm.algorithm)
  if (!hash) throw new Unproven('its time stamp uses a digest that is not accepted')
  const imprint = createHash(hash).update(stamped).digest()
  if (!imprint.equals(Buffer.from(hashedMessage.buffer))) {
    throw new Unproven('its time stamp is about something else')
  }
  const uses: string[] = proof.signer.keyUsage ?? []
  if (uses.length !== 1 || uses[0] !== OID.timeStamping || !isUseCritical(proof.signer)) {
    throw new Unproven('its time stamp is not by a time-stamping authority')
  }
  if (roots) provePath(proof.signer, proof.certificates, roots, info.genTime)
  return {
    at: info.genTime,
    nonce: info.nonce ? Buffer.from(info.nonce) : null,
    authority: subjectLine(proof.signer),
  }
}

/** Whether a token, which was proved, leads to one of the roots. */
export function leadsTo(token: Uint8Array, roots: X509Certificate[]): boolean {
  const { content, signer, certificates } = SignedDataProof.of(token, OID.tstInfo)
  const { genTime } = AsnConvert.parse(content, TSTInfo)
  try {
    provePath(signer, certificates, roots, genTime)
    return true
  } catch (error) {
    if (error instanceof Unproven) return false
    throw error
  }
}

/** Whether all these certificates are good at the time of a token, which was proved. @param certificates  DER */
export function isWithin(token: Uint8Array, certificates: readonly Uint8Array[]): boolean {
  const { content } = SignedDataProof.of(token, OID.tstInfo)
  const { genTime } = AsnConvert.parse(content, TSTInfo)
  return certificates
    .map((der) => new X509Certificate(der))
    .every(({ validFromDate, validToDate }) => validFromDate <= genTime && genTime <= validToDate)
}

/** RFC 3161, 2.3: else a reader that does not know the use may take the certificate for any other. */
function isUseCritical({ raw }: X509Certificate): boolean {
  const { extensions = [] } = AsnConvert.parse(raw, Certificate).tbsCertificate
  return extensions.some(({ extnID, critical }) => extnID === id_ce_extKeyUsage && critical)
}
