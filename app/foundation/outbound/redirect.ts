import UrlUnreachable from '../errors/url_unreachable.js'

const STATUSES = [301, 302, 303, 307, 308]
/** What was meant for one origin is not for the next. */
const CREDENTIALS = ['authorization', 'cookie', 'proxy-authorization']

export interface Hop {
  url: string
  headers: Record<string, string>
}

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
}

/** Where an answer sends us, if anywhere; only requests without a body follow. */
export function redirect(
  { status, headers: { location } }: Answer,
  method: string,
  from: URL,
  headers: Record<string, string>
): Hop | null {
  const follows = STATUSES.includes(status) && (method === 'GET' || method === 'HEAD')
  if (!follows || typeof location !== 'string') return null
  const to = URL.parse(location, from.href)
  if (!to) throw new UrlUnreachable('answer')
  return {
    url: to.href,
    headers: to.origin === from.origin ? headers : withoutCredentials(headers),
  }
}

function withoutCredentials(headers: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !CREDENTIALS.includes(name.toLowerCase()))
  )
}
