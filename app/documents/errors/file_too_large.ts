import { Refusal } from '#app/foundation/refusal'

export default class FileTooLarge extends Refusal {
  static readonly kind = 'too_large'
  static readonly code = 'file_too_large'

  constructor(limit: number) {
    super(`A PDF may have ${limit / 1024 / 1024} MiB`)
    this.path = ['file']
    this.wording = { values: { limit: limit / 1024 / 1024 } }
    this.details = { limit }
  }
}
