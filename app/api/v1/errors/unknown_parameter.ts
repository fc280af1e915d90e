import { Refusal } from '#app/foundation/refusal'

export default class UnknownParameter extends Refusal {
  static status = 400
  static code = 'E_UNKNOWN_PARAMETER'
  static apiCode = 'unknown_parameter'

  constructor(param: string, known: readonly string[]) {
    super(
      known.length === 0
        ? `This operation has no query parameters, so none is called ${param}`
        : `No query parameter is called ${param}: there are ${known.join(', ')}`
    )
    this.param = param
  }
}
