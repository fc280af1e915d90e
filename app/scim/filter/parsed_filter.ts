import { parse, type Filter } from 'scim2-parse-filter'
import InvalidFilter from '../errors/invalid_filter.js'

/** Long enough for every client that we know of; what is nested in it cannot be deep. */
const MAX_LENGTH = 1_000

export type { Filter }

/** @throws InvalidFilter */
export function parsedFilter(text: string): Filter {
  if (text.length > MAX_LENGTH)
    throw new InvalidFilter(`A filter has at most ${MAX_LENGTH} characters`)
  try {
    return parse(text)
  } catch {
    throw new InvalidFilter('This filter cannot be read (RFC 7644, section 3.4.2.2)')
  }
}
