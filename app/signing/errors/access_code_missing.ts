import { Refusal } from '#app/foundation/refusal'

export default class AccessCodeMissing extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'access_code_required'
  static readonly message = 'Enter the access code first: load the page again'
}
