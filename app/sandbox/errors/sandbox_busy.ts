import { Refusal } from '#app/foundation/refusal'

/** A reset waits for what is under way in the sandbox, but not for ever, and not for another reset. */
export default class SandboxBusy extends Refusal {
  static readonly kind = 'unavailable'
  static readonly code = 'unavailable'
  static readonly message =
    'The sandbox is being reset, or something in it does not end. Nothing was removed: try again in a moment'

  readonly retryAfter = 5
}
