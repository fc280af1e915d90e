import { Refusal } from '#app/foundation/refusal'

export default class TeamNameTaken extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'team_name_taken'

  constructor() {
    super('Another team has this name')
    this.path = ['name']
  }
}
