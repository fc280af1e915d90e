import { Refusal } from '#app/foundation/refusal'

export default class FormExists extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'form_exists'
  static readonly message = 'This template has a form already. Change that one, or delete it first'
}
