import { tenantClock } from '#app/tenancy/tenant_clock'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Statement } from '#app/tenancy/statement'
import { forge, type AuditEntry, type Happening } from './audit_entry.js'
import { entryRows } from './entry_rows.js'
import { readEntry, type ReadEntry } from './read_entry.js'

export type { ReadEntry } from './read_entry.js'

const TABLES = { entries: 'audit_entries', values: 'personal_values' }

/** Whose trail it is. The row that stands for it is locked by the caller, and carries the chain's end. */
export interface ChainOwner {
  readonly id: string
  chainSequence: number
  chainHash: string | null
}

/** The trail of a document: every step, in order, each bound to the one before. */
export const AuditTrail = {
  /**
   * Adds entries to the chain of a document whose row is locked in this unit, and moves the chain's end that the row carries.
   * The row itself is updated here; live entries are repeated in the cell's chain log.
   */
  async append(owner: ChainOwner, ...happenings: Happening[]): Promise<AuditEntry[]> {
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
    await CurrentTenant.batch([
      ...entryRows(entries, TABLES, { isLogged: environment === 'live' }),
      headUpdate(owner),
    ])
    return entries
  },

  /** Oldest first, from after a sequence. */
  async read(documentId: string, { after = 0, limit = 1_000 } = {}): Promise<ReadEntry[]> {
    const [entries, values] = await CurrentTenant.batch([
      {
        text: 'select * from audit_entries where chain = $1 and sequence > $2 order by sequence limit $3',
        values: [documentId, after, limit],
      },
      {
        text: `select v.entry_id, v.field, v.value from personal_values v join audit_entries e on e.id = v.entry_id
                where e.chain = $1 and e.sequence > $2 and e.sequence <= $2 + $3`,
        values: [documentId, after, limit],
      },
    ])
    return entries.map((row) => readEntry(row, values))
  },
}

function headUpdate({ id, chainSequence, chainHash }: ChainOwner): Statement {
  return {
    text: 'update documents set chain_sequence = $2, chain_hash = $3 where id = $1',
    values: [id, chainSequence, chainHash],
  }
}
