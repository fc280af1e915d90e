import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import type { PlatformRow } from '#app/tenancy/row'
import type { PlatformAction } from './audit_action.js'
import { forge, type AuditEntry, type Happening } from './audit_entry.js'
import { readEntries, type EntryRow, type ReadEntry, type ValueRow } from './read_entry.js'

/** There is one chain of operators, so its name need not be an id. */
export const PLATFORM_CHAIN = 'platform'

const HEAD = 'select sequence, hash from chain_head for update'
type Head = PlatformRow<'chain_head', 'sequence' | 'hash'>
const NEW_HEAD = 'update chain_head set sequence = ?, hash = ?'
const PAGE = 'select * from entries where sequence < ? order by sequence desc limit ?'

/** The trail of those who operate the platform: every tenant made, suspended or entered, every plan changed, and by whom. */
export const PlatformTrail = {
  /**
   * Adds an entry to the operators' chain, whose end is the row that is locked here; it is repeated in the log of the cell that
   * holds the platform.
   *
   * @param trx  the transaction of the change, so that neither is ever there without the other; without it one of its own
   */
  async append(
    happening: Happening<PlatformAction>,
    trx?: TransactionClientContract
  ): Promise<AuditEntry> {
    if (!trx) return platformTransaction((own) => this.append(happening, own))
    const { rows } = await trx.rawQuery<{ rows: Head[] }>(HEAD)
    const entry = continued(rows[0], happening)
    await write(entry, trx)
    await trx.rawQuery(NEW_HEAD, [entry.sequence, entry.hash])
    return entry
  },

  /** Newest first, from before a sequence. */
  async read({ before = 2 ** 31 - 1, limit = 50 } = {}): Promise<ReadEntry[]> {
    const platform = db.connection('platform')
    const wanted = [before, limit]
    const entries = await platform.rawQuery<{ rows: EntryRow[] }>(PAGE, wanted)
    const values = await platform.rawQuery<{ rows: ValueRow[] }>(
      `select v.entry_id, v.field, v.value from entry_values v join (${PAGE}) e on e.id = v.entry_id`,
      wanted
    )
    return readEntries(entries.rows, values.rows)
  },
}

function continued(head: Head, happening: Happening): AuditEntry {
  const place = {
    id: newId('aud'),
    chain: PLATFORM_CHAIN,
    sequence: head.sequence + 1,
    prevHash: head.hash,
    at: clock.now(),
  }
  return forge(place, happening)
}

async function write(entry: AuditEntry, trx: TransactionClientContract): Promise<void> {
  const { prevHash, personal, ...columns } = entry
  const { chain, sequence, hash } = entry
  await trx.table('entries').insert({ ...columns, prev_hash: prevHash })
  if (personal.length > 0) {
    const values = personal.map((value) => ({ entry_id: entry.id, ...value }))
    await trx.table('entry_values').multiInsert(values)
  }
  await trx.table('cell.chain_log').insert({ chain, sequence, hash })
}
