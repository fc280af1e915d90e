import { Refusal } from '#app/foundation/refusal'

/** A stored file that is gone, does not open, or is another than the one on record. */
export default class FileDamaged extends Refusal {
  static status = 500
  static code = 'E_FILE_DAMAGED'
  static apiCode = 'file_damaged'

  constructor(
    readonly documentId: string,
    readonly kind: string,
    options?: { cause?: unknown }
  ) {
    super(
      'A stored file of this document is damaged and was not sent. The operators were told',
      options
    )
  }

  get findings(): string[] {
    return [`the stored file ${this.kind} is gone, does not open, or is another`]
  }
}
