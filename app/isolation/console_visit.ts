import type { Office } from './parties/office.js'
import type { Party } from './parties/party.js'
import { mergedThings } from './parties/things.js'
import type { Catalogue } from './requests/catalogue.js'
import type { Crawler } from './requests/crawler.js'
import type { Question } from './requests/reader.js'
import { addressesOf, isByToken } from './requests/route_list.js'

/** What an administrator is shown at the console, for its forms. */
export async function visitConsole(
  { officers, things }: Office,
  about: Party,
  { crawler, catalogue, host }: { crawler: Crawler; catalogue: Catalogue; host: string }
): Promise<void> {
  const all = mergedThings(about.things.live, things)
  const routes = catalogue.routes.filter(
    (route) => route.at === 'platform' && route.method === 'GET' && !isByToken(route)
  )
  const questions = routes.flatMap((route) =>
    addressesOf(route, all).map((path): Question => ({
      method: 'GET',
      path,
      host,
      headers: officers.administrator.headers,
    }))
  )
  await crawler.askAll(questions, ({ status, text }, { path }) => {
    if (status === 200) catalogue.note('the console', path, text, 'platform')
  })
}
