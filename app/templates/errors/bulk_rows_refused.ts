import { InputRefused } from '#app/foundation/input_refused'

/** So many are told; the others come after these are mended. */
const MOST_TOLD = 100

/** Rows cannot be sent as they are. */
export default class BulkRowsRefused extends InputRefused {
  readonly count: number

  /** @param sentences  of all rows; at least one is at fault */
  constructor(sentences: readonly (string | null)[]) {
    const faults = sentences.flatMap((message, index) =>
      message === null ? [] : [{ path: ['rows', index], code: 'row_refused', message }]
    )
    super(faults.slice(0, MOST_TOLD))
    this.count = faults.length
  }
}
