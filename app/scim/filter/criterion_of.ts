import {
  COMPARISONS,
  type Comparison,
  type Criterion,
  type FieldSql,
} from '#app/directory/criterion'
import { printableOf } from '#app/foundation/printable_text'
import InvalidFilter from '../errors/invalid_filter.js'
import { parsedFilter, type Filter } from './parsed_filter.js'

const URN = /^urn:ietf:params:scim:schemas:[\w.:]*:2\.0:(?:User|Group):/i

export interface Terms<Field extends string> {
  fields: Record<Field, FieldSql>
  /** Other names of fields, in lower case. */
  aliases: Record<string, Field>
}

/**
 * A client's filter, in terms of what a directory can search by.
 *
 * @throws InvalidFilter for what it cannot
 */
export function criterionOf<Field extends string>(
  text: string,
  terms: Terms<Field>
): Criterion<Field> {
  return criterion(parsedFilter(text), terms, '')
}

function criterion<Field extends string>(
  filter: Filter,
  terms: Terms<Field>,
  within: string
): Criterion<Field> {
  switch (filter.op) {
    case 'and':
    case 'or':
      return { op: filter.op, all: filter.filters.map((one) => criterion(one, terms, within)) }
    case 'not':
      return { op: 'not', one: criterion(filter.filter, terms, within) }
    case '[]':
      return criterion(filter.valFilter, terms, `${filter.attrPath}.`)
    default:
      return compared(filter, terms, within)
  }
}

type Compared = Exclude<Filter, { op: 'and' | 'or' | 'not' | '[]' }>

function compared<Field extends string>(
  filter: Compared,
  terms: Terms<Field>,
  within: string
): Criterion<Field> {
  const path = `${within}${filter.attrPath.replace(URN, '')}`.toLowerCase()
  // the one address that counts is the primary one, at work
  if (/^emails\.(?:type|primary)$/.test(path)) return ofTheAddress(path, filter)
  const field =
    terms.aliases[path] ??
    (Object.keys(terms.fields) as Field[]).find((name) => name.toLowerCase() === path)
  if (!field || !Object.hasOwn(terms.fields, field))
    throw new InvalidFilter(`Resources cannot be searched by ${filter.attrPath}`)
  if (filter.op === 'pr') return { op: 'pr', field }
  if (!(COMPARISONS as readonly string[]).includes(filter.op) || !('compValue' in filter))
    throw new InvalidFilter(`${filter.op} is no operator`)
  const op = filter.op as Comparison
  const { kind } = terms.fields[field]
  return { op, field, value: comparable(kind, op, filter.compValue) }
}

function ofTheAddress<Field extends string>(path: string, filter: Compared): Criterion<Field> {
  const own = path.endsWith('type') ? 'work' : true
  const value = 'compValue' in filter ? filter.compValue : own
  const isEqual = String(value).toLowerCase() === String(own)
  return { op: (filter.op === 'ne') === isEqual ? 'never' : 'always' }
}

function comparable(
  kind: FieldSql['kind'],
  op: Comparison,
  value: unknown
): string | boolean | Date | null {
  if (value === null && (op === 'eq' || op === 'ne')) return null
  if (kind === 'boolean') {
    const word = String(value).toLowerCase()
    if ((op === 'eq' || op === 'ne') && (word === 'true' || word === 'false'))
      return word === 'true'
    throw new InvalidFilter('A boolean is equal to true or false, or not')
  }
  if (typeof value !== 'string') throw new InvalidFilter('This is compared with a text')
  if (kind !== 'time') return printableOf(value)
  const time = new Date(value)
  const year = time.getUTCFullYear()
  // PostgreSQL knows fewer years than JavaScript
  if (!(year >= 1 && year <= 9_999) || /^(?:co|sw|ew)$/.test(op))
    throw new InvalidFilter('This is compared with a time, such as 2026-01-31T12:00:00Z')
  return time
}
