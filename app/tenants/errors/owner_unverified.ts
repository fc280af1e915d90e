import { Refusal } from '#app/foundation/refusal'

export default class OwnerUnverified extends Refusal {
  static status = 403
  static code = 'E_OWNER_UNVERIFIED'
  static apiCode = 'owner_unverified'
  static message =
    'Nothing real can be sent before an owner of this account has confirmed their e-mail address by the link that was sent to it'
}
