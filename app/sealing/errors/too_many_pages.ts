import { Refusal } from '#app/foundation/refusal'

export default class TooManyPages extends Refusal {
  static status = 422
  static code = 'E_TOO_MANY_PAGES'
  static apiCode = 'too_many_pages'

  constructor(maxPages: number) {
    super(`This PDF has more than ${maxPages} pages, which is the most a document may have`)
  }
}
