import { Refusal } from '#app/foundation/refusal'

export default class KeyEnded extends Refusal {
  static status = 409
  static code = 'E_KEY_ENDED'
  static apiCode = 'key_ended'
  static message = 'This key was revoked, or another has taken its place'
}
