import { cutText } from '#app/foundation/cut_text'
import InvalidPath from '../errors/invalid_path.js'
import { parsedFilter, type Filter } from '../filter/parsed_filter.js'

/** `urn:…:User:name.givenName`, `emails[type eq "work"].value` (RFC 7644, 3.5.2). */
export interface Path {
  /** In lower case; null for the core schema. */
  extension: string | null
  /** Null for all of an extension. */
  attribute: string | null
  filter: Filter | null
  sub: string | null
}

const MAX_LENGTH = 1_000
const URN = /^(urn:ietf:params:scim:schemas:[\w:.]+:2\.0:(?:User|Group))(?::|$)/i
const REST = /^([A-Za-z$][\w$-]*)(?:\[([^\]]*)\])?(?:\.([A-Za-z$][\w$-]*))?$/
const CORE = /:core:2\.0:/i

/** @throws InvalidPath */
export function pathOf(text: string): Path {
  const urn = URN.exec(text.slice(0, MAX_LENGTH))?.[0] ?? ''
  const extension = urn && !CORE.test(urn) ? urn.replace(/:$/, '').toLowerCase() : null
  const rest = text.slice(urn.length)
  if (rest === '' && extension) return { extension, attribute: null, filter: null, sub: null }
  const [, attribute, filter, sub] = (text.length <= MAX_LENGTH && REST.exec(rest)) || []
  if (!attribute) throw new InvalidPath(`The path ${cutText(text, 100)} cannot be read`)
  return {
    extension,
    attribute,
    filter: filter === undefined ? null : parsedFilter(filter),
    sub: sub ?? null,
  }
}
