import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 10
/** What takes long is asked for less often, for asking takes processor time from what it waits for. */
const STEP_OF_WAIT = 0.1
const MAX_STEP_MS = 250
const GIVE_UP_AFTER_MS = 300_000

/** Waits until something has become true; the test's own limit is the only judgement on how long that took. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  giveUpAfterMs = GIVE_UP_AFTER_MS
): Promise<void> {
  const startedAt = performance.now()
  while (!(await condition())) {
    const waited = performance.now() - startedAt
    if (waited > giveUpAfterMs) throw new Error(`It did not come true: ${condition}`)
    await pause(Math.min(STEP_MS + waited * STEP_OF_WAIT, MAX_STEP_MS))
  }
}
