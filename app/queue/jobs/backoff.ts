import { timeScale } from '#app/foundation/time_scale'

const FIRST_MS = 2_000
const MAX_MS = 60 * 60_000
const JITTER = 0.2

/** How long work waits after it failed: twice as long each time, up to an hour. @param tries  how often it was put off before */
export function backoffMs(tries: number, random = Math.random()): number {
  const delay = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(tries, 20))
  return timeScale.of(delay * (1 + JITTER * (2 * random - 1)))
}
