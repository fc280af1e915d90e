import { Refusal } from '#app/foundation/refusal'

export default class TooManyPages extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'too_many_pages'

  constructor(maxPages: number) {
    super(`This PDF has more than ${maxPages} pages, which is the most a document may have`)
    this.wording = { values: { limit: maxPages } }
  }
}
