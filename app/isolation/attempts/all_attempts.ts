import { platformDomain, platformHost } from '#app/tenants/hosts/public_address'
import type { Cast } from '../cast.js'
import type { Canaries } from '../evidence/canary.js'
import type { Party } from '../parties/party.js'
import type { Catalogue } from '../requests/catalogue.js'
import type { Crawler } from '../requests/crawler.js'
import { acrossRelated, acrossStrangers } from './across_tenants.js'
import { atTheConsole } from './at_the_console.js'
import type { Attempt } from './attempt.js'
import { byHostTransfer } from './by_host_transfer.js'
import { byQuery } from './by_query_and_body.js'
import { withinTenant } from './within_tenant.js'

interface Tools {
  crawler: Crawler
  catalogue: Catalogue
  canaries: Canaries
}

/** What each of the cast tries to get from the others, over every boundary. */
export async function allAttempts(
  { consoleParty, reseller, child, sibling, grandchild, stranger }: Cast,
  { crawler, catalogue, canaries }: Tools
): Promise<Attempt[]> {
  const sharedApiHost = platformHost('api')
  const children = [child, sibling, grandchild]
  const sides = { own: reseller, other: stranger, children, sharedApiHost }
  const related: [Party, Party][] = [
    [reseller, child],
    [reseller, grandchild],
    [child, reseller],
    [child, sibling],
  ]
  return [
    ...acrossStrangers(sides, catalogue),
    ...related.flatMap(([own, other]) =>
      acrossRelated({ own, other, children, sharedApiHost }, catalogue)
    ),
    ...withinTenant(reseller, catalogue),
    ...atTheConsole(consoleParty, reseller, platformDomain(), catalogue),
    ...(await byQuery(sides, catalogue, crawler, canaries)),
    ...(await byHostTransfer(reseller, stranger, catalogue)),
  ]
}
