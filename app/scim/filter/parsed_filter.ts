import { parse, type Filter } from 'scim2-parse-filter'
import { isOneLine } from '#app/foundation/printable_text'
import InvalidFilter from '../errors/invalid_filter.js'

/** Long enough for every client that we know of; what is nested in it cannot be deep. */
const MAX_LENGTH = 1_000

export type { Filter }

/** @throws InvalidFilter */
export function parsedFilter(text: string): Filter {
  if (text.length > MAX_LENGTH)
    throw new InvalidFilter(`A filter has at most ${MAX_LENGTH} characters`)
  try {
    return withValues(parse(text))
  } catch {
    throw new InvalidFilter('This filter cannot be read (RFC 7644, section 3.4.2.2)')
  }
}

/** The parser leaves escapes in values as they are, but for quotation marks. */
function withValues(filter: Filter): Filter {
  if (filter.op === 'and' || filter.op === 'or')
    return { ...filter, filters: filter.filters.map(withValues) }
  if (filter.op === 'not') return { ...filter, filter: withValues(filter.filter) }
  if (filter.op === '[]') return { ...filter, valFilter: withValues(filter.valFilter) }
  if (!('compValue' in filter) || typeof filter.compValue !== 'string') return filter
  return { ...filter, compValue: unescaped(filter.compValue) }
}

/** Values are JSON texts; but some clients send `DOMAIN\bob` as it is, and nobody's name has a backspace. */
function unescaped(value: string): string {
  try {
    const text = String(JSON.parse(`"${value.replaceAll('"', '\\"')}"`))
    return isOneLine(text) ? text : value
  } catch {
    return value
  }
}
