import { Refusal } from '#app/foundation/refusal'

export default class NotAcceptable extends Refusal {
  static status = 406
  static code = 'E_NOT_ACCEPTABLE'
  static apiCode = 'not_acceptable'

  constructor(offered: readonly string[]) {
    super(
      `This operation answers with ${offered.join(' or ')} only: let the header Accept allow it`
    )
    this.details = { offered }
  }
}
