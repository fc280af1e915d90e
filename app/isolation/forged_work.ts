import { ENVIRONMENTS } from '#app/foundation/environment'
import { doWork } from '#app/queue/inline_work'
import { QUEUE_NAMES } from '#app/queue/queues'
import { WorkTable } from '#app/queue/work_table'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox'
import { roleName } from '#app/tenancy/tenant_ref'
import type { Side } from './side.js'

/** Kinds of work; one of each is done after the other. */
const AT_ONCE = 8

/**
 * Leaves work of every kind in one tenant's outbox that names the other's things, and does it as a worker would. Whether it ends or
 * fails is all the same: what counts is what it has read and changed.
 *
 * @returns how many pieces were done
 */
export async function doForgedWork(own: Side, other: Side): Promise<number> {
  const kinds = QUEUE_NAMES.flatMap((queue) => WorkTable.kinds(queue)).values()
  let done = 0
  const work = async () => {
    for (const kind of kinds) done += await forge(own, other, kind)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return done
}

async function forge(own: Side, other: Side, kind: string): Promise<number> {
  let done = 0
  for (const environment of ENVIRONMENTS) {
    for (const ref of Object.values(other.things[environment])) {
      await leave(own, environment, kind, ref)
      await doWork(own.tenant, kind, { environment, early: true }).catch(() => {})
      await takeBack(own, environment, kind, ref)
      done += 1
    }
  }
  return done
}

function leave(
  own: Side,
  environment: (typeof ENVIRONMENTS)[number],
  kind: string,
  ref: string
): Promise<void> {
  return CurrentTenant.run({ tenant: own.tenant.ref, environment }, () =>
    unit(async () => Outbox.append({ kind, ref }))
  )
}

/** What failed would be tried for ever. */
async function takeBack(
  own: Side,
  environment: (typeof ENVIRONMENTS)[number],
  kind: string,
  ref: string
): Promise<void> {
  await Cell.named(own.tenant.cell).as('relay', (client) =>
    client.query('delete from cell.outbox where scope = $1 and kind = $2 and ref = $3', [
      roleName(own.tenant.id, environment),
      kind,
      ref,
    ])
  )
}
