import { OCSPRequest, Request, TBSRequest } from '@peculiar/asn1-ocsp'
import { AsnConvert } from '@peculiar/asn1-schema'
import { certificateId } from './certificate_id.js'

/**
 * Asks whether a certificate is revoked (RFC 6960, 4.1), without a nonce: the answer is kept, and is to be true by itself.
 *
 * @param certificate, issuer  DER
 * @returns DER
 */
export function statusQuestion(certificate: Uint8Array, issuer: Uint8Array): Buffer {
  const reqCert = certificateId(certificate, issuer)
  const tbsRequest = new TBSRequest({ requestList: [new Request({ reqCert })] })
  return Buffer.from(AsnConvert.serialize(new OCSPRequest({ tbsRequest })))
}
