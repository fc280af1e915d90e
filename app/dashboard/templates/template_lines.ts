import { cutText } from '#app/foundation/cut_text'
import { embedded } from '#app/foundation/printable_text'
import { templateList, type ListedTemplate } from '#app/templates/template_list'
import type { Audience } from '#app/identity/access/visibility'
import type { Query } from '#app/tenancy/statement'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { PlaceInList } from '../place_in_list.js'

const PAGE_SIZE = 25
const MAX_QUERY = 200

/** What of the list somebody wants to see. */
export interface Wanted {
  q: string
  /** Archived ones instead of those in use. */
  archived: boolean
  after: PlaceInList | null
}

/** From the address; what makes no sense there is as if it were not there. */
export function wantedOf(query: Record<string, unknown>): Wanted {
  const q = typeof query.q === 'string' ? query.q : ''
  return {
    q: cutText(
      q
        .replaceAll(/\p{Cc}/gu, ' ')
        .toWellFormed()
        .trim(),
      MAX_QUERY
    ),
    archived: query.archived === 'yes',
    after: PlaceInList.read(query.after, 'tpl'),
  }
}

export function listStatement(
  { q, archived, after }: Wanted,
  audience: Audience
): Query<ListedTemplate> {
  const place = after && { updatedAt: after.createdAt, id: after.id }
  const criteria = { audience, words: q, isArchived: archived, after: place ?? undefined }
  return templateList(criteria, PAGE_SIZE + 1)
}

/** One row more than a page was asked for: it tells whether there are older ones. */
export function templateLines(rows: readonly ListedTemplate[], { t }: DashboardPhrasebook) {
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  const place = last && { createdAt: last.updated_at, id: last.id }
  return {
    templates: page.map(
      ({ id, title, version, updated_at: updatedAt, content, holder, teams, submissions }) => ({
        ...{ id, title, version, updatedAt, submissions },
        roles: content.roles.map(({ name }) => embedded(name)).join(', '),
        holder: holder === null ? t('templates.somebody_else') : embedded(holder),
        teams: teams
          .filter(({ name }) => name !== holder)
          .map(({ name }) => embedded(name))
          .join(', '),
      })
    ),
    older: place && rows.length > PAGE_SIZE ? PlaceInList.write(place) : null,
  }
}

export function hrefOf(base: string, { q, archived }: Wanted, after: string | null): string {
  const pairs = Object.entries({ q, archived: archived ? 'yes' : '', after })
  const query = new URLSearchParams(
    pairs.filter((pair): pair is [string, string] => Boolean(pair[1]))
  )
  return `${base}/templates${query.size > 0 ? `?${query.toString()}` : ''}`
}
