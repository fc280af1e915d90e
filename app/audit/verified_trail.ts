import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { OrNull, RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'
import { checkChain } from './chain_check.js'
import { PERSON_ERASED } from './erased_values.js'
import type { PersonalValue } from './personal_value.js'
import { readEntry, type ReadEntry } from './read_entry.js'
import EvidenceContradicted from './errors/evidence_contradicted.js'

/** An entry with the text that its hash covers, and the salts with which its commitments can be recomputed. */
export interface VerifiedEntry extends ReadEntry {
  text: string
  values: readonly PersonalValue[]
}

type StoredValue = { field: string; salt: string; value: string }

interface WholeRow
  extends RowOf<'audit_entries'>, OrNull<RowOf<'documents', 'chain_sequence' | 'chain_hash'>> {
  is_owned: boolean
  personal: StoredValue[] | null
}

/** One statement, so that the entries, their values and the end that the document names are of one moment. */
const WHOLE = `
  select e.*, d.id is not null as is_owned, d.chain_sequence, d.chain_hash,
         (select json_agg(json_build_object('field', v.field, 'salt', encode(v.salt, 'hex'), 'value', v.value) order by v.field)
            from personal_values v where v.entry_id = e.id) as personal
    from audit_entries e left join documents d on d.id = e.chain
   where e.chain = $1 order by e.sequence`

/**
 * A whole trail that was checked link by link, against its personal values and against the end that its document names. Evidence is
 * made from nothing else.
 */
export class VerifiedTrail {
  private constructor(
    readonly documentId: string,
    readonly entries: readonly VerifiedEntry[]
  ) {}

  /** @throws EvidenceContradicted */
  static async of(documentId: string): Promise<VerifiedTrail> {
    const [rows] = await CurrentTenant.batch([VerifiedTrail.reading(documentId)])
    return VerifiedTrail.from(documentId, rows)
  }

  /** Part of a batch that reads more; `from` takes the answer. */
  static reading(documentId: string): Query<WholeRow> {
    return query(WHOLE, [documentId])
  }

  /** @throws EvidenceContradicted */
  static from(documentId: string, rows: readonly WholeRow[]): VerifiedTrail {
    const values = new Map(rows.map((row) => [row.id, valuesOf(row)]))
    const findings = checkChain({
      id: documentId,
      entries: rows,
      values,
      head: headOf(rows),
      log: null,
    })
    if (rows.length === 0) throw new EvidenceContradicted(documentId, ['it has no audit trail'])
    if (findings.length > 0)
      throw new EvidenceContradicted(
        documentId,
        findings.map(({ sequence, message }) => `entry ${sequence}: ${message}`)
      )
    return new VerifiedTrail(
      documentId,
      rows.map((row) => verified(row, values.get(row.id) ?? []))
    )
  }

  get length(): number {
    return this.entries.length
  }

  /** The hash of the last entry: it stands for all of them. */
  get head(): string {
    return this.entries.at(-1)?.hash ?? ''
  }

  /**
   * The trail as it was once the last entry with one of these actions stood in it; the whole where there is none. It goes on to the last that
   * says what was erased before its certificate was made: else nothing in it would say why values are missing.
   */
  until(...actions: string[]): VerifiedTrail {
    const { entries } = this
    const end = entries.findLastIndex(({ action }) => actions.includes(action))
    if (end === -1) return this
    const made = entries.findIndex(({ action }) => action === 'certificate.made')
    const erased = entries.findLastIndex(
      ({ action }, place) => action === PERSON_ERASED && (made === -1 || place < made)
    )
    return new VerifiedTrail(this.documentId, entries.slice(0, Math.max(end, erased) + 1))
  }
}

function headOf([row]: readonly WholeRow[]) {
  if (!row || row.chain_sequence === null) return null
  return { sequence: row.chain_sequence, hash: row.chain_hash }
}

function valuesOf({ personal }: WholeRow): PersonalValue[] {
  return (personal ?? []).map(({ field, salt, value }) => ({
    field,
    value,
    salt: Buffer.from(salt, 'hex'),
  }))
}

function verified(row: WholeRow, values: readonly PersonalValue[]): VerifiedEntry {
  return { ...readEntry(row, values), text: row.body, values }
}
