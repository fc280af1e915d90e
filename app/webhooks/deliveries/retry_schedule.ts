import { timeScale } from '#app/foundation/time_scale'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Before the second attempt, the third, and so on: 30 s × 8ⁿ, which outlives a receiver's outage of four hours. */
export const RETRY_DELAYS_MS = [30 * SECOND, 4 * MINUTE, 32 * MINUTE, 256 * MINUTE]
const JITTER = 0.2

export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1

/**
 * How long to wait before the next attempt.
 *
 * @param made  attempts so far, at least one
 * @param allowed  attempts in all
 * @param retryAfterMs  what the receiver asked for; it may double the delay and never shortens it
 * @returns null when that was the last
 */
export function retryDelayMs(
  made: number,
  allowed: number,
  retryAfterMs = 0,
  random = Math.random()
): number | null {
  if (made >= Math.min(allowed, MAX_ATTEMPTS)) return null
  const delay = timeScale.of(RETRY_DELAYS_MS[made - 1] * (1 + JITTER * (2 * random - 1)))
  return Math.min(Math.max(delay, retryAfterMs), 2 * delay)
}

/** RFC 9110, 10.2.3: seconds, or a date. @returns undefined when it says neither */
export function parseRetryAfter(value: unknown, now: Date): number | undefined {
  if (typeof value !== 'string') return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
