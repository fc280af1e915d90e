import { Refusal } from '#app/foundation/refusal'

/** Somebody was taken out of it, or it was deleted, while they made something that was to belong to it. */
export default class NotInTeam extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'not_in_team'
  static readonly message = 'You are no longer in this team. Choose another'
}
