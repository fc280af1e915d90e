import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import UnitMisused from '#app/tenancy/errors/unit_misused'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'
import type { AccountAction } from './audit_action.js'
import { forge, type AuditEntry, type Happening } from './audit_entry.js'
import { entryRows } from './entry_rows.js'
import { readEntries, type ReadEntry } from './read_entry.js'
import { NEWEST, searching, type SecurityFilter, type SecurityPage } from './security_search.js'

/** There is one chain in an account, so its name need not be an id. */
export const SECURITY_CHAIN = 'security'

const TABLES = { entries: 'security_entries', values: 'security_values' }
interface FoundEntries {
  entries: ReadEntry[]
  newest: number
}

type Head = RowOf<'chain_head', 'sequence' | 'hash'>

const LOCKED = query<Head>('select sequence, hash from chain_head for update')

/** The trail of an account: who was let in, who may do what, which keys, hosts and looks were changed, and by whom. */
export const SecurityTrail = {
  /**
   * Adds entries to the account's chain, whose end is the row that is locked here and that PostgreSQL moves with the entries; each is
   * repeated in the cell's chain log. A unit that locks rows of the account locks this one before them: first the policies (log-in, second factor), then the end of
   * the chain, then people, keys and the like. Two units that did it the other way about would wait for each other.
   *
   * @throws E_UNIT_MISUSED outside a unit: an entry without its change would be a lie, and a change without its entry a secret
   */
  async append(...happenings: Happening<AccountAction>[]): Promise<AuditEntry[]> {
    if (!CurrentTenant.isInUnit)
      throw new UnitMisused('The security trail is written in the unit of the change')
    const [[head]] = await CurrentTenant.batch([LOCKED])
    const entries = chained(head, happenings)
    await CurrentTenant.batch(entryRows(entries, TABLES, { isLogged: true }))
    return entries
  },

  /** Holds the account until the unit ends, as an entry does, before it is known whether there is one. */
  async lock(): Promise<void> {
    await CurrentTenant.batch([LOCKED])
  },

  /** When something was last done, as part of a batch that reads more. */
  last(action: AccountAction): Query<RowOf<'security_entries', 'at'>> {
    return query(
      'select at from security_entries where action = $1 order by sequence desc limit 1',
      [action]
    )
  },

  /** Newest first, from before a sequence. */
  async read({ before = NEWEST, limit = 50 } = {}): Promise<ReadEntry[]> {
    return SecurityTrail.page({}, { before, limit })
  },

  /** A page of the entries that fit, each with the personal values that have not been erased. */
  async page(filter: SecurityFilter, page: SecurityPage): Promise<ReadEntry[]> {
    const [, entries, personal] = searching(filter, page)
    const [rows, values] = await CurrentTenant.batch([entries, personal] as const)
    return readEntries(rows, values)
  },

  /**
   * The same for somebody who goes on from its end later.
   *
   * @returns also the sequence of the newest entry of all. Entries get theirs under the chain's lock, so none appears at or below it later.
   */
  async search(filter: SecurityFilter, page: SecurityPage): Promise<FoundEntries> {
    const [[head], rows, values] = await CurrentTenant.batch(searching(filter, page))
    return { entries: readEntries(rows, values), newest: head.sequence }
  },
}

function chained(head: Head, happenings: readonly Happening[]): AuditEntry[] {
  const { environment } = CurrentTenant.get()
  const at = clock.now()
  let { sequence, hash: prevHash } = head
  return happenings.map((happening) => {
    sequence += 1
    const place = { id: newId('aud', environment), chain: SECURITY_CHAIN, sequence, prevHash, at }
    const entry = forge(place, happening)
    prevHash = entry.hash
    return entry
  })
}
