import { SYSTEM } from '#app/audit/actor'
import Document from '#app/documents/document'
import type { DocumentChange } from '#app/documents/document_change'
import { erase } from '#app/documents/erasure'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import Notice from '#app/tenants/notice'
import Retention from '#app/tenants/retention'

export const WARNING_DAYS = 30
/** So that one account's heap holds up nobody else's work. */
const AT_ONCE = 100
const SOON_MS = 60_000

const ENDED = 'coalesce(completed_at, declined_at, expired_at, voided_at, failed_at)'
const FINISHED = `erased_at is null and status in ('completed', 'declined', 'expired', 'voided', 'failed')`

const WARN = `
  update documents set retention_told_at = $1
   where ${FINISHED} and retention_told_at is null and ${ENDED} <= $2
  returning ${ENDED} as ended_at`

const DUE = `
  select id from documents
   where ${FINISHED} and ${ENDED} <= $1 and retention_told_at <= $2
   order by ${ENDED} limit ${AT_ONCE}`

/**
 * The work `retention`: once a day in an account that has set it, and in no other. Thirty days before a document goes its people are
 * told; it goes when both its time and those thirty days are over. Under a legal hold the round only comes again.
 */
export default async function goRound(task: Task): Promise<void> {
  const { version, days, isHeld } = await Retention.current()
  if (days === null || String(version) !== task.ref) return Outbox.finish(task)
  const erased = isHeld ? 0 : await warnAndErase(days, version)
  const wait = erased === AT_ONCE ? SOON_MS : DAY_MS
  await Outbox.putOff(task, new Date(clock.now().getTime() + wait))
}

async function warnAndErase(days: number, version: number): Promise<number> {
  await warn(days)
  const [rows] = await CurrentTenant.batch([
    { text: DUE, values: [daysAgo(days), daysAgo(WARNING_DAYS)] },
  ])
  for (const { id } of rows)
    await Document.change(String(id), (change) => eraseIfStillDue(change, version), {
      isKeyChanged: true,
    })
  return rows.length
}

/** The rule may have been changed since the list was read, and its people told of another day: then that is when it goes. */
async function eraseIfStillDue(change: DocumentChange, version: number): Promise<void> {
  const { retentionToldAt: toldAt } = change.document
  if (!toldAt || toldAt > daysAgo(WARNING_DAYS)) return
  const { version: current } = await Retention.current()
  if (current === version) await erase(change, SYSTEM, 'retention')
}

/** One notice for all documents of a day. */
async function warn(days: number): Promise<void> {
  await unit(async () => {
    const values = [clock.now(), daysAgo(days - WARNING_DAYS)]
    const [warned] = await CurrentTenant.batch([{ text: WARN, values }])
    if (warned.length === 0) return
    const due = new Date(clock.now().getTime() + WARNING_DAYS * DAY_MS)
    await Notice.leave('retention.near', {
      count: warned.length,
      on: due.toISOString().slice(0, 10),
      days,
    })
  })
}

function daysAgo(days: number): Date {
  return new Date(clock.now().getTime() - days * DAY_MS)
}
