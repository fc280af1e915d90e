import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { SYSTEM, type Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import type Domain from './domain.js'
import { deliverInOrder } from '../ordered_delivery.js'
import Notice from '../notice.js'
import Tenant from '../tenant.js'

/** What its people are notified of, beside the trail. */
const NOTIFIED = ['domain.failing', 'domain.suspension_near', 'domain.suspended'] as const

export type DomainEventName =
  | (typeof NOTIFIED)[number]
  | 'domain.added'
  | 'domain.verified'
  | 'domain.changed'
  | 'domain.recovered'
  | 'domain.removed'
  | 'domain.released'

interface Message {
  id: string
  tenant_id: string
  domain_id: string
  name: DomainEventName
  details: Record<string, unknown>
  actor: Actor
}

interface More {
  by?: Actor
  details?: Record<string, unknown>
}

const RECEIVE = `insert into heard_news (id, heard_at) values ($1, $2) on conflict do nothing returning id`

/**
 * Hosts are decided on the platform, and what happens to them is written down in the tenant's account, which may be another database:
 * it travels by the platform's outbox, and the account takes it once however often it comes.
 */
export const DomainOutbox = {
  /** In the transaction that changes the domain. */
  async append(
    { id: domainId, tenantId, host, kind }: Domain,
    name: DomainEventName,
    { by = SYSTEM, details = {} }: More,
    client: QueryClientContract
  ): Promise<void> {
    const id = newId('dnw')
    await client.table('domain_news').insert({
      id,
      tenant_id: tenantId,
      domain_id: domainId,
      name,
      details: JSON.stringify({ domainId, host, kind, ...details }),
      actor: JSON.stringify(by),
      created_at: clock.now(),
    })
    await PlatformOutbox.append(client, { kind: 'tell_domain_news', ref: id })
  },

  /** Work of the platform. */
  async deliver(id: string): Promise<void> {
    await deliverInOrder<Message>(
      { table: 'domain_news', about: 'domain_id', id },
      async (message, client) => {
        const tenant = await Tenant.findOrFail(message.tenant_id, { client })
        if (tenant.isReachable)
          await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
            receive(message)
          )
        faultPoint('domain.delivered')
      }
    )
  },
}

async function receive({ id, name, domain_id: domainId, details, actor }: Message): Promise<void> {
  await unit(async () => {
    const [received] = await CurrentTenant.batch([{ text: RECEIVE, values: [id, clock.now()] }])
    if (received.length === 0) return
    await SecurityTrail.append({ action: name, actor, details })
    const notice = NOTIFIED.find((kind) => kind === name)
    if (notice) await Notice.leave(notice, { domainId })
  })
}
