const PLACES = /^\/(?:test\/)?(?:account|documents|home|settings|mailbox)(?:[/?]|$)/
const MAX_LENGTH = 500

/** Where to go after the log-in: a page of this dashboard, and nothing that a stranger's link could make of it. */
export function nextPath(wanted: unknown): string | null {
  if (typeof wanted !== 'string' || wanted.length > MAX_LENGTH || !wanted.startsWith('/'))
    return null
  const url = URL.parse(wanted, 'http://here.invalid')
  if (url?.origin !== 'http://here.invalid') return null
  const path = url.pathname + url.search
  return PLACES.test(path) ? path : null
}
