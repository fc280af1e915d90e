import { Refusal } from '#app/foundation/refusal'

export default class ConsentMissing extends Refusal {
  static status = 409
  static code = 'E_CONSENT_MISSING'
  static apiCode = 'consent_required'
  static message = 'The document shows after you have agreed to sign electronically'
}
