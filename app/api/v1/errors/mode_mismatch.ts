import type { Environment } from '#app/foundation/environment'
import { Refusal } from '#app/foundation/refusal'

/** The id itself says which environment it belongs to; whether the thing exists there is not told. */
export default class ModeMismatch extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'mode_mismatch'

  constructor(needed: Environment) {
    super(`This id belongs to the ${needed} environment: use a ${needed} key (svc_${needed}_…)`)
    this.details = { environment: needed }
  }
}
