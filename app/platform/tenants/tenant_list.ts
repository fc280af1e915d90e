import type { TenantStatus } from '#app/tenants/tenant'
import { tenantRows, type TenantRow } from '#app/tenants/tenant_rows'

const PAGE_SIZE = 50
const MAX_QUERY = 100

export const STATUSES: Record<TenantStatus, string> = {
  provisioning: 'Being made',
  ready: 'Active',
  suspended: 'Suspended',
  deleted: 'Deleted',
}

/** After which tenant a page of the list begins. */
interface Place {
  createdAt: Date
  id: string
}

/** What of the list an operator wants to see. */
export interface WantedTenants {
  q: string
  plan: string
  status: TenantStatus | ''
  parent: string
  after: Place | null
}

export interface ListedTenant {
  id: string
  slug: string
  name: string
  planName: string
  status: TenantStatus
  label: string
  isFrozen: boolean
  eraseAt: Date | null
  parent: { id: string; name: string } | null
  cell: string
  documents: number
  signatures: number
  createdAt: Date
}

/** From the address; what makes no sense there is as if it were not there. */
export function wantedTenants(query: Record<string, unknown>): WantedTenants {
  const status = text(query.status)
  return {
    q: text(query.q),
    plan: text(query.plan),
    status: Object.hasOwn(STATUSES, status) ? (status as TenantStatus) : '',
    parent: text(query.parent),
    after: readPlace(text(query.after)),
  }
}

export async function listTenants(
  wanted: WantedTenants
): Promise<{ tenants: ListedTenant[]; older: string | null }> {
  const rows = await tenantRows(wanted, PAGE_SIZE + 1)
  const tenants = rows.slice(0, PAGE_SIZE).map(listed)
  const last = tenants.at(-1)
  return { tenants, older: last && rows.length > PAGE_SIZE ? writePlace(last) : null }
}

function listed(row: TenantRow): ListedTenant {
  const { id, slug, name, status, cell, documents, signatures } = row
  return {
    ...{ id, slug, name, status, cell, documents, signatures },
    planName: row.plan_name,
    label: STATUSES[status],
    isFrozen: row.is_frozen,
    eraseAt: row.erase_at,
    parent:
      row.parent_id !== null && row.parent_name !== null
        ? { id: row.parent_id, name: row.parent_name }
        : null,
    createdAt: row.created_at,
  }
}

function text(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, MAX_QUERY)
}

export function writePlace({ createdAt, id }: Place): string {
  return `${createdAt.getTime().toString(36)}-${id}`
}

export function readPlace(place: string): Place | null {
  const match = /^([0-9a-z]{1,9})-([a-z]+_[0-9a-z]{26})$/.exec(place)
  return match && { createdAt: new Date(Number.parseInt(match[1], 36)), id: match[2] }
}
