import { CurrentTenant } from '../current_tenant.js'
import ClockUnread from '../errors/clock_unread.js'

/**
 * The present of the scope: a sandbox's clock may have been moved on, live follows the real one. What documents, signatures, events and
 * deliveries are dated by, and what due times of work are reckoned from. Leases, sessions, keys and certificates ask `clock`.
 */
export const tenantClock = {
  /** @throws E_CLOCK_UNREAD in a sandbox before its first statement, which reads the clock: `read` asks for it */
  now(): Date {
    return tenantClock.of(CurrentTenant.now)
  },

  /** What the scope calls a moment of the real clock. @throws E_CLOCK_UNREAD */
  of(moment: Date): Date {
    const offsetMs = CurrentTenant.clockOffsetMs
    if (offsetMs === null) throw new ClockUnread()
    return new Date(moment.getTime() + offsetMs)
  },

  /** The same for who may be the first to ask: costs a statement in a sandbox where nothing was asked yet. */
  async read(): Promise<Date> {
    if (CurrentTenant.clockOffsetMs === null) await CurrentTenant.batch([{ text: 'select 1' }])
    return tenantClock.now()
  },
}
