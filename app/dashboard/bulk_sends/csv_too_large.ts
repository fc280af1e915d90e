import { Refusal } from '#app/foundation/refusal'

const MEBIBYTES = 5

export default class CsvTooLarge extends Refusal {
  static readonly kind = 'too_large'
  static readonly code = 'file_too_large'
  static readonly message = `A CSV file may have ${MEBIBYTES} MiB`
  static readonly bytes = MEBIBYTES * 1024 * 1024
}
