import { Refusal } from '#app/foundation/refusal'

export default class UnknownField extends Refusal {
  static status = 400
  static code = 'E_UNKNOWN_FIELD'
  static apiCode = 'unknown_field'

  constructor(param: string, known: readonly string[]) {
    super(`No field is called ${param}: there are ${known.join(', ')}`)
    this.param = param
  }
}
