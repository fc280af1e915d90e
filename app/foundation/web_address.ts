import { isOneLine } from './printable_text.js'

/** What was typed or sent as an address of the web. Null for what `URL.parse` would mend: the text is kept as it stands. */
export function webAddress(text: string): URL | null {
  const url = isOneLine(text) ? URL.parse(text) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}
