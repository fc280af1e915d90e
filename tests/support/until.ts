import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 10
const GIVE_UP_AFTER_MS = 60_000

/** Waits until something has become true; the test's own limit is the only judgement on how long that took. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  giveUpAfterMs = GIVE_UP_AFTER_MS
): Promise<void> {
  const deadline = performance.now() + giveUpAfterMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`It did not come true: ${condition}`)
    await pause(STEP_MS)
  }
}
