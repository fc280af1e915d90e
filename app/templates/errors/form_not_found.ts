import { Refusal } from '#app/foundation/refusal'

export default class FormNotFound extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'form_not_found'
  static readonly message = 'No form has this id'
}
