import { Refusal } from '#app/foundation/refusal'

export default class OwnerUnverified extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'owner_unverified'
  static readonly message =
    'Nothing real can be sent before an owner of this account has confirmed their e-mail address by the link that was sent to it'
}
