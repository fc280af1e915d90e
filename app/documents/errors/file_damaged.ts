import { Refusal } from '#app/foundation/refusal'

/** A stored file that is gone, does not open, or is another than the one on record. */
export default class FileDamaged extends Refusal {
  static readonly kind = 'damaged'
  static readonly code = 'file_damaged'

  constructor(
    readonly documentId: string,
    readonly file: string,
    options?: { cause?: unknown }
  ) {
    super(
      'A stored file of this document is damaged, so it was not sent. Our operators have been alerted',
      options
    )
  }

  get findings(): string[] {
    return [`the stored file ${this.file} is gone, does not open, or is another`]
  }
}
