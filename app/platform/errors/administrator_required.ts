import { Refusal } from '#app/foundation/refusal'

export default class AdministratorRequired extends Refusal {
  static status = 403
  static code = 'E_ADMINISTRATOR_REQUIRED'
  static apiCode = 'administrator_required'
  static message = 'This is for administrators of the platform'
}
