import { ENVIRONMENTS } from '#app/foundation/environment'
import type { Canaries, Canary } from './evidence/canary.js'
import type { Finding } from './finding.js'
import { owner, type Party } from './parties/party.js'
import { isFor, type Credential } from './parties/credential.js'
import type { Resources } from './parties/resources.js'
import type { Catalogue } from './requests/catalogue.js'
import type { Crawler } from './requests/crawler.js'
import type { Question } from './requests/reader.js'
import { addressesOf, isApi, isByToken, type Route } from './requests/route_list.js'
import { environmentOfPage } from './rules/roles.js'
import { mayKnow } from './rules/related_tenants.js'
import { isOpen } from './rules/public_routes.js'

export interface HomeCrawl {
  /** What its owner was shown of their own. */
  readonly seen: ReadonlySet<Canary>
  readonly findings: readonly Finding[]
}

/** Following such a link uses it up. */
const ONCE = /^\/(?:support|arrivals|departures)\b/

/**
 * What its owner and its keys see at home, and what anybody sees there: the words of others have no place in it.
 * The forms of all pages are kept.
 */
export async function crawlHome(
  party: Party,
  parties: readonly Party[],
  { crawler, canaries, catalogue }: { crawler: Crawler; canaries: Canaries; catalogue: Catalogue }
): Promise<HomeCrawl> {
  const seen = new Set<Canary>()
  const found = new Map<string, Finding>()
  const ownerOf = (canary: Canary) => parties.find(({ name }) => name === canary.home.tenant)
  const asked = new Map<Question, { route: Route; who: Credential | null }>()
  const shown = asItsOwn(party, parties)
  for (const who of [owner(party), ...keysOf(party), null])
    for (const route of catalogue.routes.filter((one) => isSeenBy(who, one)))
      for (const path of pathsOf(route, shown, who))
        asked.set({ method: 'GET', path, host: party.host, headers: who?.headers }, { route, who })
  await crawler.askAll([...asked.keys()], ({ text, status, location }, question) => {
    const { route, who } = asked.get(question)!
    if (status === 200) catalogue.note(party.name, question.path, text, 'tenant')
    for (const canary of canaries.in(text + location)) {
      const theirs = ownerOf(canary)
      if (canary.home.tenant === party.name) seen.add(canary)
      else if (!theirs || !mayKnow(party, canary, theirs)) {
        const message = `${canary.what} of ${canary.home.tenant} in the answer to ${route.method} ${route.pattern} by ${who?.name ?? 'nobody in particular'} at ${party.name}’s own host: ${status}`
        found.set(message, { boundary: 'home', message })
      }
    }
  })
  return { seen, findings: [...found.values()] }
}

/** Of tenants, a party is shown those below it. */
function asItsOwn(party: Party, parties: readonly Party[]): Party {
  const below = parties.filter(({ parent }) => parent === party)
  const ofTenants = (resources: Resources) => ({
    ...resources,
    'tenants/:id': below.map(({ tenant }) => tenant.id),
    'requests/:request': below.flatMap(({ resources: { live } }) => live['requests/:request']),
  })
  const { live, test } = party.resources
  return { ...party, resources: { live: ofTenants(live), test: ofTenants(test) } }
}

function keysOf({ credentials }: Party): Credential[] {
  return credentials.filter(
    ({ kind, lacks }) => kind === 'directory' || (kind === 'key' && lacks === null)
  )
}

function isSeenBy(who: Credential | null, route: Route): boolean {
  if (route.at !== 'tenant' || route.method !== 'GET' || ONCE.test(route.pattern)) return false
  if (who === null) return isOpen(route) && !isApi(route)
  return isFor(who, route) && !isByToken(route)
}

function pathsOf(route: Route, { resources }: Party, who: Credential | null): string[] {
  const environments = who?.environment
    ? [who.environment]
    : isByToken(route)
      ? ENVIRONMENTS
      : [environmentOfPage(route)]
  return environments.flatMap((environment) => addressesOf(route, resources[environment]))
}
