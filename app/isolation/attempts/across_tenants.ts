import { ENVIRONMENTS, type Environment } from '#app/foundation/environment'
import type { Canary } from '../evidence/canary.js'
import { isFor, type Credential } from '../parties/credential.js'
import { owner, type Party } from '../parties/party.js'
import type { Catalogue } from '../requests/catalogue.js'
import { isApi, isByToken, placesIn, type Route } from '../requests/route_list.js'
import { mayKnow } from '../rules/related_tenants.js'
import { isOpen } from '../rules/public_routes.js'
import { environmentOfPage } from '../rules/roles.js'
import { question, type Attempt, type Boundary } from './attempt.js'

interface Sides {
  readonly own: Party
  readonly other: Party
  /** Everybody who has somebody above. */
  readonly children: readonly Party[]
  /** The host on which the key names the tenant. */
  readonly sharedApiHost: string
}

/** What a reseller may do with the tenants right below it. */
const OF_A_RESELLER = ['tenants/:id', 'requests/:request']

/** Everything that unrelated tenants can try on each other. */
export function acrossStrangers(sides: Sides, catalogue: Catalogue): Attempt[] {
  const { own, other } = sides
  const insiders = own.credentials.filter(
    ({ kind, role, lacks, mayWrite }) =>
      role === 'owner' || role === 'viewer' || lacks === null || mayWrite || kind === 'directory'
  )
  return [
    ...insiders.flatMap((who) => withIds('tenant', who, sides, catalogue)),
    ...atItsHost('host', insiders, other, catalogue),
    ...atItsHost('stranger', [null], other, catalogue),
    ...byItsLinks(own, other, catalogue),
  ]
}

/** What the owner of one tries on a related tenant. */
export function acrossRelated(sides: Sides, catalogue: Catalogue): Attempt[] {
  const { own, other } = sides
  const insiders = own.credentials.filter(
    ({ kind, role, lacks }) =>
      role === 'owner' || kind === 'directory' || (kind === 'key' && lacks === null)
  )
  return [
    ...insiders.flatMap((who) => withIds('related', who, sides, catalogue)),
    ...atItsHost('related', [owner(own)], other, catalogue),
    ...byItsLinks(own, other, catalogue),
  ]
}

/** The other's ids, at one's own host. A key is tried at the shared host of the API, too. */
function withIds(
  boundary: Boundary,
  who: Credential,
  { own, other, children, sharedApiHost }: Sides,
  catalogue: Catalogue
): Attempt[] {
  const isForReseller = (route: Route) =>
    other.parent === own && placesIn(route).every((place) => OF_A_RESELLER.includes(place))
  return catalogue.routes
    .filter((route) => route.at === 'tenant' && isFor(who, route))
    .filter((route) => placesIn(route).length > 0 && !isForReseller(route))
    .filter((route) => !isByToken(route) && !isPicture(route))
    .flatMap((route) =>
      ENVIRONMENTS.flatMap((environment) => {
        const hosts = [{ host: own.host, place: `${own.name}’s host` }]
        if (who.kind === 'key' && who.environment === environment)
          hosts.push({ host: sharedApiHost, place: 'the shared host of the API' })
        return asked(route, environment).flatMap((request) =>
          hosts.map(({ host, place }): Attempt => ({
            boundary,
            route,
            who: named(who, own),
            question: question(route, { host }, who, request),
            about: `${other.name}’s ${environment} things`,
            place,
            isForbidden: secretOf(other, own),
            expected: 'refusal',
          }))
        )
      })
    )

  /** A page is asked for things of its own environment; a stranger's owner and keys also ask for those of the other. */
  function asked(route: Route, environment: Environment) {
    const isPlain = boundary === 'related' || who.role === 'viewer' || who.kind === 'support'
    const at = who.environment ?? environmentOfPage(route)
    if (isPlain && (environment !== at || isAlias(route))) return []
    const isAboutTenants = placesIn(route).every((place) => OF_A_RESELLER.includes(place))
    const requests = isAboutTenants
      ? catalogue.with(route, other.resources[environment])
      : catalogue.requests(route, other, environment)
    return [...requests.slice(0, isPlain ? 1 : 2), ...mixed(route, environment)]
  }

  /** The other's thing below a thing of one's own. */
  function mixed(route: Route, environment: Environment) {
    const [first, last] = placesIn(route)
    if (!last) return []
    const below = children.find(({ parent }) => parent === own)
    const mine =
      first === 'tenants/:id' ? below?.resources[environment] : own.resources[environment]
    const theirs = other.resources[environment]
    return catalogue.with(route, { ...theirs, [first]: mine?.[first] ?? [] })
  }
}

/** At the other's host, where credentials from elsewhere are worth nothing. */
function atItsHost(
  boundary: Boundary,
  visitors: readonly (Credential | null)[],
  other: Party,
  catalogue: Catalogue
): Attempt[] {
  return catalogue.routes
    .filter((route) => route.at === 'tenant' && !isByToken(route))
    .filter((route) => boundary !== 'related' || !isAlias(route))
    .flatMap((route) =>
      visitors
        .filter((who) => who === null || isFor(who, route))
        .flatMap((who) =>
          catalogue
            .requests(route, other, who?.environment ?? 'live')
            .slice(0, 1)
            .map((request): Attempt => ({
              boundary,
              route,
              who: who && { ...who, name: `${who.name} of another tenant` },
              question: question(route, other, who, request),
              about: `${other.name}’s things`,
              place: `${other.name}’s host`,
              isForbidden: isOpen(route) ? isPrivate(other) : secretOf(other, null),
              expected: isOpen(route) ? 'anything' : 'refusal',
            }))
        )
    )
}

/** The other's links at one's own host: they lead nowhere there. */
function byItsLinks(own: Party, other: Party, catalogue: Catalogue): Attempt[] {
  return catalogue.routes
    .filter((route) => route.at === 'tenant' && (isByToken(route) || isPicture(route)))
    .flatMap((route) =>
      ENVIRONMENTS.flatMap((environment) =>
        catalogue.with(route, other.resources[environment]).map((request): Attempt => ({
          boundary: 'token',
          route,
          who: null,
          question: question(route, own, null, request),
          about: `${other.name}’s ${environment} link`,
          place: `${own.name}’s host`,
          isForbidden: secretOf(other, own),
          expected: isPicture(route) && isInherited(other, own) ? 'anything' : 'refusal',
        }))
      )
    )
}

/** The API under its other name. */
function isAlias({ pattern }: Route): boolean {
  return isApi({ pattern }) && !pattern.startsWith('/api/v1/')
}

function isPicture({ pattern }: Route): boolean {
  return pattern === '/brand/:name'
}

/** Pictures come down from a reseller to its tenants. */
function isInherited(from: Party, to: Party): boolean {
  for (let one = to.parent; one; one = one.parent) if (one === from) return true
  return false
}

/** What stands in a document or among people is hidden from everybody who is not logged in; the tenant's name is public. */
function isPrivate(party: Party): (canary: Canary) => boolean {
  return ({ home, what }) =>
    home.tenant === party.name && !/brand|account’s name|a host|link to come in/.test(what)
}

function secretOf(other: Party, reader: Party | null): (canary: Canary) => boolean {
  return (canary) =>
    canary.home.tenant === other.name &&
    (reader ? !mayKnow(reader, canary, other) : isPrivate(other)(canary))
}

function named(who: Credential, { name }: Party): Credential {
  return { ...who, name: `${who.name} of ${name}` }
}
