const MAX_KEPT_BYTES = 8 * 1024
const MAX_HEADER_CHARACTERS = 256

/** What helps to find out why a receiver refused; cookies and the like are nobody's business. */
const KEPT_HEADERS = [
  'content-type',
  'content-length',
  'date',
  'location',
  'retry-after',
  'server',
  'x-request-id',
]

const SECRET = /whsec_[A-Za-z0-9+/=]+/g

/** The beginning of an answer as text, cut between characters; PostgreSQL keeps no NUL, and nobody keeps a secret that was echoed. */
export function excerpt(body: Buffer): string {
  const decoder = new TextDecoder('utf-8')
  const text = decoder.decode(body.subarray(0, MAX_KEPT_BYTES), { stream: true })
  return text.replaceAll('\0', '').replace(SECRET, 'whsec_…')
}

export function keptHeaders(
  headers: Record<string, string | string[] | undefined>
): Record<string, string> {
  const kept = KEPT_HEADERS.filter((name) => typeof headers[name] === 'string')
  return Object.fromEntries(
    kept.map((name) => [name, String(headers[name]).slice(0, MAX_HEADER_CHARACTERS)])
  )
}
