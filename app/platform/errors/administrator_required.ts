import { Refusal } from '#app/foundation/refusal'

export default class AdministratorRequired extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'administrator_required'
  static readonly message = 'This is for administrators of the platform'
}
