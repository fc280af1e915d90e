import { Refusal } from '#app/foundation/refusal'

/** While single sign-on is required, somebody has to get in without the identity provider. */
export default class LastEmergencyOwner extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'last_emergency_owner'
  static readonly message =
    'This is the only owner who can log in without the identity provider. Name another one first, or lift the requirement: both on the page Single sign-on, under Enforcement'
}
