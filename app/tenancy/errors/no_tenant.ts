import { Exception } from '@adonisjs/core/exceptions'

/** Something that belongs to a tenant was asked for while none was entered. */
export default class NoTenant extends Exception {
  static code = 'E_NO_TENANT'
  static message = 'No tenant is entered: wrap the call in CurrentTenant.run(scope, fn)'
}
