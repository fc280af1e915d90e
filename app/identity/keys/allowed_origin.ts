export const MAX_ORIGINS = 20

const MAX_LENGTH = 300
/** Browsers take these for safe without TLS, and nobody else can be there. */
const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The origin of web pages that may read what a live key is answered, as browsers send it: scheme, host and port, nothing more.
 *
 * @returns null for what is no such origin: paths, wildcards, and HTTP beyond one's own machine
 */
export function allowedOrigin(typed: string): string | null {
  const url = typed.length <= MAX_LENGTH ? URL.parse(typed) : null
  if (!url || url.hostname.includes('*') || url.username || url.password) return null
  const isSafe = url.protocol === 'https:'
  const isOwn = url.protocol === 'http:' && OWN_MACHINE.has(url.hostname)
  const isBare = url.pathname === '/' && !/[?#]/.test(typed)
  return isBare && (isSafe || isOwn) ? url.origin : null
}
