import type { Actor } from '#app/audit/actor'
import type { DocumentAction } from '#app/audit/audit_action'
import type { DocumentHappening } from '#app/audit/audit_trail'
import { HOUR_MS } from '#app/foundation/duration'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import Document from '../document.js'
import { settleCount } from './entry_counts.js'

/** Something that others can cause as often as they like. */
export interface Countable {
  documentId: string
  action: DocumentAction
  actor: Actor
  /** What makes it the same within an hour: the key and the signer, say. */
  sameness: string
  details: Record<string, unknown>
}

const COUNTED = `
  insert into counted_entries (id, document_id, action, actor, details, times, first_at, last_at)
  select $1, id, $3, $4, $5, $6, $7, $7 from documents where id = $2
  on conflict (id) do update set times = counted_entries.times + excluded.times, last_at = excluded.last_at
  returning times`

/**
 * Entries with a ceiling. The first of an hour is written at once; those like it are only counted, and their number becomes one more
 * entry when the hour closes or nobody can sign any more, whichever comes first. So a chain that only grows tells how often something
 * happened, and an hour makes two entries of it at most.
 */
export const CountedEntries = {
  /** @param times  how often it happened since it was last noted */
  async note(countables: readonly Countable[], times = 1): Promise<void> {
    await unit(async () => {
      const fresh: DocumentHappening[] = []
      for (const countable of countables) if (await count(countable, times)) fresh.push(countable)
      if (fresh.length > 0)
        await Document.change(countables[0].documentId, (change) => change.log(...fresh))
    })
  },

  /** Writes one count whose hour is over into the trail. */
  async settleOne(id: string): Promise<void> {
    const [[row]] = await CurrentTenant.batch([
      query<RowOf<'counted_entries', 'document_id'>>(
        'select document_id from counted_entries where id = $1',
        [id]
      ),
    ])
    if (!row) return
    await Document.change(row.document_id, async (change) => {
      change.log(...(await settleCount(id)))
    })
  },
}

/** @returns whether it is the first of its hour */
async function count(
  { documentId, action, actor, sameness, details }: Countable,
  times: number
): Promise<boolean> {
  const now = tenantClock.now()
  const hour = Math.floor(now.getTime() / HOUR_MS)
  const id = sha256Hex(JSON.stringify([documentId, action, sameness, hour])).slice(0, 32)
  const told = [JSON.stringify(actor), JSON.stringify(details)]
  const values = [id, documentId, action, ...told, times, now]
  const [[row]] = await CurrentTenant.batch([query<{ times: number }>(COUNTED, values)])
  const isFirst = row?.times === times
  if (isFirst)
    Outbox.append({ kind: 'audit.counted', ref: id, dueAt: new Date((hour + 1) * HOUR_MS) })
  return isFirst
}
