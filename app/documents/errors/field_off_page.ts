import type { InputPath } from '#app/foundation/input_path'
import { Refusal } from '#app/foundation/refusal'
import type { PageSize } from '../files/page_size.js'

export default class FieldOffPage extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'field_off_page'

  /** @param known  the size of the page, or how many pages there are when it does not exist */
  constructor(path: InputPath, page: number, known: PageSize | number) {
    super(
      typeof known === 'number'
        ? `There is no page ${page}: the document has ${known}`
        : `The field leaves page ${page}, which is ${known.width} × ${known.height} points`
    )
    this.path = path
    this.details =
      typeof known === 'number'
        ? { page, pageCount: known }
        : { page, pageWidth: known.width, pageHeight: known.height }
  }
}
