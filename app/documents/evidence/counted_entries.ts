import type { Actor } from '#app/audit/actor'
import type { DocumentAction } from '#app/audit/audit_action'
import { HOUR_MS } from '#app/foundation/duration'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { query, type Statement } from '#app/tenancy/statement'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import Document from '../document.js'
import type { DocumentChange } from '../document_change.js'
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

/** A count of this hour. */
interface Counted extends Countable {
  id: string
  endsAt: Date
}

const BEGUN = `
  insert into counted_entries (id, document_id, action, actor, details, times, first_at, last_at)
  select $1, id, $3, $4, $5, $6, $7, $7 from documents where id = $2 and (erased_at is null or not $8)
  on conflict (id) do nothing returning id`
const CONTINUED =
  'update counted_entries set times = times + $2, last_at = $3 where id = $1 returning id'

/** A count that is settled between the two statements above begins anew; no document has two ends. */
const MOST_ROUNDS = 3

/**
 * Entries with a ceiling. The first of an hour is written at once; those like it are only counted, and their number becomes one more
 * entry when the hour closes or nobody can sign any more, whichever comes first. So a chain that only grows tells how often something
 * happened, and an hour makes two entries of it at most. What a signer does is not counted once their document is erased: it would name them again.
 */
export const CountedEntries = {
  /** @param times  how often it happened since it was last noted */
  async note(countables: readonly Countable[], times = 1): Promise<void> {
    await tenantClock.read()
    let left = countables.map(ofThisHour)
    for (let round = 0; left.length > 0 && round < MOST_ROUNDS; round += 1)
      left = await unit(() => noted(left, times))
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

function ofThisHour(countable: Countable): Counted {
  const { documentId, action, sameness } = countable
  const hour = Math.floor(tenantClock.now().getTime() / HOUR_MS)
  const id = sha256Hex(JSON.stringify([documentId, action, sameness, hour])).slice(0, 32)
  return { ...countable, id, endsAt: new Date((hour + 1) * HOUR_MS) }
}

/**
 * New counts first, which nobody else sees: a transaction that holds the document waits for none of them. Then the document, for their entries, and
 * only then the counts that others may settle, in the order in which they are settled.
 *
 * @returns those that were settled meanwhile
 */
async function noted(counts: readonly Counted[], times: number): Promise<Counted[]> {
  const now = tenantClock.now()
  const isBegun = await answered(
    counts.map(({ id, documentId, action, actor, details }) => ({
      text: BEGUN,
      values: [
        id,
        documentId,
        action,
        JSON.stringify(actor),
        JSON.stringify(details),
        times,
        now,
        isSigners(actor),
      ],
    }))
  )
  const begun = counts.filter((_, index) => isBegun[index])
  const others = counts.filter((_, index) => !isBegun[index]).sort((a, b) => (a.id < b.id ? -1 : 1))
  if (begun.length > 0)
    await Document.change(begun[0].documentId, (change) => writeBegun(change, begun))
  for (const { id, endsAt } of begun)
    Outbox.append({ kind: 'audit.counted', ref: id, dueAt: endsAt })
  const isContinued = await answered(
    others.map(({ id }) => ({ text: CONTINUED, values: [id, times, now] }))
  )
  return others.filter((_, index) => !isContinued[index])
}

/** The document may have been erased while this waited for it, by one who could not see what was begun. */
function writeBegun(change: DocumentChange, begun: readonly Counted[]): void {
  const isLate = ({ actor }: Counted) => change.document.isErased && isSigners(actor)
  change.log(...begun.filter((one) => !isLate(one)))
  const ids = begun.filter(isLate).map(({ id }) => id)
  if (ids.length > 0)
    change.write({ text: 'delete from counted_entries where id = any($1)', values: [ids] })
}

function isSigners({ type }: Actor): boolean {
  return type === 'signer'
}

async function answered(statements: readonly Statement[]): Promise<boolean[]> {
  if (statements.length === 0) return []
  const answers = await CurrentTenant.batch(statements)
  return answers.map(({ length }) => length > 0)
}
