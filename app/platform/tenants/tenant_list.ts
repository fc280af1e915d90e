import db from '@adonisjs/lucid/services/db'
import type { TenantStatus } from '#app/tenants/tenant'
import { UsageMonth } from '#app/tenants/usage/usage_month'

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

const LIST = `
  select t.id, t.slug, t.name, t.status, t.is_frozen, t.erase_at, t.cell, t.created_at, p.name as plan_name,
         r.id as parent_id, r.name as parent_name,
         coalesce((select used from usage_totals u where u.tenant_id = t.id and u.month = :month and u.name = 'documents'), 0) as documents,
         coalesce((select used from usage_totals u where u.tenant_id = t.id and u.month = :month and u.name = 'signatures'), 0) as signatures
    from tenants t join plans p on p.key = t.plan_key left join tenants r on r.id = t.parent_id
   where true`

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
  const { q, plan, status, parent, after } = wanted
  const conditions = [LIST]
  if (q) conditions.push('and (t.slug ilike :pattern or t.name ilike :pattern or t.id = :q)')
  if (plan) conditions.push('and t.plan_key = :plan')
  conditions.push(status ? 'and t.status = :status' : `and t.status <> 'deleted'`)
  if (parent) conditions.push('and r.slug = :parent')
  if (after) conditions.push('and (t.created_at, t.id) < (:createdAt, :id)')
  conditions.push(`order by t.created_at desc, t.id desc limit ${PAGE_SIZE + 1}`)
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const month = UsageMonth.current().name
  const bindings = { q, pattern, plan, status, parent, month, ...(after ?? {}) }
  const { rows } = await db.connection('platform').rawQuery(conditions.join(' '), bindings)
  const tenants: ListedTenant[] = rows.slice(0, PAGE_SIZE).map(listed)
  const last = tenants.at(-1)
  return { tenants, older: last && rows.length > PAGE_SIZE ? writePlace(last) : null }
}

function listed(row: Record<string, never>): ListedTenant {
  const { id, slug, name, status, cell, documents, signatures } = row
  return {
    ...{ id, slug, name, status, cell, documents, signatures },
    planName: row.plan_name,
    label: STATUSES[status],
    isFrozen: row.is_frozen,
    eraseAt: row.erase_at,
    parent: row.parent_id && { id: row.parent_id, name: row.parent_name },
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
