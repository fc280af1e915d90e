import { ENVIRONMENTS, type Environment } from '#app/foundation/environment'
import type { Canary } from './canary.js'
import { environmentOf, hasParameter, isByToken, type Route } from './route_list.js'
import type { Credential, Side } from './side.js'

/** Something that nobody should succeed with, and whose words must not be in the answer. */
export interface Attempt {
  readonly wall: Wall
  readonly route: Route
  readonly who: Credential | null
  readonly at: Side
  readonly idsOf: Side
  readonly environment: Environment
  readonly isForbidden: (canary: Canary) => boolean
}

export const WALLS = {
  tenant: 'another tenant’s ids, at one’s own host',
  host: 'one’s own credentials, at another tenant’s host',
  stranger: 'another tenant’s ids and host, without credentials',
  token: 'another tenant’s links, at one’s own host',
  environment: 'ids of the other environment',
  role: 'documents of somebody else in the same tenant',
} as const

export type Wall = keyof typeof WALLS

const OF_DOCUMENTS = /^a (?:document|signer|file)/
/** Here endpoints that were tried in the sandbox are taken over into live, by whoever may see both. */
const TAKES_OVER = '/settings/going-live'
const OF_ENDPOINTS = /^the (?:address|name) of an endpoint$/
/** Whoever looks after webhooks sees what they tell. */
const TOLD_BY_WEBHOOKS = 'a document’s metadata'

/** All attempts of one side on another, and of its own people on each other. */
export function attemptsOf(own: Side, other: Side, routes: readonly Route[]): Attempt[] {
  return routes.flatMap((route) => [
    ...acrossTenants(own, other, route),
    ...acrossEnvironments(own, route),
    ...acrossRoles(own, route),
  ])
}

function acrossTenants(own: Side, other: Side, route: Route): Attempt[] {
  const isForbidden = ({ home }: Canary) => home.tenant === other.name
  return ENVIRONMENTS.flatMap((environment): Attempt[] => {
    const common = { route, idsOf: other, environment, isForbidden }
    if (isByToken(route)) return [{ ...common, wall: 'token', who: null, at: own }]
    const elsewhere = [...own.credentials].map((who): Attempt => ({
      ...common,
      wall: 'host',
      who,
      at: other,
    }))
    const stranger: Attempt = { ...common, wall: 'stranger', who: null, at: other }
    // without an id in it, a route at one's own host is about one's own things
    if (!hasParameter(route)) return [...elsewhere, stranger]
    const here = own.credentials.map((who): Attempt => ({
      ...common,
      wall: 'tenant',
      who,
      at: own,
    }))
    return [...here, ...elsewhere, stranger]
  })
}

/** A key says which environment it belongs to, a page of the dashboard stands in one. */
function acrossEnvironments(own: Side, route: Route): Attempt[] {
  if (isByToken(route) || (!hasParameter(route) && route.method !== 'GET')) return []
  return own.credentials.map((who): Attempt => {
    const environment = environmentOf(route, who) === 'live' ? 'test' : 'live'
    return {
      wall: 'environment',
      route,
      who,
      at: own,
      idsOf: own,
      environment,
      isForbidden: ({ home, what }) =>
        home.tenant === own.name &&
        home.part === environment &&
        !(route.pattern === TAKES_OVER && OF_ENDPOINTS.test(what)),
    }
  })
}

/** What only reads: a change that somebody may make would spoil what is tried afterwards. */
function acrossRoles(own: Side, route: Route): Attempt[] {
  if (route.method !== 'GET' || isByToken(route) || isPublicFile(route)) return []
  const strangers = own.credentials.filter(
    ({ role }) => role === 'viewer' || role === 'member' || role === 'developer'
  )
  return strangers.map((who): Attempt => ({
    wall: 'role',
    route,
    who,
    at: own,
    idsOf: own,
    environment: 'live',
    isForbidden: ({ home, what }) =>
      home.tenant === own.name &&
      home.part === 'live' &&
      OF_DOCUMENTS.test(what) &&
      !(who.role === 'developer' && what === TOLD_BY_WEBHOOKS),
  }))
}

function isPublicFile({ pattern }: Route): boolean {
  return pattern.startsWith('/brand/') || pattern.startsWith('/assets/')
}
