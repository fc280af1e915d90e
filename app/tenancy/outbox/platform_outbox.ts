import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { Tracing } from '#app/foundation/tracing/tracing'
import { MOVED_BACK } from './due.js'
import type { PlatformWorkKind } from './work_kind.js'

/** Work that the platform leaves to a worker. `ref` is an id, never personal data. */
export interface PlatformTask {
  kind: PlatformWorkKind
  ref: string
  /** What waits for servers of strangers has a lane of its own, and holds up nothing else. */
  lane?: string
  dueAt?: Date
  /** The same by PostgreSQL's clock. */
  afterMs?: number
}

const APPEND = `
  insert into outbox (kind, lane, ref, traceparent, due_at)
  select kind, lane, ref, traceparent, coalesce(due_at, clock_timestamp() + coalesce(after_ms, 0) * interval '1 millisecond')
    from jsonb_to_recordset(cast(:works as jsonb))
      as work (kind text, lane text, ref text, traceparent text, due_at timestamptz, after_ms float8)`

const ASK_ONCE = `
  insert into outbox (kind, ref) select :kind, :ref
   where not exists (select 1 from outbox where kind = :kind and ref = :ref)`

const MOVE_CHECK = `
  insert into outbox (kind, lane, ref, due_at)
  values ('check_domain', :lane, :ref, clock_timestamp() + :pauseMs * interval '1 millisecond')
  on conflict (ref) where kind = 'check_domain'
  do update set due_at = excluded.due_at, lease_until = null, tries = 0, failing_since = null,
                fence = outbox.fence + 1`

const HURRY = `
  update outbox set due_at = now(), tries = 0
   where id = ? and (lease_until is null or lease_until < now()) returning id`

/** A lease on work of the platform is no longer than this. */
const LONGEST_LEASE = `interval '2 minutes'`

/** A check of a domain has no date, however long it waits. */
const FOLLOW_BACK = `
  update outbox
     set due_at = case when ${MOVED_BACK} or kind = 'check_domain' and due_at > clock_timestamp()
           then due_at - :backMs * interval '1 millisecond' else due_at end,
         lease_until = case when lease_until is null then null else least(lease_until, clock_timestamp() + ${LONGEST_LEASE}) end
   where id in (
     select id from outbox
      where ${MOVED_BACK} or (kind = 'check_domain' and due_at > clock_timestamp()) or lease_until is not null
        for update skip locked)`

/** What the platform leaves to be done, as cells have their outbox. `PlatformWork` does it. */
export const PlatformOutbox = {
  /** In the transaction of the change that asks for it: without it the work could be lost, or invented. */
  async append(client: QueryClientContract, ...tasks: PlatformTask[]): Promise<void> {
    if (tasks.length === 0) return
    const traceparent = Tracing.current?.traceparent
    const works = tasks.map(({ kind, lane = '', ref, dueAt, afterMs }) => ({
      ...{ kind, lane, ref, traceparent, due_at: dueAt, after_ms: afterMs },
    }))
    await client.rawQuery(APPEND, { works: JSON.stringify(works) })
  },

  /** The same as the end of a statement, for each row of some others. @param rows  SQL after `from`, with a column `id` */
  appending(kind: PlatformWorkKind, rows: string): string {
    return `insert into outbox (kind, ref) select '${kind}', id from ${rows}`
  },

  /** Unless the same waits already, for what is asked again and again until it is done. */
  async askOnce(kind: PlatformWorkKind, ref: string): Promise<void> {
    await db.connection('platform').rawQuery(ASK_ONCE, { kind, ref })
  },

  /** A domain has one check, which waits for its time. A worker that carries it out finds it moved, and leaves it there. */
  async moveCheck(
    client: QueryClientContract,
    { ref, lane, pauseMs }: { ref: string; lane: string; pauseMs: number }
  ): Promise<void> {
    await client.rawQuery(MOVE_CHECK, { ref, lane, pauseMs })
  },

  /** It is due now, unless somebody does it at this moment. @returns whether it was waiting */
  async hurry(id: string, client: QueryClientContract): Promise<boolean> {
    const { rows } = await client.rawQuery(HURRY, [id])
    return rows.length === 1
  },

  /** PostgreSQL's clock was set back: what waits is due that much earlier, as in cells. */
  async followBack(backMs: number): Promise<void> {
    await db.connection('platform').rawQuery(FOLLOW_BACK, { backMs })
  },

  async withdraw(client: QueryClientContract, kind: PlatformWorkKind, ref: string): Promise<void> {
    await client.from('outbox').where({ kind, ref }).delete()
  },
}
