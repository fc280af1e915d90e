import { Refusal } from '#app/foundation/refusal'

export default class LinkUsed extends Refusal {
  static status = 410
  static code = 'E_LINK_USED'
  static apiCode = 'link_used'
  static message = 'This link has been used, or its time is over'
}
