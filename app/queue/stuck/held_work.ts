import db from '@adonisjs/lucid/services/db'
import { Cell } from '#app/tenancy/cell'
import { HELD_UNTIL } from '#app/tenancy/outbox/due'

/** Enough to be shown as work that does not come to its end. */
const MANY_TRIES = 3

/** Reaches people and programs, or makes what does, and nobody outside would know it for that of the first time. What is due later comes at its time. */
const OUTWARD = `(kind like 'mail.%' or kind in ('sms.code', 'webhooks.fan_out', 'webhooks.deliver',
  'seal', 'remind', 'expire', 'bulk.step', 'documents.act', 'sandbox.act', 'resale.pass_on',
  'keys.end', 'seal.certificate_end', 'webhooks.watch', 'sso.watch', 'sso.check_domain', 'sender.check',
  'tell_domain_news', 'tell_plan_answer', 'tell_resale_news', 'welcome_owners'))`

/** Cannot be taken back, and may have been recalled since: held whenever it is due, for it knows its day itself and waits for it again. */
const FINAL = `kind in ('retention', 'handover.end', 'erase_tenant')`

const DATE = `timestamptz '${HELD_UNTIL.toISOString()}'`

const hold = (outbox: string) => `
  update ${outbox} set due_at = ${DATE}, lease_until = null, tries = greatest(tries, ${MANY_TRIES})
   where ${FINAL} or (${OUTWARD} and due_at <= clock_timestamp())`

const release = (outbox: string) => `
  update ${outbox} set due_at = clock_timestamp(), tries = 0
   where (${FINAL} or ${OUTWARD}) and due_at >= ${DATE}`

/**
 * What a database of an earlier moment would do that cannot be undone: reach people and programs outside, erase, hand over. Most of it was done or
 * recalled long ago, and nothing in that database can tell. It waits on the page "Stuck work" of the console until an operator lets it go.
 */
export const HeldWork = {
  /** While no worker runs. @returns how many are held back */
  async hold(): Promise<number> {
    return everywhere(hold)
  },

  /** @returns how many go on now */
  async release(): Promise<number> {
    return everywhere(release)
  },
}

async function everywhere(statement: (outbox: string) => string): Promise<number> {
  const ofPlatform = await db.connection('platform').rawQuery(statement('outbox'))
  let count = Number(ofPlatform.rowCount)
  for (const cell of Cell.all()) {
    const inCell = await cell.as('relay', (client) => client.query(statement('cell.outbox')))
    count += inCell.rowCount ?? 0
  }
  return count
}
