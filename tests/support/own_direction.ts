const RIGHT_TO_LEFT = /[\u0590-\u08ff]/
const ISOLATED = /\u2068[^\u2068\u2069]*\u2069/g
/** What is no running text: code, choices and titles show one thing alone. */
const ALONE = new Set(['script', 'style', 'title', 'option', 'textarea', 'code', 'pre'])
const VOID = /^(?:area|base|br|col|hr|img|input|link|meta|source|track|wbr)$/
const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|([^<]+)/gi

/** Words of a page that are read from right to left and could turn what stands beside them: neither in `<bdi>` nor between isolates. */
export function unisolatedWords(html: string): string[] {
  const open: { name: string; isIsolated: boolean }[] = []
  const found: string[] = []
  for (const [, isEnd, tag = '', attributes = '', text] of html.matchAll(TOKEN)) {
    const name = tag.toLowerCase()
    if (text !== undefined) {
      const isIsolated = open.some((one) => one.isIsolated)
      if (!isIsolated && RIGHT_TO_LEFT.test(text.replace(ISOLATED, ''))) found.push(text.trim())
    } else if (isEnd) {
      while (open.length > 0 && open.pop()!.name !== name);
    } else if (name && !VOID.test(name) && !attributes.endsWith('/')) {
      const isIsolated = name === 'bdi' || ALONE.has(name) || /\bhidden\b/.test(attributes)
      open.push({ name, isIsolated })
    }
  }
  return found
}
