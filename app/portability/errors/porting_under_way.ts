import { Refusal } from '#app/foundation/refusal'

export default class PortingUnderWay extends Refusal {
  static status = 409
  static code = 'E_PORTING_UNDER_WAY'

  constructor() {
    super('This tenant is being exported, imported, moved or erased at this moment')
  }
}
