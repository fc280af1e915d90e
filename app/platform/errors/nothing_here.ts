import { Refusal } from '#app/foundation/refusal'

export default class NothingHere extends Refusal {
  static status = 404
  static code = 'E_NOTHING_HERE'
  static apiCode = 'not_found'
  static message = 'Nothing is at this address'
}
