import { cutText } from '#app/foundation/cut_text'
import type { TenantStatus } from '#app/tenants/tenant'
import { clock } from '#app/foundation/clock'
import { tenantRows, type TenantKind, type TenantRow } from '#app/tenants/tenant_rows'

const PAGE_SIZE = 50
const MAX_QUERY = 100

export const STATUSES: Record<TenantStatus, string> = {
  provisioning: 'Being made',
  ready: 'Active',
  suspended: 'Suspended',
  deleted: 'Deleted',
}

export const KINDS: Record<TenantKind, string> = {
  reseller: 'Resellers',
  resold: 'Through a reseller',
  direct: 'Direct customers',
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
  kind: TenantKind | ''
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
  isReseller: boolean
  /** How many tenants it has. */
  below: number
  trialName: string | null
  /** It may send so many documents a day and no more, since it is new. */
  isCapped: boolean
  cell: string
  documents: number
  signatures: number
  createdAt: Date
}

/** From the address; what makes no sense there is as if it were not there. */
export function wantedTenants(query: Record<string, unknown>): WantedTenants {
  const status = text(query.status)
  const kind = text(query.kind)
  return {
    q: text(query.q),
    plan: text(query.plan),
    status: Object.hasOwn(STATUSES, status) ? (status as TenantStatus) : '',
    kind: Object.hasOwn(KINDS, kind) ? (kind as TenantKind) : '',
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

export async function newestTenants(limit: number): Promise<ListedTenant[]> {
  return (await tenantRows(wantedTenants({}), limit)).map(listed)
}

function listed(row: TenantRow): ListedTenant {
  const { id, slug, name, status, cell, documents, signatures, below } = row
  return {
    ...{ id, slug, name, status, cell, documents, signatures, below },
    planName: row.plan_name,
    label: STATUSES[status],
    isFrozen: row.is_frozen,
    eraseAt: row.erase_at,
    parent:
      row.parent_id !== null && row.parent_name !== null
        ? { id: row.parent_id, name: row.parent_name }
        : null,
    isReseller: row.is_reseller,
    trialName: row.trial_name,
    isCapped: row.capped_until !== null && row.capped_until > clock.now(),
    createdAt: row.created_at,
  }
}

function text(value: unknown): string {
  if (typeof value !== 'string') return ''
  return cutText(
    value
      .replaceAll(/\p{Cc}/gu, ' ')
      .toWellFormed()
      .trim(),
    MAX_QUERY
  )
}

export function writePlace({ createdAt, id }: Place): string {
  return `${createdAt.getTime().toString(36)}-${id}`
}

export function readPlace(place: string): Place | null {
  const match = /^([0-9a-z]{1,9})-([a-z]+_[0-9a-z]{26})$/.exec(place)
  return match && { createdAt: new Date(Number.parseInt(match[1], 36)), id: match[2] }
}
