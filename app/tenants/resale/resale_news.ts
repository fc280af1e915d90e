import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { SYSTEM, type Actor } from '#app/audit/actor'
import type { Happening } from '#app/audit/audit_entry'
import { SecurityTrail } from '#app/audit/security_trail'
import { record } from '#app/events/record'
import { clock } from '#app/foundation/clock'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import { tellInOrder } from '../news_in_order.js'
import Tenant from '../tenant.js'

/** What a reseller's webhooks are told of; the rest stands in the trails alone. */
const TOLD = [
  'tenant.created',
  'tenant.suspended',
  'tenant.resumed',
  'usage.threshold_reached',
] as const

/** The tenant that asked is told by `PlanAnswer`, whoever decided. */
const TOLD_BY_ITS_ANSWER = 'tenant.plan_request_declined'

/** What happens to a tenant, as far as the reseller above it hears of it. */
export type ResaleNewsName =
  | (typeof TOLD)[number]
  | 'tenant.renamed'
  | 'tenant.plan_changed'
  | 'tenant.plan_request_declined'
  | 'tenant.deletion_asked'
  | 'tenant.deletion_recalled'
  | 'tenant.released'
  | 'tenant.handover_asked'
  | 'tenant.handover_refused'
  | 'tenant.handed_over'

interface News {
  id: string
  reseller_id: string
  tenant_id: string
  name: ResaleNewsName
  data: Record<string, unknown>
  details: Record<string, unknown>
  actor: Actor
}

interface More {
  by?: Actor
  /** What its webhooks are told beside the tenant. */
  data?: Record<string, unknown>
  /** For the reseller's trail alone. */
  details?: Record<string, unknown>
  /** Of news that may come twice: the second finds the first. */
  id?: string
}

const LEAVE = `with left_news as (
    insert into resale_news (id, reseller_id, tenant_id, name, data, details, actor, created_at)
    values (:id, :resellerId, :tenantId, :name, :data, :details, :actor, :at) on conflict do nothing returning id)
  ${PlatformOutbox.appending('tell_resale_news', 'left_news')}`

const HEARD = `insert into heard_news (id, heard_at) values ($1, $2) on conflict do nothing returning id`

/**
 * What happens to a reseller's tenant is decided on the platform and written down in two accounts, which may live in two other
 * databases: it travels by the platform's outbox, and each account takes it once however often it comes.
 */
export const ResaleNews = {
  /** In the transaction that changed the tenant, after the change. Nothing for a tenant that has no reseller. */
  async leave(
    { id: tenantId, parentId: resellerId, slug, status, planKey: plan }: Tenant,
    name: ResaleNewsName,
    { by = SYSTEM, data = {}, details = {}, id = newId('rnw') }: More,
    client: TransactionClientContract
  ): Promise<void> {
    if (resellerId === null) return
    await client.rawQuery(LEAVE, {
      ...{ id, resellerId, tenantId, name, at: clock.now() },
      data: JSON.stringify({ tenantId, slug, status, plan, ...data }),
      details: JSON.stringify(details),
      actor: JSON.stringify(by),
    })
  },

  /** Work of the platform. */
  async tell(id: string): Promise<void> {
    await tellInOrder<News>(
      { table: 'resale_news', about: 'tenant_id', id },
      async (news, client) => {
        const reseller = await Tenant.findOrFail(news.reseller_id, { client })
        await hear(reseller, news, () => tellReseller(news))
        faultPoint('resale.told_reseller')
        const tenant = await Tenant.findOrFail(news.tenant_id, { client })
        await hear(tenant, news, () => tellTenant(news, reseller))
        faultPoint('resale.told_tenant')
      }
    )
  },
}

/** Once, and only in an account that can be entered. */
async function hear(tenant: Tenant, { id }: News, write: () => Promise<unknown>): Promise<void> {
  if (!tenant.isReachable) return
  const scope = { tenant: tenant.ref, environment: 'live' } as const
  await CurrentTenant.run(scope, () =>
    unit(async () => {
      const [heard] = await CurrentTenant.batch([{ text: HEARD, values: [id, clock.now()] }])
      if (heard.length > 0) await write()
    })
  )
}

async function tellReseller({ name, data, details, actor, tenant_id: ref }: News): Promise<void> {
  if (name !== 'usage.threshold_reached')
    await SecurityTrail.append({ action: name, actor, ...erasable({ ...data, ...details }) })
  const event = TOLD.find((told) => told === name)
  if (event) record({ name: event, ref, data })
}

/** What the tenant is called, and what was said of it, goes from the reseller's trail when the tenant is erased. */
function erasable(values: Record<string, unknown>): Pick<Happening, 'details' | 'personal'> {
  const { slug, name, formerName, reason, ...details } = values as Record<string, string>
  return { details, personal: { slug, name, formerName, reason } }
}

/** What a reseller did is known below by the reseller's name: who works there is not its tenants' business. */
async function tellTenant({ name, data, actor }: News, reseller: Tenant): Promise<void> {
  if (actor.type === 'system' || name === TOLD_BY_ITS_ANSWER) return
  if (name === 'usage.threshold_reached') return
  const by: Actor = { type: 'system', id: reseller.id, name: reseller.name }
  await SecurityTrail.append({ action: name, actor: by, details: data })
}
