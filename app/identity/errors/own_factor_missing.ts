import { Refusal } from '#app/foundation/refusal'

/** Nobody locks themselves out. */
export default class OwnFactorMissing extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'own_factor_missing'
  static readonly message = 'Set up a second factor of your own first'
}
