import type { HttpContext } from '@adonisjs/core/http'
import { queryOf } from './query.js'

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const USUAL_COUNT = 100
export const MAX_COUNT = 200

export interface Asked {
  /** From 1 (RFC 7644, 3.4.2.4). */
  startIndex: number
  count: number
}

/** What is out of bounds is brought within them, as the RFC wants it. */
export function asked(ctx: HttpContext): Asked {
  const query = queryOf(ctx)
  return {
    startIndex: Math.max(1, whole(query.get('startIndex'), 1)),
    count: Math.min(MAX_COUNT, Math.max(0, whole(query.get('count'), USUAL_COUNT))),
  }
}

export function listAnswer(total: number, startIndex: number, resources: readonly object[]) {
  const counts = { totalResults: total, startIndex, itemsPerPage: resources.length }
  return { schemas: [LIST], ...counts, Resources: resources }
}

function whole(sent: string | null, otherwise: number): number {
  const number = /^-?\d{1,9}$/.test(sent ?? '') ? Number(sent) : Number.NaN
  return Number.isNaN(number) ? otherwise : number
}
