import { Refusal } from '#app/foundation/refusal'

export default class LabelNotFound extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'label_not_found'
  static readonly message = 'No label has this id'
}
