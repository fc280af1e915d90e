import type { Refusal, RefusalKind } from '#app/foundation/refusal'
import { RequestRefusal } from './request_refusal.js'

/** How HTTP says each kind of no. */
const STATUSES = {
  unauthenticated: 401,
  beyond_plan: 402,
  forbidden: 403,
  absent: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  invalid: 422,
  too_soon: 429,
  damaged: 500,
  unavailable: 503,
} as const satisfies Record<RefusalKind, number>

/** A class of refusals, of domains or of HTTP itself. */
export type RefusalClass = Pick<typeof Refusal, 'kind' | 'code'> & { readonly status?: number }

export function statusOf(refusal: Refusal): number {
  return refusal instanceof RequestRefusal ? refusal.status : STATUSES[refusal.kind]
}

export function statusOfClass({ kind, status = STATUSES[kind] }: RefusalClass): number {
  return status
}
