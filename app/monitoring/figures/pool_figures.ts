import { Gauge } from '@prometheus-io/client'
import db from '@adonisjs/lucid/services/db'
import { figures, named } from '#app/foundation/figures/figures'
import { Cell } from '#app/tenancy/cell'
import { Patience } from '#app/tenancy/connections/patience'
import { connectionWait } from '#app/tenancy/connections/wait_figures'
import { WaitingRoom } from '#app/tenancy/connections/waiting_room'

/** What knex makes its pools with. */
interface Pool {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
  on(
    event: 'acquireRequest' | 'acquireSuccess' | 'acquireFail',
    listener: (id: number) => void
  ): void
}

/** Shows the pools of this process from now on: `platform`, and `cell:` with the name that the operator gave it. */
export function watchPools(): void {
  const names = ['platform', ...Cell.all().map(({ name }) => `cell:${name}`)]
  const pools = new Map(names.map((name) => [name, poolOf(name)]))
  for (const [name, pool] of pools) measureWaits(name, pool)
  new Gauge({
    ...figures,
    name: named('database_pool_connections'),
    help: 'Connections of a pool that are used and free, and statements that wait for one',
    labelNames: ['pool', 'state'],
    collect() {
      for (const [pool, at] of pools) {
        this.set({ pool, state: 'used' }, at.numUsed())
        this.set({ pool, state: 'free' }, at.numFree())
        this.set({ pool, state: 'waiting' }, at.numPendingAcquires() + WaitingRoom.waitingFor(pool))
      }
    },
  })
}

function poolOf(name: string): Pool {
  db.manager.connect(name)
  const connection = db.manager.get(name)?.connection as unknown as {
    client: { client: { pool: Pool } }
  }
  return connection.client.client.pool
}

/** Of all but requests, which are measured where they wait. */
function measureWaits(name: string, pool: Pool): void {
  const ends = new Map<number, () => number>()
  pool.on('acquireRequest', (id) => {
    if (!Patience.current) ends.set(id, connectionWait.startTimer({ pool: name }))
  })
  const end = (id: number) => {
    ends.get(id)?.()
    ends.delete(id)
  }
  pool.on('acquireSuccess', end)
  pool.on('acquireFail', end)
}
