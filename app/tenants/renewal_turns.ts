import type { Cell } from '#app/tenancy/cell'
import { roleName } from '#app/tenancy/tenant_ref'
import Tenant from './tenant.js'

/** So that a cell of ten thousand has seen all of them within seven hours. */
export const TENANTS_A_TURN = 25

const ROUND_IS_DUE = `tenant_id <> '' or begun_at <= now() - interval '1 day'`
const LAST = `select tenant_id from cell.renewal_turns where ${ROUND_IS_DUE}`
const MOVED_ON = `
  update cell.renewal_turns set tenant_id = $1, begun_at = case when tenant_id = '' then now() else begun_at end`
/** One whose work waits has no more of it. */
const QUEUED = `
  insert into cell.outbox (scope, kind, ref)
  select scope, 'seal.renewals', '' from unnest($1::name[]) as asked (scope)
   where not exists (select from cell.outbox o where o.scope = asked.scope and o.kind = 'seal.renewals')`

/** Who is asked next for documents that need a new time stamp. The scheduled job visits no tenant: it leaves work for some after the others. */
export const RenewalTurns = {
  /** @returns how many tenants got their turn */
  async next(cell: Cell): Promise<number> {
    return cell.as('relay', async (client) => {
      const [round] = (await client.query<{ tenant_id: string }>(LAST)).rows
      if (!round) return 0
      const tenants = await Tenant.query()
        .where('cell', cell.name)
        .whereIn('status', ['ready', 'suspended'])
        .where('id', '>', round.tenant_id)
        .orderBy('id')
        .limit(TENANTS_A_TURN)
      const scopes = tenants.flatMap((tenant) => {
        const environments = tenant.hasSandbox ? (['live', 'test'] as const) : (['live'] as const)
        return environments.map((one) => roleName(tenant.id, one))
      })
      await client.query(QUEUED, [scopes])
      // behind the last one a round ends
      const isLast = tenants.length < TENANTS_A_TURN
      await client.query(MOVED_ON, [isLast ? '' : tenants.at(-1)!.id])
      return tenants.length
    })
  },
}
