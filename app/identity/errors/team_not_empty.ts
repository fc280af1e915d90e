import { Refusal } from '#app/foundation/refusal'

export default class TeamNotEmpty extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'team_not_empty'
  static readonly message =
    'Documents of this team were made meanwhile. Say who gets them, and delete it again'
}
