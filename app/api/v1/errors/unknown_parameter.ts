import { RequestRefusal } from '#app/front_door/answers/request_refusal'

export default class UnknownParameter extends RequestRefusal {
  static readonly status = 400
  static readonly code = 'unknown_parameter'

  /** @param param  as it was written */
  constructor(param: string, known: readonly string[]) {
    super(
      known.length === 0
        ? `This operation has no query parameters, so none is called ${param}`
        : `No query parameter is called ${param}: there are ${known.join(', ')}`
    )
    this.path = [param]
  }
}
