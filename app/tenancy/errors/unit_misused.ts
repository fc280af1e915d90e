import { Exception } from '@adonisjs/core/exceptions'

/** A unit was entered, left or mixed in a way that could tear its transaction. */
export default class UnitMisused extends Exception {
  static code = 'E_UNIT_MISUSED'
}
