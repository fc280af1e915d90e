import vine from '@vinejs/vine'
import AnswersRefused from '#app/signing/errors/answers_refused'
import type { OwnInput } from '#app/signing/signing'
import {
  MAX_CERTIFICATE_BYTES,
  MAX_CERTIFICATES,
  MAX_VALUE_BYTES,
} from '#app/sealing/own/signer_certificate'

const inBase64 = (bytes: number) => Math.ceil(bytes / 3) * 4

const base64 = (bytes: number) =>
  vine
    .string()
    .maxLength(inBase64(bytes))
    .regex(/^[A-Za-z0-9+/]+={0,2}$/)

const certificates = () =>
  vine.array(base64(MAX_CERTIFICATE_BYTES)).minLength(1).maxLength(MAX_CERTIFICATES)

const offered = vine.compile(
  vine.object({ certificate: vine.object({ certificates: certificates() }) })
)

const signed = vine.compile(
  vine.object({
    certificate: vine
      .object({
        certificates: certificates(),
        at: vine.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
        base: vine.string().regex(/^[0-9a-f]{64}$/),
        value: base64(MAX_VALUE_BYTES),
      })
      .optional(),
  })
)

/** The certificates of a signer who is about to sign with them. @throws AnswersRefused */
export async function certificatesOf(body: unknown): Promise<Uint8Array[]> {
  const [error, read] = await offered.tryValidate(body)
  if (error) throw unreadable()
  return read.certificate.certificates.map(bytesOf)
}

/** The signature by a certificate of their own; null where they make none. @throws AnswersRefused */
export async function ownSignatureOf(body: unknown): Promise<OwnInput | null> {
  const [error, read] = await signed.tryValidate(body)
  if (error) throw unreadable()
  if (!read.certificate) return null
  const { at, base, value, certificates: enclosed } = read.certificate
  return {
    certificates: enclosed.map(bytesOf),
    at: new Date(at),
    base,
    value: bytesOf(value),
  }
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'base64')

function unreadable(): AnswersRefused {
  const message = 'The certificate cannot be read: please open it again'
  return new AnswersRefused([{ path: ['certificate'], code: 'certificate_unreadable', message }])
}
