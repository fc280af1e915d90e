import type { Canaries } from '../evidence/canary.js'
import type { Credential } from '../parties/credential.js'
import { owner, type Party } from '../parties/party.js'
import type { Catalogue } from '../requests/catalogue.js'
import type { Crawler } from '../requests/crawler.js'
import { isApi, placesIn, type Route } from '../requests/route_list.js'
import { mayKnow } from '../rules/related_tenants.js'
import { question, type Attempt } from './attempt.js'

interface Sides {
  readonly own: Party
  readonly other: Party
}

/** The other's cursors, ids and words in one's own lists. */
export async function byQuery(
  { own, other }: Sides,
  catalogue: Catalogue,
  crawler: Crawler,
  canaries: Canaries
): Promise<Attempt[]> {
  const keys = (party: Party) => party.credentials.filter(({ lacks }) => lacks === null)
  const lists = catalogue.routes.filter(
    (route) => isApi(route) && route.method === 'GET' && placesIn(route).length === 0
  )
  const attempts: Attempt[] = []
  for (const route of lists)
    for (const [at, who] of keys(own).entries()) {
      const theirs = keys(other)[at]
      for (const { name } of queryOf(catalogue, route))
        for (const value of await valuesFor(name, route, theirs))
          attempts.push({
            boundary: 'filter',
            route,
            who,
            question: question(route, own, who, {
              path: `${route.pattern}?${new URLSearchParams({ [name]: value })}`,
            }),
            about: `${other.name}’s ${name}`,
            place: `${own.name}’s host`,
            isForbidden: (canary) =>
              canary.home.tenant === other.name && !mayKnow(own, canary, other),
            expected: 'anything',
          })
    }
  return attempts

  async function valuesFor(name: string, route: Route, theirs: Credential): Promise<string[]> {
    if (name === 'cursor') {
      const first = question(route, other, theirs, { path: `${route.pattern}?limit=1` })
      const { text } = await crawler.ask(first)
      return [...text.matchAll(/"nextCursor":"([^"]+)"/g)].map(([, cursor]) => cursor)
    }
    const word = (what: string) =>
      canaries.all.find(
        ({ home, what: one }) =>
          home.tenant === other.name && home.part === theirs.environment && one === what
      )?.word ?? what
    if (name === 'q') return [word('a document’s title')]
    if (/email/i.test(name)) return [`${word('a signer’s address')}@example.com`]
    return []
  }
}

function queryOf(catalogue: Catalogue, route: Route): { name: string }[] {
  const parameters = catalogue.operation(route)?.parameters ?? []
  return parameters.filter((one) => one.in === 'query')
}

/** The other's form, where ids stand in it, sent to one's own address. What it changes is one's own: this comes last. */
export function byBody({ own, other }: Sides, catalogue: Catalogue): Attempt[] {
  const who = owner(own)
  const ids = new Set(
    [other.resources.live, other.resources.test].flatMap((resources) =>
      Object.values(resources).flat()
    )
  )
  return catalogue.routes
    .filter((route) => route.method === 'POST' && !isApi(route) && route.at === 'tenant')
    .flatMap((route) => {
      const [mine] = catalogue.formsOf(own.name, route)
      return catalogue
        .formsOf(other.name, route)
        .filter(({ fields, options }) =>
          [...fields, ...options].some(([, value]) => ids.has(value))
        )
        .filter(() => mine !== undefined)
        .map((theirs): Attempt => ({
          boundary: 'body',
          route,
          who,
          question: question(route, own, who, {
            path: mine.action,
            body: {
              form: [...theirs.fields, ...theirs.options.filter(([, value]) => ids.has(value))],
            },
          }),
          about: `${other.name}’s ids in its form`,
          place: `${own.name}’s host`,
          isForbidden: (canary) =>
            canary.home.tenant === other.name && !mayKnow(own, canary, other),
          expected: 'anything',
        }))
    })
}
