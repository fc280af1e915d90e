import type { Cell } from '#app/tenancy/cell'
import { roleName } from '#app/tenancy/tenant_ref'
import Tenant from './tenant.js'

/** Each round raises the alarm for what is still damaged, and tenants cannot see that there is one: the oldest is enough. */
const ONE_ALARM_EACH = `
  delete from cell.outbox later using cell.outbox earlier
   where later.kind = 'evidence.check' and later.lease_until is null
     and earlier.kind = 'evidence.check' and earlier.scope = later.scope and earlier.ref = later.ref
     and (earlier.created_at, earlier.id) < (later.created_at, later.id)`
/** Each turn leaves the next as new work. What is older does not come forward: it is stuck, and the others wait for it no longer. */
const IS_UNDER_WAY = `
  select from cell.outbox
   where kind = 'evidence.scrub' and created_at > now() - interval '10 minutes' limit 1`
const LAST = 'select tenant_id from cell.scrub'
/** One that is still stuck has no second. */
const QUEUED = `
  insert into cell.outbox (scope, kind, ref)
  select scope, 'evidence.scrub', '' from unnest($1::name[]) as asked (scope)
   where not exists (select from cell.outbox o where o.scope = asked.scope and o.kind = 'evidence.scrub')`
const MOVED_ON = `
  update cell.scrub set tenant_id = $1, begun_at = case when tenant_id = '' then now() else begun_at end`

/** Whose evidence is looked over next. The scheduled job visits no tenant: it leaves work for one after the other, and none while some comes forward. */
export const EvidenceTurns = {
  /** @returns whether a tenant got its turn */
  async next(cell: Cell): Promise<boolean> {
    return cell.as('relay', async (client) => {
      await client.query(ONE_ALARM_EACH)
      if ((await client.query(IS_UNDER_WAY)).rowCount) return false
      const [{ tenant_id: last }] = (await client.query<{ tenant_id: string }>(LAST)).rows
      const tenant = await Tenant.query()
        .where('cell', cell.name)
        .whereIn('status', ['ready', 'suspended'])
        .where('id', '>', last)
        .orderBy('id')
        .first()
      // after the last one the first comes again
      await client.query(MOVED_ON, [tenant?.id ?? ''])
      if (!tenant) return false
      const environments = tenant.hasSandbox ? (['live', 'test'] as const) : (['live'] as const)
      await client.query(QUEUED, [environments.map((one) => roleName(tenant.id, one))])
      return true
    })
  },
}
