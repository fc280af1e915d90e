import type { Canary } from '../evidence/canary.js'
import type { ConsoleParty } from '../parties/console_party.js'
import { owner, type Party } from '../parties/party.js'
import { mergedResources } from '../parties/resources.js'
import type { Catalogue } from '../requests/catalogue.js'
import { isApi, isByToken } from '../requests/route_list.js'
import { consoleRolesFor, type ConsoleRole } from '../rules/console.js'
import { isOpen } from '../rules/public_routes.js'
import { question, type Attempt } from './attempt.js'

const OF_DOCUMENTS = /^a (?:document|signer|file|signing)/
const PLACE = 'the platform’s own host'

/** Who may be where at the platform's own host; and what operators are at the hosts of tenants: nobody. */
export function atTheConsole(
  { byRole, resources }: ConsoleParty,
  about: Party,
  host: string,
  catalogue: Catalogue
): Attempt[] {
  const all = mergedResources(about.resources.live, resources, {
    'reports/:id': about.resources.live['reports/:id'] ?? [],
  })
  const secret = ({ home, what }: Canary) => home.tenant === about.name && OF_DOCUMENTS.test(what)
  const own = catalogue.routes.filter(({ at }) => at === 'platform')
  const visitors = [
    ...Object.entries(byRole).map(([role, who]) => ({ role: role as ConsoleRole, who })),
    { role: null, who: { ...owner(about), name: `the owner of ${about.name}` } },
    { role: null, who: null },
  ]
  const atPlatform = own
    .filter((route) => !isOpen(route))
    .flatMap((route) =>
      visitors.flatMap(({ role, who }) => {
        const isAllowed = role !== null && consoleRolesFor(route)?.includes(role)
        if (isAllowed && route.method !== 'GET') return []
        return catalogue.with(route, all).map((request): Attempt => ({
          boundary: 'console',
          route,
          who,
          question: question(route, { host }, who, request),
          about: `${about.name} and the platform`,
          place: PLACE,
          isForbidden: secret,
          expected: isAllowed ? 'anything' : 'refusal',
        }))
      })
    )
  return [...atPlatform, ...operatorsAtTenants(byRole.administrator, about, catalogue), ...links()]

  /** A tenant's link at the platform's host. */
  function links(): Attempt[] {
    return own.filter(isByToken).flatMap((route) =>
      catalogue.with(route, about.resources.live).map((request): Attempt => ({
        boundary: 'console',
        route,
        who: null,
        question: question(route, { host }, null, request),
        about: `${about.name}’s link`,
        place: PLACE,
        isForbidden: secret,
        expected: 'refusal',
      }))
    )
  }
}

function operatorsAtTenants(
  who: ConsoleParty['byRole'][ConsoleRole],
  about: Party,
  catalogue: Catalogue
): Attempt[] {
  return catalogue.routes
    .filter((route) => route.at === 'tenant' && !isApi(route) && !isOpen(route))
    .flatMap((route) =>
      catalogue.with(route, about.resources.live).map((request): Attempt => ({
        boundary: 'console',
        route,
        who,
        question: question(route, about, who, request),
        about: `${about.name}’s things`,
        place: `${about.name}’s host`,
        isForbidden: ({ home }) => home.tenant === about.name && home.part !== 'account',
        expected: 'refusal',
      }))
    )
}
