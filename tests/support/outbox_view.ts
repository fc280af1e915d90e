import { Cell } from '#app/tenancy/cell'
import { asSuperuser } from './superuser.js'

export interface OutboxRow {
  id: string
  scope: string
  kind: string
  lane: string
  ref: string
  fence: number
  tries: number
  due_at: Date
  lease_until: Date | null
  failing_since: Date | null
}

const database = () => Cell.named('main').database

/**
 * The outbox of all tenants, as nobody in the house sees it, but for the looking at evidence, whose turns never end, and for what it finds: earlier tests have
 * completed documents without a file, and tampered with others.
 */
export async function outboxRows(): Promise<OutboxRow[]> {
  const text = `select * from cell.outbox where kind not in ('evidence.scrub', 'evidence.check') order by due_at, id`
  return asSuperuser(database(), async (superuser) => (await superuser.query(text)).rows)
}

/** Work that earlier tests left behind would be done by the workers of this one; so would owners of theirs be greeted. */
export async function emptyOutbox(): Promise<void> {
  await asSuperuser(database(), async (superuser) => {
    await superuser.query('truncate cell.outbox')
    await superuser.query(`delete from platform.outbox where kind = 'welcome_owners'`)
  })
}

/** As if time had passed: what workers hold that have died is given to others at the next look. */
export async function leasesRunOut(): Promise<void> {
  await asSuperuser(Cell.named('main').database, (superuser) =>
    superuser.query('update cell.outbox set lease_until = now() where lease_until is not null')
  )
}
