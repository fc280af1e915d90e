import { Refusal } from '#app/foundation/refusal'

export default class PortingUnderWay extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'porting_under_way'

  constructor() {
    super(
      'This tenant is being exported, imported, moved or erased at the moment. Try again when that has ended'
    )
  }
}
