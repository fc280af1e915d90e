import { RequestRefusal } from '#app/front_door/answers/request_refusal'

export default class NotAcceptable extends RequestRefusal {
  static readonly status = 406
  static readonly code = 'not_acceptable'

  constructor(offered: readonly string[]) {
    super(
      `This operation answers with ${offered.join(' or ')} only: let the header Accept allow it`
    )
    this.details = { offered }
  }
}
