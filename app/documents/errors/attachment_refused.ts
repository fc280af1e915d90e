import { Refusal } from '#app/foundation/refusal'

const WORDS = {
  attachment_kind: 'This is none of the files that are taken: choose a PDF, JPEG or PNG',
  attachment_too_large: 'The file is too large: at most 10 MB, and 50 megapixels',
  attachment_locked: 'The PDF asks for a password: choose one that does not',
  attachment_unreadable: 'The file cannot be read: save it again, and retry',
} as const

/** Why a file of a signer's is not taken. */
export default class AttachmentRefused extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'validation_failed'

  constructor(code: keyof typeof WORDS) {
    super(WORDS[code])
    this.details = [{ code, message: WORDS[code] }]
  }
}
