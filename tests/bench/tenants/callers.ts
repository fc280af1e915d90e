import { newId } from '#app/foundation/identifier'
import { randomBase62 } from '#app/foundation/opaque_token'
import { Cell } from '#app/tenancy/cell'
import Plan from '#app/tenants/plans/plan'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'

/** So that it is requests that are measured, and not refusals. */
const RATE_LIMIT = 10_000_000
const PLAN = 'bench'

/** A caller of a tenant's API: the headers of a request. */
export interface Caller {
  tenant: Tenant
  host: string
  authorization: string
}

/** Those of earlier runs. */
export function tenantsThere(): Promise<Tenant[]> {
  return Tenant.query().where({ planKey: PLAN, status: 'ready' }).orderBy('id')
}

/** Each in the next cell; their owners have passwords, so that nobody is to be greeted. */
export function tenantMaker(cells = Cell.all()): () => Promise<Tenant> {
  let made = 0
  return () => {
    const slug = `b${randomBase62(12).toLowerCase()}`
    const owner = { id: newId('usr'), email: `o@${slug}.test`, name: 'O', passwordHash: 'none' }
    const cell = cells[made++ % cells.length].name
    return Provisioning.create({ name: 'Bench', slug, plan: PLAN, cell, owner, isTrusted: true })
  }
}

/** A plan under which a tenant may be called without end. */
export async function benchPlan(): Promise<void> {
  const { entitlements, currency } = await Plan.findOrFail('enterprise')
  await Plan.updateOrCreate(
    { key: PLAN },
    {
      ...{ name: 'Bench', position: 99, priceCents: null, currency },
      entitlements: { ...entitlements, rateLimitPerMinute: RATE_LIMIT },
      updatedAt: new Date(),
    }
  )
}

export async function callerOf(tenant: Tenant): Promise<Caller> {
  const { host, secret } = await ApiClient.of(tenant, 'live')
  return { tenant, host, authorization: `Bearer ${secret}` }
}
