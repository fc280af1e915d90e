import { Refusal } from '#app/foundation/refusal'

export default class TemplateNotFound extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'template_not_found'
  static readonly message = 'No template has this id'
}
