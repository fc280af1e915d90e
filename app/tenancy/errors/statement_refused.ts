import { Exception } from '@adonisjs/core/exceptions'

/** A statement that a tenant's connection does not carry: anything but reads, writes and our own transaction control. */
export default class StatementRefused extends Exception {
  static code = 'E_STATEMENT_REFUSED'
  static message =
    'Only select, insert, update, delete, with and values are sent on a tenant connection'
}
