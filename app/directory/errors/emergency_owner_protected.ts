import { Refusal } from '#app/foundation/refusal'

export default class EmergencyOwnerProtected extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'owner_protected'
  static readonly message =
    'This owner logs in when the identity provider fails. Change that under Settings, Single sign-on first'
}
