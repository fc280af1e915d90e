import { Refusal } from '#app/foundation/refusal'

export default class LooksAlone extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'support_may_not'
  static readonly message =
    'Support changes only logo, icon, colours, corners and typeface of a brand'
}
