import { Exception } from '@adonisjs/core/exceptions'

/** The time of a sandbox was asked for before any statement had read its clock. */
export default class ClockUnread extends Exception {
  static code = 'E_CLOCK_UNREAD'
  static message = 'The clock of this sandbox was not read yet: await tenantClock.read()'
}
