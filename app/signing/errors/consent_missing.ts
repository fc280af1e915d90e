import { Refusal } from '#app/foundation/refusal'

export default class ConsentMissing extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'consent_required'
  static readonly message =
    'You can see the document once you have agreed to use electronic records'
}
