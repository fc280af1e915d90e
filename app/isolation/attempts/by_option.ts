import { changed, RowsReader } from '../evidence/rows.js'
import type { Finding } from '../finding.js'
import type { Credential } from '../parties/credential.js'
import type { Party } from '../parties/party.js'
import type { Catalogue, FoundForm } from '../requests/catalogue.js'
import type { Crawler } from '../requests/crawler.js'
import { formsIn, type Field, type Form } from '../requests/form.js'
import { isApi, nameOf, type Route } from '../requests/route_list.js'
import { forbiddenTo } from '../rules/options.js'
import { rolesFor } from '../rules/roles.js'

interface Withheld {
  readonly route: Route
  readonly who: Credential
  readonly path: string
  readonly form: readonly Field[]
  readonly option: Field
}

/**
 * Of a form that several roles may send, what it offers to the owner and not to them: a role, a scope. Somebody who is not offered it
 * sends it all the same. A form may answer to that as it likes, as long as nothing changes: so these come one after the other, and the
 * rows are compared after each.
 *
 * @returns how many were sent, and what they changed
 */
export async function tryOptions(
  own: Party,
  catalogue: Catalogue,
  crawler: Crawler
): Promise<{ count: number; findings: Finding[] }> {
  const findings: Finding[] = []
  const all = await withheldIn(own, catalogue, crawler)
  const rows = await RowsReader.of(own)
  let before = await rows.read()
  for (const { route, who, path, form, option } of all) {
    const { headers } = who
    const answer = await crawler.ask({
      method: 'POST',
      path,
      host: own.host,
      headers,
      body: { form },
    })
    const after = await rows.read()
    const tables = changed(before, after)
    before = after
    if (tables.length === 0) continue
    const message = `${nameOf(route)} by the ${who.role} of ${own.name} with ${option.join('=')}, which is for owners alone: ${answer.status}, and changed ${tables.join(', ')}`
    findings.push({ boundary: 'option', message })
  }
  return { count: all.length, findings }
}

async function withheldIn(own: Party, catalogue: Catalogue, crawler: Crawler): Promise<Withheld[]> {
  const people = own.credentials.filter(({ kind, role }) => kind === 'session' && role !== 'owner')
  const forms = catalogue.routes
    .filter((route) => route.method === 'POST' && !isApi(route) && route.at === 'tenant')
    .flatMap((route) => catalogue.formsOf(own.name, route).map((shown) => ({ route, shown })))
    .filter(({ shown }) => shown.options.length > 0)
  const withheld: Withheld[] = []
  for (const { route, shown } of forms)
    for (const who of people.filter(({ role }) => rolesFor(route)?.includes(role!))) {
      const offered = await formShownTo(who, shown, own, crawler)
      const missing = offered ? notOffered(shown, offered) : []
      for (const option of [
        ...(missing.length > 0 ? await stillOffered(missing, shown, own, crawler) : []),
        ...forbiddenTo(who.role!, route),
      ]) {
        const form = [...(offered ?? shown).fields.filter(([name]) => name !== option[0]), option]
        withheld.push({ route, who, path: shown.action, form, option })
      }
    }
  return withheld
}

async function formShownTo(
  { headers }: Credential,
  { page: path, action }: FoundForm,
  { host }: Party,
  crawler: Crawler
): Promise<Form | undefined> {
  const page = await crawler.ask({ method: 'GET', path, host, headers })
  return formsIn(page.text).find((form) => form.action === action)
}

/** Lists move on while a worker is at work: what the owner is no longer offered either is not withheld from others. */
async function stillOffered(
  missing: readonly Field[],
  shown: FoundForm,
  own: Party,
  crawler: Crawler
): Promise<Field[]> {
  const owner = own.credentials.find(({ kind, role }) => kind === 'session' && role === 'owner')!
  const now = await formShownTo(owner, shown, own, crawler)
  const known = new Set([...(now?.fields ?? []), ...(now?.options ?? [])].map(String))
  return missing.filter((option) => known.has(String(option)))
}

/** Choices alone: what is typed, or hidden in a page, differs anyhow. */
function notOffered(
  { fields, options }: FoundForm,
  offered: { fields: readonly Field[]; options: readonly Field[] }
): Field[] {
  const known = new Set([...offered.fields, ...offered.options].map(String))
  const choices = new Set([...options, ...offered.options].map(([name]) => name))
  return [...fields, ...options].filter(([name, value]) => {
    return choices.has(name) && !known.has(String([name, value]))
  })
}
