const OF_CODES = ['account', 'document', 'sha256']
const PLAIN = /^\w{1,80}$/

/** What of a query goes with a link whose host is suspended: the code of a certificate, without which it names nothing. Empty, or with its question mark. */
export function keptQuery(query: Readonly<Record<string, unknown>>): string {
  const kept = OF_CODES.flatMap((name) => {
    const value = query[name]
    return typeof value === 'string' && PLAIN.test(value) ? [`${name}=${value}`] : []
  })
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}
