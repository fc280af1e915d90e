import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'
import type { EntryRow, ValueRow } from './read_entry.js'

/** Which entries of the security trail; conditions combine with AND, but for the two of the actor, of which one is enough. */
export interface SecurityFilter {
  actions?: readonly string[]
  /** Ids of those who did it: users, operators, `system`. */
  actorIds?: readonly string[]
  /** A pattern for `ilike`: the name of who did it, as it was then. */
  actorName?: string
  ipAddress?: string
  /** Inclusive. */
  from?: Date
  /** Exclusive. */
  until?: Date
}

/** A page of what was found: newest first from before a sequence, or oldest first from after one. */
export type SecurityPage = { limit: number } & ({ before: number } | { after: number })

/** Before it is every entry. */
export const NEWEST = 2 ** 31 - 1

/** As the index has it. */
const ACTOR = `substring(body from '^\\{"action":"[^"]*","actor":\\{"id":"([^"]*)"')`

type Statements = readonly [
  Query<RowOf<'chain_head', 'sequence'>>,
  Query<EntryRow>,
  Query<ValueRow>,
]

/** The end of the chain, the entries of a page, and their personal values. The end is read first: what is committed meanwhile comes after it. */
export function searching(filter: SecurityFilter, page: SecurityPage): Statements {
  const values: unknown[] = []
  const where = conditions(filter, page, (value) => `$${values.push(value)}`)
  const order = 'before' in page ? 'desc' : 'asc'
  const entries = `select * from security_entries where ${where.join(' and ')}
    order by sequence ${order} limit $${values.push(page.limit)}`
  return [
    query('select sequence from chain_head'),
    query(entries, values),
    query(
      `select v.entry_id, v.field, v.value from security_values v join (${entries}) e on e.id = v.entry_id`,
      values
    ),
  ]
}

function conditions(
  { actions, actorIds, actorName, ipAddress, from, until }: SecurityFilter,
  page: SecurityPage,
  add: (value: unknown) => string
): string[] {
  const where = [`chain = 'security'`]
  where.push('before' in page ? `sequence < ${add(page.before)}` : `sequence > ${add(page.after)}`)
  if (actions) where.push(`action = any(${add(actions)})`)
  if (from) where.push(`at >= ${add(from)}`)
  if (until) where.push(`at < ${add(until)}`)
  if (ipAddress !== undefined)
    where.push(`id in (${valueOf('ipAddress')} and value = ${add(ipAddress)})`)
  const who = [
    ...(actorIds ? [`${ACTOR} = any(${add(actorIds)})`] : []),
    ...(actorName === undefined
      ? []
      : [`id in (${valueOf('actorName')} and value ilike ${add(actorName)})`]),
  ]
  if (who.length > 0) where.push(`(${who.join(' or ')})`)
  return where
}

function valueOf(field: string): string {
  return `select entry_id from security_values where field = '${field}'`
}
