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
import { deliverInOrder } from '../ordered_delivery.js'
import Tenant from '../tenant.js'

/** What a reseller's webhooks send; the rest is in the trails alone. */
const EVENTS = [
  'tenant.created',
  'tenant.suspended',
  'tenant.resumed',
  'usage.threshold_reached',
] as const

/** The tenant that asked is notified by `PlanAnswer`. */
const ANNOUNCED_BY_ITS_ANSWER = 'tenant.plan_request_declined'

/** What happens to a tenant and concerns its reseller. */
export type ResaleEventName =
  | (typeof EVENTS)[number]
  | 'tenant.renamed'
  | 'tenant.plan_changed'
  | 'tenant.plan_request_declined'
  | 'tenant.deletion_asked'
  | 'tenant.deletion_recalled'
  | 'tenant.released'
  | 'tenant.handover_asked'
  | 'tenant.handover_refused'
  | 'tenant.handed_over'

interface Message {
  id: string
  reseller_id: string
  tenant_id: string
  name: ResaleEventName
  data: Record<string, unknown>
  details: Record<string, unknown>
  actor: Actor
}

interface More {
  by?: Actor
  /** What its webhooks send beside the tenant. */
  data?: Record<string, unknown>
  /** For the reseller's trail alone. */
  details?: Record<string, unknown>
  /** For a message that may be written twice: the second finds the first. */
  id?: string
}

const APPEND = `with left_news as (
    insert into resale_news (id, reseller_id, tenant_id, name, data, details, actor, created_at)
    values (:id, :resellerId, :tenantId, :name, :data, :details, :actor, :at) on conflict do nothing returning id)
  ${PlatformOutbox.appending('tell_resale_news', 'left_news')}`

const RECEIVE = `insert into heard_news (id, heard_at) values ($1, $2) on conflict do nothing returning id`

/**
 * What happens to a reseller's tenant is decided on the platform and written down in two accounts, which may live in two other
 * databases: it travels by the platform's outbox, and each account takes it once however often it comes.
 */
export const ResaleOutbox = {
  /** In the transaction that changed the tenant, after the change. Nothing for a tenant that has no reseller. */
  async append(
    { id: tenantId, parentId: resellerId, slug, status, planKey: plan }: Tenant,
    name: ResaleEventName,
    { by = SYSTEM, data = {}, details = {}, id = newId('rnw') }: More,
    client: TransactionClientContract
  ): Promise<void> {
    if (resellerId === null) return
    await client.rawQuery(APPEND, {
      ...{ id, resellerId, tenantId, name, at: clock.now() },
      data: JSON.stringify({ tenantId, slug, status, plan, ...data }),
      details: JSON.stringify(details),
      actor: JSON.stringify(by),
    })
  },

  /** Work of the platform. */
  async deliver(id: string): Promise<void> {
    await deliverInOrder<Message>(
      { table: 'resale_news', about: 'tenant_id', id },
      async (message, client) => {
        const reseller = await Tenant.findOrFail(message.reseller_id, { client })
        await receive(reseller, message, () => recordForReseller(message))
        faultPoint('resale.delivered_to_reseller')
        const tenant = await Tenant.findOrFail(message.tenant_id, { client })
        await receive(tenant, message, () => recordForTenant(message, reseller))
        faultPoint('resale.delivered_to_tenant')
      }
    )
  },
}

/** Once, and only in an account that can be entered. */
async function receive(
  tenant: Tenant,
  { id }: Message,
  write: () => Promise<unknown>
): Promise<void> {
  if (!tenant.isReachable) return
  const scope = { tenant: tenant.ref, environment: 'live' } as const
  await CurrentTenant.run(scope, () =>
    unit(async () => {
      const [received] = await CurrentTenant.batch([{ text: RECEIVE, values: [id, clock.now()] }])
      if (received.length > 0) await write()
    })
  )
}

async function recordForReseller({
  name,
  data,
  details,
  actor,
  tenant_id: ref,
}: Message): Promise<void> {
  if (name !== 'usage.threshold_reached')
    await SecurityTrail.append({ action: name, actor, ...erasable({ ...data, ...details }) })
  const event = EVENTS.find((one) => one === name)
  if (event) record({ name: event, ref, data })
}

/** What the tenant is called, and what was said of it, goes from the reseller's trail when the tenant is erased. */
function erasable(values: Record<string, unknown>): Pick<Happening, 'details' | 'personal'> {
  const { slug, name, formerName, reason, ...details } = values as Record<string, string>
  return { details, personal: { slug, name, formerName, reason } }
}

/** What a reseller did is known below by the reseller's name: who works there is not its tenants' business. */
async function recordForTenant({ name, data, actor }: Message, reseller: Tenant): Promise<void> {
  if (actor.type === 'system' || name === ANNOUNCED_BY_ITS_ANSWER) return
  if (name === 'usage.threshold_reached') return
  const by: Actor = { type: 'system', id: reseller.id, name: reseller.name }
  await SecurityTrail.append({ action: name, actor: by, details: data })
}
