import { Refusal } from '#app/foundation/refusal'

/** The last factor of somebody who has to have one. */
export default class SecondFactorRequired extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'second_factor_required'
  static readonly message =
    'This account requires a second factor, and this is your last one. Set up another first'
}
