import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { Cell } from '#app/tenancy/cell'
import { lockedTransaction } from '#app/tenancy/transactions/locked_transaction'
import { PlatformOutbox, type PlatformTask } from '#app/tenancy/outbox/platform_outbox'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { ENTITLEMENTS_IN_FORCE } from './plans/entitlements_in_force.js'
import type { Entitlements } from './plans/entitlements.js'
import Tenant from './tenant.js'
import { hostsOf } from './hosts/tenant_hosts.js'
import { tenantResolver } from './hosts/tenant_resolver.js'

/** What the platform says of a tenant, read in one statement: its plan, or the one on trial, with what was granted beside it. */
const DECIDED = `
  with trial as (
    select plan_key, until from plan_grants
     where tenant_id = :id and ended_at is null and until > now() and plan_key is not null
     order by created_at desc, id desc limit 1)
  select p.key as plan_key, p.name as plan_name, trial.until as plan_until, ${ENTITLEMENTS_IN_FORCE} as entitlements,
         exists (select 1 from tenants where parent_id = t.id and status <> 'deleted') as has_tenants
    from tenants t left join trial on true join plans p on p.key = coalesce(trial.plan_key, t.plan_key)
   where t.id = :id`

/** In the order of the values that go with them. */
const COLUMNS = {
  tenant_id: 'text',
  slug: 'text',
  name: 'text',
  parent_id: 'text',
  host: 'text',
  signing_host: 'text',
  api_host: 'text',
  plan_key: 'text',
  plan_name: 'text',
  plan_until: 'timestamptz(3)',
  entitlements: 'jsonb',
  suspended_at: 'timestamptz(3)',
  is_frozen: 'boolean',
  erase_at: 'timestamptz(3)',
  daily_documents: 'int',
  capped_until: 'timestamptz(3)',
  has_tenants: 'boolean',
} as const

const NAMES = Object.keys(COLUMNS).join(', ')
const MARKS = Object.values(COLUMNS)
  .map((type, index) => `$${index + 1}::${type}`)
  .join(', ')

/** Only a row that says something else is written: its version counts changes, not visits. */
const WRITE = `
  update standing set (${NAMES}, version) = (select ${MARKS}, version + 1)
   where (${NAMES}) is distinct from (${MARKS})`

interface Decided {
  plan_key: string
  plan_name: string
  plan_until: Date | null
  entitlements: Entitlements
  has_tenants: boolean
}

/** What the platform decided about a tenant, written into the tenant's account, where its units read it. */
export const EntitlementsProjection = {
  /** Leaves the work behind, in the transaction of the platform that changes tenants, plans, grants or hosts. */
  async ask(
    tenantIds: readonly string[],
    client: QueryClientContract = db.connection('platform')
  ): Promise<void> {
    const works = tenantIds.map((ref): PlatformTask => ({ kind: 'project_standing', ref }))
    await PlatformOutbox.append(client, ...works)
  },

  /** For what ends by itself: the entitlements are projected again then. */
  async askAt(dueAt: Date, tenantId: string, client: QueryClientContract): Promise<void> {
    await PlatformOutbox.append(client, { kind: 'project_standing', ref: tenantId, dueAt })
  },

  /**
   * Writes what holds now. The platform is read under the tenant's lock, so of several at once the last reads the newest. A tenant
   * that is in the making or gone has no entitlements to write.
   */
  async apply(tenantId: string): Promise<void> {
    const known = await Tenant.find(tenantId)
    if (!known?.isReachable) return
    const { account } = schemaNames(tenantId)
    await Cell.named(known.cell).as('migrator', (client) =>
      lockedTransaction(client, `standing of ${tenantId}`, async () => {
        const values = await decided(tenantId)
        await client.query(`set local search_path = ${account}`)
        await client.query(WRITE, values)
        faultPoint('entitlements.projecting')
      })
    )
    tenantResolver.forget()
  },
}

async function decided(tenantId: string): Promise<unknown[]> {
  const platform = db.connection('platform')
  const tenant = await Tenant.findOrFail(tenantId)
  const { rows } = await platform.rawQuery<{ rows: Decided[] }>(DECIDED, { id: tenantId })
  const [{ plan_key: plan, plan_name: planName, plan_until: until, ...more }] = rows
  const { entitlements, has_tenants: hasTenants } = more
  const hosts = await hostsOf(tenant, platform, entitlements)
  const isSuspended = tenant.status === 'suspended'
  return [
    tenantId,
    ...[tenant.slug, tenant.name, tenant.parentId, hosts.app, hosts.signing, hosts.api],
    ...[plan, planName, until, JSON.stringify(entitlements)],
    ...[isSuspended ? tenant.suspendedAt : null, isSuspended && tenant.isFrozen],
    ...[tenant.eraseAt, tenant.dailyDocuments, tenant.cappedUntil, hasTenants],
  ]
}
