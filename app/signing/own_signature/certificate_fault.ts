import CertificateRefused from '#app/sealing/errors/certificate_refused'
import AnswersRefused from '../errors/answers_refused.js'

type Code =
  | 'certificate_missing'
  | 'certificate_not_asked'
  | 'certificate_term'
  | 'certificate_unfit'
  | 'certificate_unreadable'
  | 'certificate_value'

const CODES: Record<string, Code> = {
  ended: 'certificate_term',
  not_yet: 'certificate_term',
  odd_certificate: 'certificate_unreadable',
  too_much: 'certificate_unreadable',
}

/** What is wrong with the certificate that a signer signs with, beside what they filled in. */
export function certificateFault(code: Code, message: string): AnswersRefused {
  return new AnswersRefused([{ path: ['certificate'], code, message }])
}

/** @throws AnswersRefused for a certificate that no signature can be made with */
export function asFault<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CertificateRefused)) throw error
    throw certificateFault(CODES[error.wording.form ?? ''] ?? 'certificate_unfit', error.message)
  }
}
