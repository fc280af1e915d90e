import { Refusal } from '#app/foundation/refusal'

export default class FileNotFound extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'file_not_found'
  static readonly message = 'The document has no file of this number'
}
