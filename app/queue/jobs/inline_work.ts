import type { Environment } from '#app/foundation/environment'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { DUE_SLACK } from '#app/tenancy/outbox/due'
import type { Task } from '#app/tenancy/outbox/outbox'
import { roleName, type TenantRef } from '#app/tenancy/tenant_ref'
import { WorkTable } from '../work_table.js'

interface Wanted {
  environment?: Environment
  /** Also what is due later, as if its time had come. */
  early?: boolean
  /** As one job, rather than one after the other. */
  atOnce?: boolean
}

/**
 * Does the work of one kind that waits in a tenant's outbox, here and now, under a lease as a worker would have it.
 *
 * @returns how many pieces were done
 */
export async function doWork(
  tenant: { readonly ref: TenantRef },
  kind: string,
  { environment = 'live', early = false, atOnce = false }: Wanted = {}
): Promise<number> {
  const handleBundle = await WorkTable.handleBundle(kind)
  const tasks = await lease(tenant.ref, environment, kind, early)
  for (const bundle of atOnce ? [tasks] : tasks.map((task) => [task]))
    await CurrentTenant.run({ tenant: tenant.ref, environment }, () =>
      Promise.all(handleBundle(bundle))
    )
  return tasks.length
}

async function lease(
  { id, cell }: TenantRef,
  environment: Environment,
  kind: string,
  early: boolean
): Promise<Task[]> {
  return Cell.named(cell).as('relay', async (client) => {
    const { rows } = await client.query<Task>(
      `update cell.outbox set fence = fence + 1, lease_until = now() + interval '1 minute'
        where scope = $1 and kind = $2 and ($3 or due_at <= clock_timestamp() + ${DUE_SLACK}) and lease_until is null
        returning id, kind, lane, ref, tries, fence`,
      [roleName(id, environment), kind, early]
    )
    return rows
  })
}
