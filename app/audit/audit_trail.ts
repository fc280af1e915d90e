import type { LucidRow } from '@adonisjs/lucid/types/model'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query, type Answers, type Query, type Statement } from '#app/tenancy/statement'
import type { DocumentAction } from './audit_action.js'
import { forge, type Happening } from './audit_entry.js'
import { entryRows } from './entry_rows.js'
import { readEntries, type EntryRow, type ReadEntry, type ValueRow } from './read_entry.js'

export type { ReadEntry } from './read_entry.js'

const TABLES = { entries: 'audit_entries', values: 'personal_values' }

interface Range {
  after?: number
  /** Without it the whole trail is read. */
  limit?: number
}

/** Whose trail it is. The row that stands for it is locked by the caller, and carries the chain's end. */
export interface ChainOwner extends LucidRow {
  readonly id: string
  chainSequence: number
  chainHash: string | null
}

/** What is to be written down of a document. */
export type DocumentHappening = Happening<DocumentAction>

/** The trail of a document: every step, in order, each bound to the one before. */
export const AuditTrail = {
  /**
   * Adds entries to the chain of a document whose row is locked in this unit, and moves the chain's end that the row carries: as
   * statements for the batch that saves the row, too. Live entries are repeated in the cell's chain log.
   */
  additions(owner: ChainOwner, happenings: readonly DocumentHappening[]): Statement[] {
    if (happenings.length === 0) return []
    const { environment } = CurrentTenant.get()
    const at = tenantClock.now()
    const entries = happenings.map((happening) => {
      const place = {
        id: newId('aud', environment),
        chain: owner.id,
        sequence: owner.chainSequence + 1,
        prevHash: owner.chainHash,
        at,
      }
      const entry = forge(place, happening)
      owner.chainSequence = entry.sequence
      owner.chainHash = entry.hash
      return entry
    })
    return entryRows(entries, TABLES, { isLogged: environment === 'live' })
  },

  /** Oldest first, from after a sequence. */
  async read(documentId: string, range: Range = {}): Promise<ReadEntry[]> {
    return AuditTrail.from(await CurrentTenant.batch(AuditTrail.reading(documentId, range)))
  },

  /** Part of a batch that reads more; `from` takes the answers. */
  reading,

  /**
   * Entries of a document, newest first, each with its personal values.
   *
   * @param before  entries of lower sequence only; null starts at the newest
   */
  newest(documentId: string, before: number | null, limit: number): Query<WholeEntryRow> {
    return query(NEWEST, [documentId, before, limit])
  },

  from([entries, values]: Answers<ReturnType<typeof reading>>): ReadEntry[] {
    return readEntries(entries, values)
  },
}

/** An entry with its personal values, by field. */
export interface WholeEntryRow extends EntryRow {
  personal: Record<string, string>
}

const NEWEST = `
  select id, sequence, action, at, body, hash, prev_hash,
         (select coalesce(json_object_agg(field, value), '{}') from personal_values where entry_id = e.id) as personal
    from audit_entries e where chain = $1 and ($2::int is null or sequence < $2) order by sequence desc limit $3`

function reading(documentId: string, { after = 0, limit }: Range = {}) {
  const range = [documentId, after, limit ?? null]
  return [
    query<EntryRow>(
      'select * from audit_entries where chain = $1 and sequence > $2 order by sequence limit $3',
      range
    ),
    query<ValueRow>(
      `select v.entry_id, v.field, v.value from personal_values v join audit_entries e on e.id = v.entry_id
                where e.chain = $1 and e.sequence > $2 and ($3::int is null or e.sequence <= $2 + $3)`,
      range
    ),
  ] as const
}
