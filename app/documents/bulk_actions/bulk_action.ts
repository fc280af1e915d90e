import type { Actor } from '#app/audit/actor'
import { DAY_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
import type { Wording } from '#app/foundation/refusal'
import { isVisible, type Audience } from '#app/identity/access/visibility'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query, type Query } from '#app/tenancy/statement'
import type { Asked } from './document_act.js'

/** So many documents at once: more are narrowed down first. */
export const MOST_AT_ONCE = 5_000

/** So many are named of which it was not done. */
export const MOST_NAMED = 100

const KEPT_MS = 30 * DAY_MS

/** Why it was not done to one of them; enough to say so in any language. */
export interface NotDone {
  id: string
  name: string
  message: string
  wording: Wording
}

export interface BulkActionRow extends RowOf<
  'bulk_actions',
  'id' | 'action' | 'total' | 'position' | 'done' | 'status' | 'created_at' | 'ended_at'
> {
  refusals: NotDone[]
  /** Of documents that are named there and that the reader sees. */
  titles: Record<string, string>
}

/** A few each time, so that no sweeper is needed. */
const FORGET = `delete from bulk_actions where id in (select id from bulk_actions where created_at < $1 order by id limit 10)`

const REMOVE_ALL = query<{ count: number }>(
  `with gone as (delete from bulk_actions returning id) select count(*)::int as count from gone`
)

/** One thing that somebody has done to all documents of a list. Only they see how far it is. */
export const BulkActions = {
  /** @param ids  at least one, `MOST_AT_ONCE` at most @param within  what else belongs into the unit */
  async begin(
    ids: readonly string[],
    asked: Asked,
    by: Actor,
    within: (id: string) => Promise<void>
  ): Promise<void> {
    const id = newId('bac', CurrentTenant.get().environment)
    const now = tenantClock.now()
    const row = {
      ...{ id, action: asked.action, reason: asked.reason || null, label_id: asked.label },
      ...{ document_ids: ids, total: ids.length, status: 'running' },
      ...{ created_by: by.id, created_at: now },
    }
    await unit(async () => {
      await CurrentTenant.batch([
        { text: FORGET, values: [new Date(now.getTime() - KEPT_MS)] },
        insertion('bulk_actions', [row]),
      ])
      Outbox.append({ kind: 'documents.act', ref: id })
      await within(id)
    })
  },

  /** @param audience  whose documents have their titles */
  reading(id: string, makerId: string, audience: Audience): Query<BulkActionRow> {
    const text = `
      select id, action, total, position, done, status, created_at, ended_at, refusals,
             (select coalesce(jsonb_object_agg(d.id, d.title), '{}') from jsonb_to_recordset(refusals) as r (id text) join documents d on d.id = r.id and ${isVisible('$3', 'd')}) as titles
        from bulk_actions where id = $1 and created_by = $2`
    return query(text, [id, makerId, audience])
  },

  /** No further document has its turn. Twice is once. */
  async stop(id: string): Promise<void> {
    const text = `update bulk_actions set status = 'stopped', ended_at = $2 where id = $1 and status = 'running'`
    await CurrentTenant.batch([{ text, values: [id, tenantClock.now()] }])
  },

  /** Of the unit that resets a sandbox. @returns how many there were */
  async removeAll(): Promise<number> {
    const [[{ count }]] = await CurrentTenant.batch([REMOVE_ALL])
    return count
  },
}
