import { isOneLine } from './printable_text.js'

const CHARACTER = String.raw`(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})`
const HOST = String.raw`(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?`

/** Of RFC 3986, without user names. */
const URI = new RegExp(
  String.raw`^https?://${HOST}(?:/${CHARACTER}*)?(?:\?(?:${CHARACTER}|\?)*)?(?:#(?:${CHARACTER}|\?)*)?$`,
  'i'
)

/** What was typed or sent as an address of the web; its text may be one that `URL.parse` has mended. */
export function webAddress(text: string): URL | null {
  const url = isOneLine(text) ? URL.parse(text) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}

/** An address as a URI: as it was written if it is one, otherwise as browsers read it. */
export function uriOf(address: URL, text: string): string {
  if (URI.test(text)) return text
  const { protocol, host, pathname, search, hash } = address
  const fragment = hash && `#${escaped(hash.slice(1))}`
  return `${protocol}//${personOf(address)}${host}${escaped(pathname)}${escaped(search)}${fragment}`
}

/** Who refuses names and passwords has to see them. */
function personOf({ username, password }: URL): string {
  if (!username && !password) return ''
  return `${escaped(username)}${password && `:${escaped(password)}`}@`
}

/** Browsers leave a few characters as they are that no URI has. */
function escaped(part: string): string {
  return part
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replace(/[^\w.~!$&'()*+,;=:@/?%-]/gu, (character) => encodeURIComponent(character))
}
