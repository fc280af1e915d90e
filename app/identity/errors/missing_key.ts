import { Refusal } from '#app/foundation/refusal'

export default class MissingKey extends Refusal {
  static status = 401
  static code = 'E_MISSING_KEY'
  static apiCode = 'missing_key'
  static message = 'Send your API key in the header "Authorization: Bearer <API_KEY>"'
}
