import { Refusal } from '#app/foundation/refusal'

export default class RevokedKey extends Refusal {
  static status = 401
  static code = 'E_REVOKED_KEY'
  static apiCode = 'revoked_key'
  static message = 'This API key was revoked: make a new one under Settings, API keys'
}
