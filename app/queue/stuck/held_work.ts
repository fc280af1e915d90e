import { Cell } from '#app/tenancy/cell'

/** Work that is due then waits for an operator: no clock comes near it. `cell.stuck_work` shows it. */
export const HELD_UNTIL = new Date('9999-01-01T00:00:00Z')

/** Enough to be shown as work that does not come to its end. */
const MANY_TRIES = 3

/** Mails and webhooks, and what makes new ones, which nobody outside would know for those of the first time. */
const OUTWARD = `(kind like 'mail.%' or kind in ('webhooks.fan_out', 'webhooks.deliver',
  'seal', 'remind', 'expire', 'bulk.step', 'documents.act'))`

const HOLD = `update cell.outbox set due_at = $1, lease_until = null, tries = greatest(tries, $2)
  where ${OUTWARD} and due_at <= clock_timestamp()`

const RELEASE = `update cell.outbox set due_at = clock_timestamp(), tries = 0 where ${OUTWARD} and due_at >= $1`

/**
 * What was due in a database of an earlier moment, and reaches people and programs outside: most was done long ago, and nothing in that database can tell.
 * They wait on the page "Stuck work" of the console until an operator lets them go.
 */
export const HeldWork = {
  /** While no worker runs. @returns how many are held back */
  async hold(): Promise<number> {
    return inEveryCell(HOLD, [HELD_UNTIL, MANY_TRIES])
  },

  /** @returns how many go out now */
  async release(): Promise<number> {
    return inEveryCell(RELEASE, [HELD_UNTIL])
  },
}

async function inEveryCell(text: string, values: unknown[]): Promise<number> {
  let count = 0
  for (const cell of Cell.all()) {
    const { rowCount } = await cell.as('relay', (client) => client.query(text, values))
    count += rowCount ?? 0
  }
  return count
}
