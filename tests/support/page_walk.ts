import router from '@adonisjs/core/services/router'
import { askedBy, type Asked } from '#app/front_door/asked_rights'
import type { Answer } from '#tests/factories/api_client'

/** A link or a form of a page, as a browser would follow or send it. */
export interface PageLink {
  method: 'GET' | 'POST'
  path: string
}

export interface WalkedPage {
  path: string
  status: number
  html: string
  links: PageLink[]
}

interface Walk {
  visitor: { get(path: string): Promise<Answer> }
  /** Where it begins. */
  home: readonly string[]
  /** Whose routes these are; null for those of every tenant. */
  host: string | null
}

/** What the route of a link asks; null where none is, or it is open to everybody. */
export function askedAt({ method, path }: PageLink, host: string | null): Asked | null {
  const route = router.match(path.replace(/[?#].*$/, ''), method, true, host)?.route
  return route ? askedBy(route) : null
}

/** Follows every link to a page behind the log-in, once for each address without its query. */
export async function walk({ visitor, home, host }: Walk): Promise<WalkedPage[]> {
  const pages: WalkedPage[] = []
  const seen = new Set(home)
  const waiting = [...home]
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    const { status, headers, text } = await visitor.get(path).catch((cause: unknown) => {
      throw new Error(`${path} gives no answer`, { cause })
    })
    if (!String(headers['content-type']).startsWith('text/html')) continue
    const links = linksOf(text)
    pages.push({ path, status, html: text, links })
    for (const link of links) {
      const address = link.path.replace(/[?#].*$/, '')
      if (link.method === 'POST' || seen.has(address) || !askedAt(link, host)) continue
      seen.add(address)
      waiting.push(link.path)
    }
  }
  return pages
}

const TAG = /<(a|form|button)\b([^>]*)>/g

/** All that stay at the host of the page. */
function linksOf(html: string): PageLink[] {
  return [...html.matchAll(TAG)].flatMap(([, tag, attributes]): PageLink[] => {
    const name = { a: 'href', form: 'action', button: 'formaction' }[tag]!
    const path = attribute(attributes, name)
    if (!path || !/^\/(?!\/)/.test(path)) return []
    // a button of a form that is sent may ask for something all the same
    const isSent =
      tag === 'button'
        ? attribute(attributes, 'formmethod') !== 'get'
        : attribute(attributes, 'method') === 'post'
    return [{ method: tag !== 'a' && isSent ? 'POST' : 'GET', path }]
  })
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
  return found?.replaceAll('&amp;', '&')
}
