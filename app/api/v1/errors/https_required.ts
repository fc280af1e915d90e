import { Refusal } from '#app/foundation/refusal'

export default class HttpsRequired extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'https_required'
  static readonly message = 'The API accepts https only. Revoke this key: it was sent unencrypted'
}
