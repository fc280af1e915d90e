import { type CertID, id_pkix_ocsp_nonce, OCSPRequest } from '@peculiar/asn1-ocsp'
import { AsnConvert } from '@peculiar/asn1-schema'
import type { Extension } from '@peculiar/asn1-x509'
import Unproven from '../errors/unproven.js'

/** What programs ask for more than once at a time. */
const MAX_ASKED = 16
/** RFC 8954, 2.1 */
const MAX_NONCE_BYTES = 32

/** Somebody asks whether certificates are revoked (RFC 6960, 4.1). */
export class StatusRequest {
  readonly asked: readonly CertID[]
  /** To be repeated in the answer. */
  readonly nonce: Extension | null

  /** @throws E_UNPROVEN */
  static read(der: Uint8Array): StatusRequest {
    try {
      return new StatusRequest(AsnConvert.parse(der, OCSPRequest))
    } catch (cause) {
      throw cause instanceof Unproven ? cause : new Unproven('it cannot be read', { cause })
    }
  }

  private constructor({ tbsRequest: { requestList, requestExtensions = [] } }: OCSPRequest) {
    if (requestList.length === 0 || requestList.length > MAX_ASKED)
      throw new Unproven(`it asks for ${requestList.length} certificates`)
    this.asked = requestList.map(({ reqCert }) => reqCert)
    const nonce = requestExtensions.find(({ extnID }) => extnID === id_pkix_ocsp_nonce) ?? null
    if (nonce && nonce.extnValue.buffer.byteLength > MAX_NONCE_BYTES + 2)
      throw new Unproven('its nonce is too long')
    this.nonce = nonce
  }
}
