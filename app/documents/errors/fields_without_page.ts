import { InputRefused } from '#app/foundation/input_refused'
import type Field from '../field.js'

/** Of a draft; those of a template have roles instead of signers. */
type Homeless = Pick<Field, 'type' | 'page'> & Partial<Pick<Field, 'signerId'>>

/** A new file has no place for fields: their page is not there, or is too small for them. */
export default class FieldsWithoutPage extends InputRefused {
  constructor(
    readonly fields: readonly Homeless[],
    readonly pageCount: number
  ) {
    const pages = [...new Set(fields.map(({ page }) => page))].sort((a, b) => a - b)
    const [what, where] = [
      fields.length === 1 ? 'a field' : `${fields.length} fields`,
      pages.join(', '),
    ]
    super([
      {
        path: ['file'],
        code: 'fields_without_page',
        message: `This file has no place for ${what} on page ${where}`,
      },
    ])
    this.wording = { values: { count: fields.length, pages: where } }
  }
}
