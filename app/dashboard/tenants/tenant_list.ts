import { cutText } from '#app/foundation/cut_text'
import { isIdentifier } from '#app/foundation/identifier'
import type { ResaleListWanted } from '#app/tenants/resale/resale_list'
import type { ResoldTenant } from '#app/tenants/resale/resold_tenant'
import { STATUSES } from './resale_views.js'

const MAX_QUERY = 100

/** What of the list somebody wants to see. */
export interface WantedTenants {
  q: string
  status: ResaleListWanted['status'] | ''
  after: ResaleListWanted['after'] | null
}

/** From the address; what makes no sense there is as if it were not there. */
export function wantedOf(query: Record<string, unknown>): WantedTenants {
  const q = typeof query.q === 'string' ? query.q : ''
  const known = STATUSES.find((status) => status === query.status)
  return {
    q: cutText(
      q
        .replaceAll(/\p{Cc}/gu, ' ')
        .toWellFormed()
        .trim(),
      MAX_QUERY
    ),
    status: known ?? '',
    after: placeOf(query.after),
  }
}

export function hrefOf({ q, status }: WantedTenants, last: ResoldTenant | null): string {
  const after = last && `${last.createdAt.getTime().toString(36)}-${last.id}`
  const wanted = Object.entries({ q, status, after }).filter((pair): pair is [string, string] =>
    Boolean(pair[1])
  )
  const query = new URLSearchParams(wanted).toString()
  return `/tenants${query && `?${query}`}`
}

function placeOf(text: unknown): WantedTenants['after'] {
  if (typeof text !== 'string') return null
  const [time, id] = text.split('-')
  const createdAt = new Date(Number.parseInt(time, 36))
  const isTime = /^[0-9a-z]{1,9}$/.test(time) && !Number.isNaN(createdAt.getTime())
  return isTime && isIdentifier('ten', id) ? { createdAt, id } : null
}
