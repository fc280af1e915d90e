import { MINUTE_MS } from '#app/foundation/duration'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { timeScale } from '#app/foundation/time_scale'

const WAITS_MS = [1, 5, 30, 120, 480].map((minutes) => minutes * MINUTE_MS)
const JITTER = 0.2

/** Mail servers that make strangers wait (RFC 6647) want to be asked again after minutes, full ones after hours. */
export const patience = {
  /** @param tries  how often it was put off before; beyond the last wait it stays with that */
  next(tries: number, random = Math.random()): Date {
    const wait = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] * (1 + JITTER * (2 * random - 1))
    return new Date(tenantClock.now().getTime() + timeScale.of(wait))
  },

  isOver(tries: number): boolean {
    return tries >= WAITS_MS.length
  },
}
