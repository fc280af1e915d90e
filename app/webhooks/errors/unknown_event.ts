import { Refusal } from '#app/foundation/refusal'

export default class UnknownEvent extends Refusal {
  static status = 422
  static code = 'E_UNKNOWN_EVENT'
  static apiCode = 'validation_failed'

  constructor(pattern: string, param: string) {
    super(`No event is called ${pattern.slice(0, 100)}: use a name, document.* or *`)
    this.param = param
  }
}
