import type { IncomingMessage } from 'node:http'

const NAME = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/

/**
 * The host that a request names, without its port; null for what cannot be one of ours: an address in brackets, a trailing dot,
 * letters beyond ASCII, user information. No other header has a say, and two Host headers have none either (RFC 9112, 3.2).
 */
export function hostOf({ headers, rawHeaders }: IncomingMessage): string | null {
  if (!headers.host || count(rawHeaders, 'host') !== 1) return null
  const host = headers.host.toLowerCase().replace(/:\d{1,5}$/, '')
  return isName(host) ? host : null
}

export function isName(text: string): boolean {
  return NAME.test(text)
}

/** Node keeps the first of two Host headers and says nothing. */
function count(rawHeaders: readonly string[], name: string): number {
  let found = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]
    if (header.length === name.length && header.toLowerCase() === name) found += 1
  }
  return found
}
