/** What the pages behind the log-in begin with: by themselves, and after `/test`. Links by which strangers come in, such as `/reset/:token`, are none. */
const SECTIONS = ['account', 'analytics', 'bulk-actions', 'bulk-sends', 'documents', 'help']
  .concat(['home', 'labels', 'notices', 'settings', 'templates', 'tenants', 'views'])
  .join('|')
const OF_SANDBOX = 'clock|mailbox|reset'

/** Beside `/` alone: what begins with two slashes is another host. */
const PAGES = new RegExp(`^/(?:$|(?:(?:test/)?(?:${SECTIONS})|test/(?:${OF_SANDBOX})|test)(?:/|$))`)
const MAX_LENGTH = 500

/** Where to go after the log-in: a page of this dashboard, and nothing that a stranger's link could make of it. */
export function nextPath(wanted: unknown): string | null {
  if (typeof wanted !== 'string' || wanted.length > MAX_LENGTH || !wanted.startsWith('/'))
    return null
  const url = URL.parse(wanted, 'http://here.invalid')
  if (url?.origin !== 'http://here.invalid') return null
  return PAGES.test(url.pathname) ? url.pathname + url.search : null
}
