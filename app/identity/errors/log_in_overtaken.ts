import { Refusal } from '#app/foundation/refusal'

/** What somebody proved of themselves was no longer so when they were to be let in. */
export default class LogInOvertaken extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'log_in_overtaken'
  static readonly message =
    'The account was changed while you logged in. Log in again, with what holds now'
}
