import { setTimeout as pause } from 'node:timers/promises'
import { timeScale } from '#app/foundation/time_scale'
import type { Cell } from '#app/tenancy/cell'
import { trailWriters } from './trail_writers.js'

const STEP_MS = 50
/** A unit lives for 30 seconds at most; what takes longer is waited for by the next attempt. */
export const LONGEST_WAIT_MS = 60_000

const END = 'select coalesce(max(position), 0) as position from cell.chain_log'

/**
 * The end of the part of a cell's log to which nothing can be added any more. Positions are given in their order, but transactions
 * commit in any: it takes the last position that is there, and waits for those that were writing then. No clock has a say in it.
 *
 * @throws while one of them does not end
 */
export async function settledEnd(cell: Cell): Promise<string> {
  const { rows } = await cell.as('relay', (client) => client.query<{ position: string }>(END))
  const deadline = performance.now() + timeScale.of(LONGEST_WAIT_MS)
  let before = await writing(cell)
  while (before.length > 0) {
    if (performance.now() > deadline)
      throw new Error('A transaction still writes to audit trails, and keeps later entries waiting')
    await pause(STEP_MS)
    const now = new Set(await writing(cell))
    before = before.filter((id) => now.has(id))
  }
  return rows[0].position
}

async function writing(cell: Cell): Promise<string[]> {
  return (await trailWriters(cell)).map(({ id }) => id)
}
