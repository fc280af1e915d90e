import { Refusal } from '#app/foundation/refusal'

/** Also for what is another tenant's, or of the other environment: nobody learns that it exists. */
export default class NothingHere extends Refusal {
  static status = 404
  static code = 'E_NOTHING_HERE'
  static apiCode = 'not_found'
  static message = 'Nothing is at this address'
}
