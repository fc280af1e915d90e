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
        ? `The document has no page ${page}: it has ${known} ${known === 1 ? 'page' : 'pages'}`
        : `The field extends beyond page ${page}, which is ${known.width} × ${known.height} points`
    )
    this.path = path
    this.wording =
      typeof known === 'number'
        ? { form: 'no_page', values: { page, count: known } }
        : { form: 'beyond', values: { page, width: known.width, height: known.height } }
    this.details =
      typeof known === 'number'
        ? { page, pageCount: known }
        : { page, pageWidth: known.width, pageHeight: known.height }
  }
}
