import { AsnConvert } from '@peculiar/asn1-schema'
import { TimeStampResp } from '@peculiar/asn1-tsp'
import { foundSeal } from '#app/sealing/found_seal'
import { CmsSignature } from '#app/sealing/pades/cms_signature'
import { OwnSignature } from '#app/sealing/pades/own_signature'
import { fillSlot } from '#app/sealing/pades/signature_dictionary'
import { SignedRange } from '#app/sealing/pades/signed_range'
import type { LoopbackTsa } from './loopback_tsa.js'

/** The token of its newest answer, whatever is wrong with that. */
export function newestToken({ replies }: LoopbackTsa): Uint8Array {
  const { timeStampToken } = AsnConvert.parse(replies.at(-1)!, TimeStampResp)
  return new Uint8Array(AsnConvert.serialize(timeStampToken!))
}

/** As an installation sealed that did not look at the key of an authority. */
export function withAnyToken(sealed: Uint8Array, token: Uint8Array): Buffer {
  const { file, ref } = foundSeal(sealed)
  const dictionary = file.dictionary(ref)
  const range = SignedRange.of(dictionary, file)
  const { certificates, value } = OwnSignature.read(range.signatureOf(dictionary, ref))
  const [certificate, ...chain] = certificates.map(({ raw }) => raw)
  const cms = CmsSignature.of({ certificate: certificate!, chain, digest: range.digest, value })
  cms.addTimestamp(token)
  const bytes = Buffer.from(sealed)
  const roomBytes = (range.end - range.start - 2) / 2
  fillSlot(bytes, { at: range.start + 1, roomBytes }, cms.encode())
  return bytes
}
