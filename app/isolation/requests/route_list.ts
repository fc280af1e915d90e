import router from '@adonisjs/core/services/router'
import { platformDomain } from '#app/tenants/hosts/public_address'
import type { Resources } from '../parties/resources.js'

/** One way to ask for something, as the router knows it. */
export interface Route {
  readonly method: Method
  readonly pattern: string
  /** Of the platform's own host, or of tenants' hosts. */
  readonly at: 'platform' | 'tenant'
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const PARAMETER = /([^/]+)\/:(\w+)\??/g

/** What is asked of finished documents alone. */
const OF_FINISHED = /\/(?:download|certificate)$/

/** Parameters that name no thing of anybody's, with one value each: of a catalogue, a number, a page. */
const CATALOGUE: Readonly<Record<string, string>> = {
  'plan/:plan': 'business',
  'plans/:key': 'business',
  'versions/:version': '1',
  'guides/:slug': 'quickstart',
  'files/:number': '1',
  'pages/:page': '1',
  'reference/:slug': 'documents',
  'key/:step': 'announce',
  'log/:cell': 'main',
  'crl/:name': 'sca_none.crl',
  'revoked/:name': 'none.js',
  'ocsp/:request': 'MAA=',
  'ResourceTypes/:id': 'User',
  'Schemas/:id': 'urn:ietf:params:scim:schemas:core:2.0:User',
}

/** The token alone opens these routes: no other proof is asked for. */
const TOKENS = [
  'sign/:token',
  'track/:token',
  'f/:token',
  'confirm/:token',
  'embed/:token',
  'embed-editor/:token',
  'field-editor/:token',
  'in-person/:token',
  'reset/:token',
  'welcome/:token',
  'support/:code',
  'setup/:token',
  'address/:token',
  'mails/:token',
]

/** Every route of the application but files that are the same for all; HEAD is GET without a body. The caller has loaded the routes. */
export function routeList(): Route[] {
  return Object.entries(router.toJSON())
    .flatMap(([domain, routes]) =>
      routes.flatMap(({ methods, pattern }) =>
        methods
          .filter((method) => method !== 'HEAD')
          .map((method) => ({
            method: method as Method,
            pattern,
            at: domain === platformDomain() ? ('platform' as const) : ('tenant' as const),
          }))
      )
    )
    .filter(({ pattern }) => !pattern.includes('*'))
}

/** The places in an address where somebody's ids stand: `documents/:id`. */
export function placesIn({ pattern }: Pick<Route, 'pattern'>): string[] {
  return [...pattern.matchAll(PARAMETER)]
    .map(([, word, name]) => `${word}/:${name}`)
    .filter((place) => !(place in CATALOGUE))
}

export function isByToken(route: Route): boolean {
  return placesIn(route).some((place) => TOKENS.includes(place))
}

export function isApi({ pattern }: Pick<Route, 'pattern'>): boolean {
  return pattern.startsWith('/api/')
}

export function isScim({ pattern }: Pick<Route, 'pattern'>): boolean {
  return pattern.startsWith('/scim/')
}

export function isSandboxPage({ pattern }: Pick<Route, 'pattern'>): boolean {
  return /^\/test(?:\/|$)/.test(pattern)
}

/** What belongs together: reading, or what is changed at one kind of page. */
export function groupOf({ method, pattern }: Route): string {
  if (method === 'GET') return 'reading'
  const [first, second] = pattern
    .replace(/^\/(?:api\/v1|api|test)(?=\/)/, '')
    .split('/')
    .slice(1)
  return `changes at /${first === 'settings' && second ? `${first}/${second}` : first}`
}

/** As a report and a table name it. */
export function nameOf({ method, pattern }: Route): string {
  return `${method} ${pattern}`
}

/** The route's address with somebody's ids in it; null where they have none for one of its places. */
export function addressOf(
  { pattern }: Pick<Route, 'pattern'>,
  resources: Resources
): string | null {
  let isWhole = true
  const path = pattern.replace(PARAMETER, (_, word: string, name: string) => {
    const place = `${word}/:${name}`
    const ids = resources[place] ?? []
    const value =
      CATALOGUE[place] ?? (OF_FINISHED.test(pattern) && ids.length > 1 ? ids[1] : ids[0])
    isWhole &&= value !== undefined
    return `${word}/${encodeURIComponent(value ?? 'missing')}`
  })
  return isWhole ? path : null
}

/** Every address of a route for somebody's things: with each of their ids in its last place. */
export function addressesOf(route: Pick<Route, 'pattern'>, resources: Resources): string[] {
  const last = placesIn(route).at(-1)
  const ids = last ? (resources[last] ?? []) : ['']
  const each = last ? ids.map((id) => ({ ...resources, [last]: [id] })) : [resources]
  return each.flatMap((some) => addressOf(route, some) ?? [])
}
