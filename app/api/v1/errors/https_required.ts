import { Refusal } from '#app/foundation/refusal'

export default class HttpsRequired extends Refusal {
  static status = 403
  static code = 'E_HTTPS_REQUIRED'
  static apiCode = 'https_required'
  static message = 'The API is reached over https only. Revoke this key: it has travelled in clear'
}
