import db from '@adonisjs/lucid/services/db'
import { setTimeout as pause } from 'node:timers/promises'
import { doWork } from '#app/queue/jobs/inline_work'
import { ENVIRONMENTS } from '#app/foundation/environment'
import { Cell } from '#app/tenancy/cell'
import { DUE_SLACK } from '#app/tenancy/outbox/due'
import { roleName } from '#app/tenancy/tenant_ref'
import { PlatformWork } from '#app/tenants/platform_work'
import type Tenant from '#app/tenants/tenant'

const MOST_ROUNDS = 20
const STEP_MS = 50

/** What waits on the platform about tenants: by their ids, and by those of what is told of them. */
const ABOUT = `
  select o.ref, o.lease_until > now() as is_taken from outbox o
   where o.due_at <= now() + ${DUE_SLACK} and (o.ref = any(:ids)
      or o.ref in (select id from resale_news where tenant_id = any(:ids) or reseller_id = any(:ids))
      or o.ref in (select id from domain_news where tenant_id = any(:ids))
      or o.ref in (select id from plan_requests where tenant_id = any(:ids)))`

const DUE = `select distinct kind from cell.outbox
  where scope = $1 and lease_until is null and due_at <= clock_timestamp() + ${DUE_SLACK}`

/** The work of the proof's tenants, which it does itself: nobody else's is touched. */
export const PendingWork = {
  /** All that is due, and what comes of it. What fails stays where it is: its tenants are erased in the end. */
  async finish(tenants: readonly Tenant[]): Promise<void> {
    for (let round = 0, done = 1; done > 0 && round < MOST_ROUNDS; round += 1)
      done = (await ofPlatform(tenants)) + (await ofTenants(tenants))
  },
}

async function ofTenants(tenants: readonly Tenant[]): Promise<number> {
  const counts = await Promise.all(tenants.map(ofTenant))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function ofTenant(tenant: Tenant): Promise<number> {
  let done = 0
  for (const environment of ENVIRONMENTS) {
    const { rows } = await Cell.named(tenant.cell).as('relay', (client) =>
      client.query<{ kind: string }>(DUE, [roleName(tenant.id, environment)])
    )
    for (const { kind } of rows) done += await doWork(tenant, kind, { environment }).catch(() => 0)
  }
  return done
}

/** A worker of the installation may take some of it: then it is waited for. */
async function ofPlatform(tenants: readonly Tenant[]): Promise<number> {
  let done = 0
  for (let round = 0; round < MOST_ROUNDS * MOST_ROUNDS; round += 1) {
    const ids = tenants.map(({ id }) => id)
    const { rows } = await db
      .connection('platform')
      .rawQuery<{ rows: { ref: string; is_taken: boolean }[] }>(ABOUT, { ids } as never)
    if (rows.length === 0) return done
    if (rows.every(({ is_taken: isTaken }) => isTaken)) await pause(STEP_MS)
    else done += await PlatformWork.doAbout(rows.map(({ ref }) => ref))
  }
  return done
}
