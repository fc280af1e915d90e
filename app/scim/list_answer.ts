import type { HttpContext } from '@adonisjs/core/http'
import type { Criterion } from '#app/directory/criterion'
import type { Page } from '#app/directory/listed_person'
import { answerJson } from './answer.js'
import { criterionOf, type Terms } from './filter/criterion_of.js'
import { queryOf } from './query.js'
import { Selection } from './resources/selection.js'

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const USUAL_COUNT = 100
export const MAX_COUNT = 200

interface Listing<Field extends string> {
  terms: Terms<Field>
  /** How many resources a page holds at the most. */
  max?: number
  read(
    criterion: Criterion<Field> | null,
    page: Page
  ): Promise<{ total: number; resources: Record<string, unknown>[] }>
}

/**
 * The page of a list that a client asked for, by `filter`, `startIndex`, `count` and the attributes it wants (RFC 7644, 3.4.2).
 *
 * @throws InvalidFilter
 */
export async function answerList<Field extends string>(
  ctx: HttpContext,
  { terms, max = MAX_COUNT, read }: Listing<Field>
): Promise<void> {
  const query = queryOf(ctx)
  const filter = query.get('filter')
  const criterion = filter ? criterionOf(filter, terms) : null
  // what is out of bounds is brought within them, as the RFC wants it
  const startIndex = Math.max(1, whole(query.get('startIndex'), 1))
  const limit = Math.min(max, Math.max(0, whole(query.get('count'), USUAL_COUNT)))
  const { total, resources } = await read(criterion, { offset: startIndex - 1, limit })
  const selection = Selection.of(query)
  const selected = resources.map((resource) => selection.from(resource))
  answerJson(ctx, listAnswer(total, startIndex, selected))
}

export function listAnswer(total: number, startIndex: number, resources: readonly object[]) {
  const counts = { totalResults: total, startIndex, itemsPerPage: resources.length }
  return { schemas: [LIST], ...counts, Resources: resources }
}

function whole(sent: string | null, otherwise: number): number {
  const number = /^-?\d{1,9}$/.test(sent ?? '') ? Number(sent) : Number.NaN
  return Number.isNaN(number) ? otherwise : number
}
