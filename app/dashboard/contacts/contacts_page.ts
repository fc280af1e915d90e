import type { HttpContext } from '@adonisjs/core/http'
import { cutText } from '#app/foundation/cut_text'
import { isIdentifier } from '#app/foundation/identifier'
import { isLanguage, LANGUAGES } from '#app/foundation/phrases/languages'
import { typedText } from '#app/front_door/bodies/typed_text'
import { Contacts, MAX_CONTACTS } from '#app/identity/contacts/contacts'
import NothingHere from '../errors/nothing_here.js'
import { readPage, showPage } from '../page.js'

const MAX_SEARCH = 200
const MAX_PAGE = 1_000

/** What was typed about a contact, and what is wrong with it. */
export interface ContactFault {
  id: string
  values: { name: string; email: string; language: string }
  errors: Partial<Record<'name' | 'email' | 'language', string>>
}

export async function showContacts(ctx: HttpContext, fault?: ContactFault): Promise<void> {
  const { user, base } = ctx.dashboard
  const { q, page } = asked(ctx.request.qs())
  const [found, off] = await readPage(ctx, Contacts.page(user, q, page), Contacts.isOff(user))
  const { rows, hasMore } = Contacts.shown(found)
  const href = (to: number) =>
    `${base}/account/contacts?${new URLSearchParams({ ...(q && { q }), page: String(to) })}`
  const state = {
    ...{ q, base, maximum: MAX_CONTACTS, isOff: off.length > 0 },
    contacts: rows.map((row) => ({
      ...{ id: row.id, name: row.name, email: row.email, usedAt: row.last_used_at },
      languageName: isLanguage(row.language) ? LANGUAGES[row.language] : null,
      typed: fault?.id === row.id ? fault.values : { ...row, language: row.language ?? '' },
      errors: fault?.id === row.id ? fault.errors : null,
    })),
    total: rows[0]?.total ?? 0,
    languages: Object.entries(LANGUAGES).map(([key, name]) => ({ key, name })),
    newerHref: page > 1 && href(page - 1),
    olderHref: hasMore && href(page + 1),
  }
  await showPage(ctx, 'dashboard/contacts/index', state, fault ? 422 : 200)
}

/** @throws NothingHere for what is no id of a contact */
export function contactId({ params }: HttpContext): string {
  if (!isIdentifier('con', params.id)) throw new NothingHere()
  return params.id
}

/** Back to the list. */
export function backToContacts({ dashboard, response }: HttpContext): void {
  response.redirect(`${dashboard.base}/account/contacts`, false, 303)
}

export function typedSearch(query: Record<string, unknown>): string {
  return cutText(typedText(query.q), MAX_SEARCH)
}

function asked(query: Record<string, unknown>): { q: string; page: number } {
  const page = Number(query.page)
  const isPage = Number.isInteger(page) && page >= 1 && page <= MAX_PAGE
  return { q: typedSearch(query), page: isPage ? page : 1 }
}
