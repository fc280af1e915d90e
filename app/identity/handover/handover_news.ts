import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/audit/actor'
import type { RowOf } from '#app/tenancy/row'
import { ResaleOutbox } from '#app/tenants/resale/resale_outbox'
import type Tenant from '#app/tenants/tenant'

type HandoverRow = Pick<RowOf<'handover'>, 'id' | 'outcome'>

/** What the trails are told of a handover. */
export interface HandoverNews extends HandoverRow {
  /** Who asked for it; null where a process of the last release began it, or all of it is told. */
  actor: Actor | null
}

/** Who works at the reseller is not the tenant's business. */
export const FORGET_ACTOR = 'update handover set actor = null where id = $1'

/** That it was asked for, in case who asked died first, and how it ended. The handover names the news: written twice they are told once. */
export async function tellOfHandover(
  { id, actor, outcome }: HandoverNews,
  tenant: Tenant,
  client: TransactionClientContract
): Promise<void> {
  const asked = actor && { by: actor, id: `rnw_${id}_asked` }
  if (asked) await ResaleOutbox.append(tenant, 'tenant.handover_asked', asked, client)
  const end = outcome && { id: `rnw_${id}_${outcome}` }
  const name = outcome === 'done' ? 'tenant.handed_over' : 'tenant.handover_refused'
  if (end) await ResaleOutbox.append(tenant, name, end, client)
}
