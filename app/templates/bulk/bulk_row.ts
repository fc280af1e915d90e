import { isVisible, type Audience } from '#app/identity/access/visibility'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query, type Statement } from '#app/tenancy/statement'
import type { SenderValues } from '../sender_values.js'
import type { Person } from '../use.js'
import type { FaultyRow, RowFault } from './row_fault.js'

export type BulkRowState = RowOf<'bulk_rows'>['state']

/** Whom one document goes to, and what the sender fills in. */
export interface BulkEntry {
  people: readonly Person[]
  values: SenderValues
}

export type StoredRow = RowOf<'bulk_rows', 'number' | 'cells' | 'fault'> & {
  people: Person[] | null
  answers: SenderValues | null
}

/** A row as lists show it: its people are those of its document, where it has one. */
export type ListedRow = RowOf<
  'bulk_rows',
  'number' | 'state' | 'fault' | 'document_id' | 'cells'
> & {
  people: Person[] | null
  /** Null for a row of an earlier release. */
  faults: RowFault[] | null
  /** Of one that was not sent. */
  answers: SenderValues | null
  document_status: RowOf<'documents'>['status'] | null
}

export interface RowCriteria {
  /** Of whom: documents that they do not see are known by their ids alone. */
  audience: Audience
  state?: BulkRowState
  /** Of a draft: those that cannot be sent. */
  onlyFaulty?: boolean
  after?: number
}

const AT_ONCE = 1_000

/** With an address among the people of a row that was not sent, or in what was uploaded of it. */
const NAMES_ADDRESS = `state <> 'sent' and (
        exists (select from jsonb_array_elements(people) p where lower(p ->> 'email') = lower($1))
        or exists (select from unnest(cells) c where lower(btrim(c)) = lower($1)))`

const REF = `bulk_send_id || '.' || number`

const FORGET = `update bulk_rows set people = null, answers = null, cells = null, fault = $2,
  state = case when state = 'waiting' then 'failed' else state end`

/** Erased with the documents of the person: the row does not tell either who it was. */
export const ERASED = 'This person was erased.'

export const BulkRows = {
  /** Statements for any number of rows, in order. @param from  the number of the first */
  storing(
    bulkSendId: string,
    rows: readonly (Partial<BulkEntry & FaultyRow> & { cells?: readonly string[] })[]
  ): Statement[] {
    const told = toldOf(rows)
    const text = `insert into bulk_rows (bulk_send_id, number, cells, people, answers, state, fault${told && `, ${told}`})
      select $1, number, cells, people, answers, 'waiting', fault${told && `, ${told}`}
        from jsonb_to_recordset($2::jsonb) as r (number int, cells text[], people jsonb, answers jsonb, fault text, faults jsonb)`
    const stored = rows.map(({ cells, people, values, fault, faults }, index) => ({
      ...{ number: index + 1, cells: cells ?? null, people: people ?? null },
      ...{ answers: values ?? null, fault: fault ?? null, faults: faults ?? null },
    }))
    return parts(stored).map((part) => ({ text, values: [bulkSendId, JSON.stringify(part)] }))
  },

  /** What the rows of a draft mean from now on. */
  reading(
    bulkSendId: string,
    rows: readonly (BulkEntry & Partial<FaultyRow> & { number: number })[]
  ): Statement[] {
    const told = toldOf(rows)
    const text = `update bulk_rows b set people = r.people, answers = r.answers, fault = r.fault${told && `, ${told} = r.${told}`}
        from jsonb_to_recordset($2::jsonb) as r (number int, people jsonb, answers jsonb, fault text, faults jsonb)
       where b.bulk_send_id = $1 and b.number = r.number and b.state = 'waiting'`
    const stored = rows.map(({ number, people, values, fault, faults }) => ({
      ...{ number, people, answers: values, fault: fault ?? null, faults: faults ?? null },
    }))
    return parts(stored).map((part) => ({ text, values: [bulkSendId, JSON.stringify(part)] }))
  },

  async waiting(bulkSendId: string, limit: number): Promise<StoredRow[]> {
    const [rows] = await CurrentTenant.batch([
      query<StoredRow>(
        `select number, cells, people, answers, fault from bulk_rows
          where bulk_send_id = $1 and state = 'waiting' order by number limit $2`,
        [bulkSendId, limit]
      ),
    ])
    return rows
  },

  listing(
    bulkSendId: string,
    { audience, state, onlyFaulty = false, after = 0 }: RowCriteria,
    limit: number
  ): Query<ListedRow> {
    return query(
      `select r.number, r.state, r.fault, to_jsonb(r) -> 'faults' as faults, r.document_id, r.cells, r.answers, d.status as document_status,
              coalesce(r.people, (select jsonb_agg(jsonb_build_object('role', coalesce(s.key, ''), 'name', s.name, 'email', s.email) order by s.id)
                 from signers s where s.document_id = d.id)) as people
         from bulk_rows r left join documents d on d.id = r.document_id and ${isVisible('$6', 'd')}
        where r.bulk_send_id = $1 and r.number > $2 and ($3::text is null or r.state = $3) and (not $4::boolean or r.fault is not null)
        order by r.number limit $5`,
      [bulkSendId, after, state ?? null, onlyFaulty, limit, audience]
    )
  },

  /** How many rows `forgetting` would change. */
  counting(email: string): Query<{ rows: number }> {
    return query(`select count(*)::int as rows from bulk_rows where ${NAMES_ADDRESS}`, [email])
  },

  /** Part of the unit that erases a person: rows that were not sent forget them, and will not be. `ref` is `blk_….<number>`. */
  forgetting(email: string): Query<{ ref: string }> {
    return query(`${FORGET} where ${NAMES_ADDRESS} returning ${REF} as ref`, [email, ERASED])
  },

  /** The same of rows that came back with an earlier database. */
  forgettingAgain(refs: readonly string[]): Query<{ ref: string }> {
    const isThere = `state <> 'sent' and (people is not null or cells is not null)`
    const text = `${FORGET} where ${REF} = any ($1) and ${isThere} returning ${REF} as ref`
    return query(text, [refs, ERASED])
  },
}

/** The column of the codes, where there are any: a tenant that is not migrated yet has none. */
function toldOf(rows: readonly Partial<FaultyRow>[]): 'faults' | '' {
  return rows.some(({ faults }) => faults !== undefined) ? 'faults' : ''
}

function parts<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / AT_ONCE)
  return Array.from({ length: count }, (_, n) => rows.slice(n * AT_ONCE, (n + 1) * AT_ONCE))
}
