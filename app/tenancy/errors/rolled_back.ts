import { Exception } from '@adonisjs/core/exceptions'

/** PostgreSQL answered a COMMIT with ROLLBACK: a statement before it had failed, and its error was swallowed. Nothing is stored. */
export default class RolledBack extends Exception {
  static code = 'E_ROLLED_BACK'
  static message = 'The transaction was rolled back: a statement in it failed unnoticed'
}
