import { Exception } from '@adonisjs/core/exceptions'

/** A row or client of one scope was used inside another. */
export default class TenantMismatch extends Exception {
  static code = 'E_TENANT_MISMATCH'
  constructor(used: string, expected: string) {
    super(`A client of ${used} was used in the scope of ${expected}`)
  }
}
