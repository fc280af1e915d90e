import { Refusal } from '#app/foundation/refusal'

export default class TeamNotFound extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'team_not_found'
  static readonly message = 'No team has this id'
}
