import InvalidFilter from '../errors/invalid_filter.js'
import type { Filter } from '../filter/parsed_filter.js'
import type { Complex } from '../resources/value.js'

/** Whether a filter selects one value of a list. @throws InvalidFilter for an operator that makes no sense there */
export function matches(filter: Filter, item: Complex): boolean {
  switch (filter.op) {
    case 'and':
      return filter.filters.every((one) => matches(one, item))
    case 'or':
      return filter.filters.some((one) => matches(one, item))
    case 'not':
      return !matches(filter.filter, item)
    case 'pr':
      return part(item, filter.attrPath) !== undefined
    case 'eq':
    case 'ne':
      return isEqual(part(item, filter.attrPath), filter.compValue) === (filter.op === 'eq')
    case 'co':
    case 'sw':
    case 'ew':
      return holds(filter.op, part(item, filter.attrPath), filter.compValue)
    default:
      throw new InvalidFilter(`${filter.op} cannot choose values of a list`)
  }
}

/** What a filter says a value is equal to; null where it says anything else. */
export function equationsOf(filter: Filter): Record<string, unknown> | null {
  if (filter.op === 'eq') return { [filter.attrPath]: filter.compValue }
  if (filter.op !== 'and') return null
  const all = filter.filters.map(equationsOf)
  return all.includes(null) ? null : Object.assign({}, ...all)
}

function part(item: Complex, name: string): string | boolean | undefined {
  const wanted = name.toLowerCase()
  return Object.entries(item).find(([key]) => key.toLowerCase() === wanted)?.[1]
}

function isEqual(value: unknown, wanted: unknown): boolean {
  if (value === undefined || wanted === null) return (value ?? null) === wanted
  return String(value).toLowerCase() === String(wanted).toLowerCase()
}

function holds(op: 'co' | 'sw' | 'ew', value: unknown, wanted: unknown): boolean {
  const [text, searched] = [value, wanted].map((one) => String(one ?? '').toLowerCase())
  if (op === 'co') return text.includes(searched)
  return op === 'sw' ? text.startsWith(searched) : text.endsWith(searched)
}
