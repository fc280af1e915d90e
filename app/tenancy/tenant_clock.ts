import { clock } from '#app/foundation/clock'
import { CurrentTenant } from './current_tenant.js'

/**
 * The present of the scope: a sandbox's clock may have been moved on, live follows the real one. What documents, signatures, events and
 * deliveries are dated by, and what due times of work are reckoned from. Leases, sessions, keys and certificates ask `clock`.
 */
export const tenantClock = {
  now(): Date {
    return new Date(clock.now().getTime() + CurrentTenant.clockOffsetMs)
  },
}
