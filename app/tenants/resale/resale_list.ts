import db from '@adonisjs/lucid/services/db'
import {
  RESOLD_TENANTS,
  resoldTenant,
  type ResoldTenant,
  type ResoldTenantRow,
} from './resold_tenant.js'
import { openRequests, type OpenRequest } from '../plans/open_requests.js'
import TenantNotFound from '../errors/tenant_not_found.js'

export const RESOLD_STATUSES = ['provisioning', 'ready', 'suspended'] as const

/** Which of a reseller's tenants: newest first, from after a place in that order. */
export interface ResaleListWanted {
  month: string
  limit: number
  q?: string
  plan?: string
  status?: (typeof RESOLD_STATUSES)[number]
  after?: { createdAt: Date; id: string }
}

/** What a plan brings in, over all the tenants that have it. Cents a month; a price by agreement counts nothing. */
export interface ResaleTotal {
  plan: string
  planName: string
  tenants: number
  revenueCents: number
  costCents: number
  currency: string
}

const TOTALS = `
  select plan, plan_name as "planName", count(*)::int as tenants, coalesce(sum(price_cents), 0)::float8 as "revenueCents",
         coalesce(sum(wholesale_cents), 0)::float8 as "costCents", currency
    from (${RESOLD_TENANTS}) sold where status <> 'provisioning'
   group by plan, plan_name, currency order by plan_name`

const USED = `
  select name, sum(used)::float8 as used from usage_totals
   where month = :month and tenant_id in (select id from tenants where parent_id = :resellerId and status <> 'deleted')
   group by name`

const MONTHS = `
  select month, jsonb_object_agg(name, used) as used from usage_totals
   where tenant_id = :tenantId group by month order by month desc limit 24`

/** The tenants of one reseller, as it may see them. The platform's own tables answer: no account is entered for it. */
export class ResaleList {
  constructor(private resellerId: string) {}

  /** @returns one tenant more than asked for, if there is one: it tells that there are others */
  async page({ month, limit, q, plan, status, after }: ResaleListWanted): Promise<ResoldTenant[]> {
    const conditions = [RESOLD_TENANTS]
    if (q) conditions.push(`and (t.name ilike :pattern or t.slug ilike :pattern)`)
    if (plan) conditions.push('and t.plan_key = :plan')
    if (status) conditions.push('and t.status = :status')
    if (after) conditions.push('and (t.created_at, t.id) < (:createdAt, :id)')
    const order = `order by t.created_at desc, t.id desc limit ${limit + 1}`
    return this.#read([...conditions, order].join(' '), {
      month,
      ...(q && { pattern: `%${q.replace(/[\\%_]/g, '\\$&')}%` }),
      ...(plan && { plan }),
      ...(status && { status }),
      ...(after && { createdAt: after.createdAt, id: after.id }),
    })
  }

  /** @throws TenantNotFound */
  async find(tenantId: string, month: string): Promise<ResoldTenant> {
    const [tenant] = await this.#read(`${RESOLD_TENANTS} and t.id = :tenantId`, { month, tenantId })
    if (!tenant) throw new TenantNotFound()
    return tenant
  }

  async totals(month: string): Promise<ResaleTotal[]> {
    return this.#rows<ResaleTotal>(TOTALS, { month })
  }

  /** Of all tenants together, by name. */
  async used(month: string): Promise<Record<string, number>> {
    const rows = await this.#rows<{ name: string; used: number }>(USED, { month })
    return Object.fromEntries(rows.map(({ name, used }) => [name, used]))
  }

  /** What they ask for and nobody has decided, oldest first. */
  requests(): Promise<OpenRequest[]> {
    return openRequests(this.resellerId)
  }

  /** Newest first, two years of them. */
  async months({ id }: ResoldTenant): Promise<{ month: string; used: Record<string, number> }[]> {
    return this.#rows(MONTHS, { tenantId: id })
  }

  async #read(text: string, values: Record<string, unknown>): Promise<ResoldTenant[]> {
    const rows = await this.#rows<ResoldTenantRow>(text, values)
    return rows.map((row) => resoldTenant(row, this.resellerId))
  }

  async #rows<T>(text: string, values: Record<string, unknown>): Promise<T[]> {
    const bindings = { resellerId: this.resellerId, ...values }
    const { rows } = await db.connection('platform').rawQuery<{ rows: T[] }>(text, bindings)
    return rows
  }
}
