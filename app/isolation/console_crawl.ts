import type { ConsoleParty } from './parties/console_party.js'
import type { Party } from './parties/party.js'
import { mergedResources } from './parties/resources.js'
import type { Catalogue } from './requests/catalogue.js'
import type { Crawler } from './requests/crawler.js'
import type { Question } from './requests/reader.js'
import { addressesOf, isByToken } from './requests/route_list.js'

/** What an administrator is shown at the console, for its forms. */
export async function crawlConsole(
  { byRole, resources }: ConsoleParty,
  about: Party,
  { crawler, catalogue, host }: { crawler: Crawler; catalogue: Catalogue; host: string }
): Promise<void> {
  const all = mergedResources(about.resources.live, resources)
  const routes = catalogue.routes.filter(
    (route) => route.at === 'platform' && route.method === 'GET' && !isByToken(route)
  )
  const questions = routes.flatMap((route) =>
    addressesOf(route, all).map((path): Question => ({
      method: 'GET',
      path,
      host,
      headers: byRole.administrator.headers,
    }))
  )
  await crawler.askAll(questions, ({ status, text }, { path }) => {
    if (status === 200) catalogue.note('the console', path, text, 'platform')
  })
}
