import { Refusal } from '#app/foundation/refusal'

export default class LabelNameTaken extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'label_name_taken'

  constructor() {
    super('Another label has this name')
    this.path = ['name']
  }
}
