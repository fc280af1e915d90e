/** Pages behind a signing link that somebody may be sent back to. */
const PAGES = ['ask', 'decline', 'delegate', 'report', 'withdraw']

/** The end of an address: empty for the link itself, and for whatever is none of these. */
export function pageBehind(name: unknown): string {
  return PAGES.includes(name as string) ? `/${name}` : ''
}

/** Which of them is asked for. */
export function pageAt(path: string): string | undefined {
  return PAGES.find((name) => path.endsWith(`/${name}`))
}
