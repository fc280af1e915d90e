import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { SYSTEM, type Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import type Domain from './domain.js'
import { tellInOrder } from '../news_in_order.js'
import Notice from '../notice.js'
import Tenant from '../tenant.js'

/** What its people are told beside the trail. */
const TOLD = ['domain.failing', 'domain.suspension_near', 'domain.suspended'] as const

export type DomainNewsName =
  | (typeof TOLD)[number]
  | 'domain.added'
  | 'domain.verified'
  | 'domain.changed'
  | 'domain.recovered'
  | 'domain.removed'
  | 'domain.released'

interface News {
  id: string
  tenant_id: string
  domain_id: string
  name: DomainNewsName
  details: Record<string, unknown>
  actor: Actor
}

interface More {
  by?: Actor
  details?: Record<string, unknown>
}

const HEARD = `insert into heard_news (id, heard_at) values ($1, $2) on conflict do nothing returning id`

/**
 * Hosts are decided on the platform, and what happens to them is written down in the tenant's account, which may be another database:
 * it travels by the platform's outbox, and the account takes it once however often it comes.
 */
export const DomainNews = {
  /** In the transaction that changes the domain. */
  async leave(
    { id: domainId, tenantId, host, kind }: Domain,
    name: DomainNewsName,
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
  async tell(id: string): Promise<void> {
    await tellInOrder<News>(
      { table: 'domain_news', about: 'domain_id', id },
      async (news, client) => {
        const tenant = await Tenant.findOrFail(news.tenant_id, { client })
        if (tenant.isReachable)
          await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () => hear(news))
        faultPoint('domain.told')
      }
    )
  },
}

async function hear({ id, name, domain_id: domainId, details, actor }: News): Promise<void> {
  await unit(async () => {
    const [heard] = await CurrentTenant.batch([{ text: HEARD, values: [id, clock.now()] }])
    if (heard.length === 0) return
    await SecurityTrail.append({ action: name, actor, details })
    const notice = TOLD.find((told) => told === name)
    if (notice) await Notice.leave(notice, { domainId })
  })
}
