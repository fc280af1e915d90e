import { ENVIRONMENTS } from '#app/foundation/environment'
import type { Canary } from '../evidence/canary.js'
import { isFor, type Credential } from '../parties/credential.js'
import type { Party } from '../parties/party.js'
import type { Catalogue } from '../requests/catalogue.js'
import {
  isApi,
  isByToken,
  isSandboxPage,
  isScim,
  placesIn,
  type Route,
} from '../requests/route_list.js'
import { isOpen } from '../rules/public_routes.js'
import { environmentOfPage, rolesFor } from '../rules/roles.js'
import { needOf } from '../rules/scopes.js'
import { supportMay } from '../rules/support.js'
import { question, type Attempt } from './attempt.js'

const OF_DOCUMENTS = /^a (?:document|signer|file)/
/** Here endpoints that were tried in the sandbox are taken over into live, by people who may see both. */
const TAKES_OVER = '/settings/going-live'
const OF_ENDPOINTS = /^the (?:address|name) of an endpoint$/
/** People who manage webhooks see their contents. */
const SENT_BY_WEBHOOKS = 'a document’s metadata'
/** A thing of the account, which both environments have. */
const OF_THE_ACCOUNT =
  /\/tenants\/|\/account\/(?!contacts\/)|\/settings\/(?:members|teams|domains|security|brand|single-sign-on)\//

type Places = (own: Party) => Pick<Attempt, 'about' | 'place'>

const here: Places = ({ name }) => ({ about: 'its owner’s things', place: `${name}’s host` })

export function withinTenant(own: Party, catalogue: Catalogue): Attempt[] {
  return [
    ...acrossEnvironments(own, catalogue),
    ...acrossRoles(own, catalogue),
    ...withoutScopes(own, catalogue),
    ...ofSupport(own, catalogue),
  ]
}

/** A key says which environment it belongs to, a page of the dashboard stands in one. */
function acrossEnvironments(own: Party, catalogue: Catalogue): Attempt[] {
  const insiders = own.credentials.filter(
    ({ role, kind, lacks }) => role === 'owner' || (kind === 'key' && lacks === null)
  )
  return insiders.flatMap((who) =>
    catalogue.routes
      .filter((route) => route.at === 'tenant' && isFor(who, route))
      .filter((route) => !isByToken(route) && !isOpen(route))
      .filter((route) => placesIn(route).length > 0 || route.method === 'GET')
      .flatMap((route) => {
        const at = who.environment ?? environmentOfPage(route)
        const [other] = ENVIRONMENTS.filter((environment) => environment !== at)
        const isOfIt = placesIn(route).length > 0 && !OF_THE_ACCOUNT.test(route.pattern)
        if (!isOfIt && route.method !== 'GET') return []
        return catalogue.with(route, own.resources[other]).map((request): Attempt => ({
          boundary: 'environment',
          route,
          who,
          question: question(route, own, who, request),
          about: `its ${other} things`,
          place: here(own).place,
          isForbidden: ({ home, what }) =>
            home.tenant === own.name &&
            home.part === other &&
            !(route.pattern === TAKES_OVER && OF_ENDPOINTS.test(what)),
          expected: isOfIt ? 'refusal' : 'anything',
        }))
      })
  )
}

/** What the table of roles forbids; and on pages that a role may see, documents that are not theirs. */
function acrossRoles(own: Party, catalogue: Catalogue): Attempt[] {
  const people = own.credentials.filter(({ kind, role }) => kind === 'session' && role !== 'owner')
  return people.flatMap((who) =>
    pages(catalogue).flatMap((route) => {
      const allowed = rolesFor(route)?.includes(who.role!)
      if (allowed && route.method !== 'GET') return []
      const requests = catalogue.requests(route, own, environmentOfPage(route)).slice(0, 1)
      return requests.map((request): Attempt => ({
        boundary: 'role',
        route,
        who: { ...who, name: `the ${who.role}` },
        question: question(route, own, who, request),
        ...here(own),
        isForbidden: (canary) => !isSandboxPage(route) && isOthersDocument(who, canary, own),
        expected: allowed ? 'anything' : 'refusal',
      }))
    })
  )
}

function isOthersDocument(who: Credential, { home, what }: Canary, own: Party): boolean {
  if (who.role === 'admin') return false
  const isOurs = home.tenant === own.name && home.part === 'live' && OF_DOCUMENTS.test(what)
  return isOurs && !(who.role === 'developer' && what === SENT_BY_WEBHOOKS)
}

/** A key that may do everything else. */
function withoutScopes(own: Party, catalogue: Catalogue): Attempt[] {
  const keys = own.credentials.filter(({ kind, lacks }) => kind === 'key' && lacks)
  return keys.flatMap((who) =>
    catalogue.routes.filter(isApi).flatMap((route) => {
      const isNeeded = needOf(route) === who.lacks
      const isReadForLinks = who.lacks === 'links:read' && route.method === 'GET'
      if (!isNeeded && !isReadForLinks) return []
      return catalogue
        .requests(route, own, who.environment!)
        .slice(0, 1)
        .map((request): Attempt => ({
          boundary: 'scope',
          route,
          who,
          question: question(route, own, who, request),
          ...here(own),
          isForbidden: ({ what }) => who.lacks === 'links:read' && what === 'a signing token',
          expected: isNeeded ? 'refusal' : 'anything',
        }))
    })
  )
}

function ofSupport(own: Party, catalogue: Catalogue): Attempt[] {
  const sessions = own.credentials.filter(({ kind }) => kind === 'support')
  return sessions.flatMap((who) =>
    pages(catalogue)
      .filter((route) => !supportMay(route, who.mayWrite!))
      .flatMap((route) => {
        const requests = catalogue.requests(route, own, environmentOfPage(route)).slice(0, 1)
        return requests.map((request): Attempt => ({
          boundary: 'support',
          route,
          who,
          question: question(route, own, who, request),
          ...here(own),
          isForbidden: ({ what }) => what === 'a signing token' || what === 'a link to come in',
          expected: 'refusal',
        }))
      })
  )
}

/** Behind the log-in. */
function pages({ routes }: Catalogue): Route[] {
  return routes.filter(
    (route) => route.at === 'tenant' && !isApi(route) && !isScim(route) && !isOpen(route)
  )
}
