import { Refusal } from '#app/foundation/refusal'

export default class ViewNameTaken extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'view_name_taken'

  constructor() {
    super('Another saved view has this name')
    this.path = ['name']
  }
}
