import { Refusal } from '#app/foundation/refusal'

export default class ViewNotFound extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'view_not_found'
  static readonly message = 'No saved view has this id'
}
