import { createHash } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { TSTInfo } from '@peculiar/asn1-tsp'
import Unproven from '../errors/unproven.js'
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
 * Whether that certificate is trusted is for the reader to decide, as with any third party.
 *
 * @throws E_UNPROVEN
 */
export function proveTimestamp(token: Uint8Array, stamped: Uint8Array): ProvenTimestamp {
  const proof = SignedDataProof.of(token, OID.tstInfo)
  const info = AsnConvert.parse(proof.content, TSTInfo)
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const hash = hashName(hashAlgorithm.algorithm)
  if (!hash) throw new Unproven('its time stamp uses a digest that is not accepted')
  const imprint = createHash(hash).update(stamped).digest()
  if (!imprint.equals(Buffer.from(hashedMessage.buffer))) {
    throw new Unproven('its time stamp is about something else')
  }
  const uses: string[] = proof.signer.keyUsage ?? []
  if (uses.length !== 1 || uses[0] !== OID.timeStamping) {
    throw new Unproven('its time stamp is not by a time-stamping authority')
  }
  return {
    at: info.genTime,
    nonce: info.nonce ? Buffer.from(info.nonce) : null,
    authority: proof.signer.subject.split('\n').join(', '),
  }
}
