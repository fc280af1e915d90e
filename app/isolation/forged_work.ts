import { ENVIRONMENTS, type Environment } from '#app/foundation/environment'
import { doWork } from '#app/queue/jobs/inline_work'
import { QUEUE_NAMES } from '#app/queue/queues'
import { WorkTable } from '#app/queue/work_table'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { WorkKind } from '#app/tenancy/outbox/work_kind'
import { roleName } from '#app/tenancy/tenant_ref'
import type { Party } from './parties/party.js'

/** Kinds of work; one of each is done after the other. */
const AT_ONCE = 8

/** Where ids stand that work is about; tokens, pictures and keys of pages are none. */
const NO_WORK = /:token$|:name$|:code$/

/**
 * Leaves work of every kind in one tenant's outbox that names the other's things, and does it as a worker would. Whether it ends or
 * fails is all the same: what counts is what it has read and changed.
 *
 * @returns how many pieces were done
 */
export async function doForgedWork(own: Party, other: Party): Promise<number> {
  const kinds = QUEUE_NAMES.flatMap((queue) => WorkTable.kinds(queue))
  const left = kinds.values()
  const counts: number[] = []
  const work = async () => {
    for (const kind of left) counts.push(await forge(own, other, kind))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function forge(own: Party, other: Party, kind: WorkKind): Promise<number> {
  let done = 0
  for (const environment of ENVIRONMENTS) {
    for (const ref of refsOf(other, environment)) {
      await leave(own, environment, kind, ref)
      await doWork(own.tenant, kind, { environment, early: true }).catch(() => {})
      await takeBack(own, environment, kind, ref)
      done += 1
    }
  }
  return done
}

/** One of each. */
function refsOf({ resources }: Party, environment: Environment): string[] {
  const places = Object.entries(resources[environment]).filter(([place]) => !NO_WORK.test(place))
  return [...new Set(places.flatMap(([, ids]) => ids.slice(0, 1)))]
}

function leave(own: Party, environment: Environment, kind: WorkKind, ref: string): Promise<void> {
  return CurrentTenant.run({ tenant: own.tenant.ref, environment }, () =>
    unit(async () => Outbox.append({ kind, ref }))
  )
}

/** What failed would be tried for ever. */
async function takeBack(
  own: Party,
  environment: Environment,
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
