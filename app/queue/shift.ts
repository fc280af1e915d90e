import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type pg from 'pg'
import logger from '@adonisjs/core/services/logger'
import { timeScale } from '#app/foundation/time_scale'
import { Cell } from '#app/tenancy/cell'
import { tenantOfRole } from '#app/tenancy/tenant_ref'
import Tenant from '#app/tenants/tenant'
import { Job } from './jobs/job.js'
import { JobQueues, type JobData } from './jobs/job_queues.js'
import { Leases } from './relay/leases.js'
import { queueShapes, type QueueShape } from './queues.js'
import { openRedis } from '#app/foundation/redis/redis_connection'
import { Neighbours } from './relay/neighbours.js'
import { Relay } from './relay/relay.js'
import { Sweeper } from './relay/sweeper.js'
import { Scheduler, Schedule } from './scheduler/scheduler.js'
import { listenHere, wakeChannel } from './wake.js'
import { Workers } from './jobs/workers.js'
import { Workforce } from './relay/workforce.js'

const RELAY_CONNECTIONS = 3
const SWEEP_MS = 5_000
/** For work and scheduled jobs still running when the process stops. */
const LAST_JOBS_MS = 20_000
/** Work of a tenant that is not here waits: it may be on its way, and erasing a tenant takes its work along. */
const ABSENT_MS = 60 * 60_000
/** For so long a process may believe that a tenant is away which has come. */
const BELIEVED_MS = 15_000
/** Work of a frozen tenant waits until it is thawed. */
const FROZEN_MS = 5 * 60_000

interface Post {
  cell: Cell
  pool: pg.Pool
  leases: Leases
  workforce: Workforce
  relay: Relay
  scheduler: Scheduler
  stopListening: () => void
}

/** What one worker process does: relay and scheduler of every cell, and the workers. */
export class Shift {
  #shapes: QueueShape[]
  #queues = new JobQueues(() => this.#wakeAll())
  #listener = openRedis('listening')
  #posts = new Map<string, Post>()
  #neighbours = new Neighbours()
  #workers?: Workers

  constructor(slots?: number) {
    this.#shapes = queueShapes(slots)
  }

  /** Nothing is taken on before all of it is there: a process that is told to stop meanwhile holds no work. */
  async begin(): Promise<void> {
    for (const cell of Cell.all()) this.#posts.set(cell.name, this.#post(cell))
    for (const { relay, scheduler } of this.#posts.values()) {
      await relay.prepare()
      await scheduler.prepare()
    }
    this.#workers = new Workers(this.#shapes, (job) => this.#perform(job))
    for (const { relay, scheduler } of this.#posts.values()) {
      relay.start()
      scheduler.start()
    }
    this.#listen(this.#listener)
  }

  /** Claims nothing more, finishes what runs, and lets go of everything. */
  async end(): Promise<void> {
    this.#listener.disconnect()
    const limit = pause(timeScale.of(LAST_JOBS_MS), false, { ref: false })
    const isFinished = await Promise.race([this.#finish(), limit])
    if (!isFinished) {
      logger.warn('jobs still run; their work comes back when the leases end')
      this.#workers?.abandon()
    }
    await this.#queues.close()
    const pools = [...this.#posts.values()].map(({ pool }) => pool.end())
    if (isFinished) await Promise.all(pools)
  }

  #post(cell: Cell): Post {
    const pool = cell.pool('relay', RELAY_CONNECTIONS)
    const leases = new Leases(pool)
    const workforce = new Workforce(pool, this.#shapes)
    const relay = new Relay(cell, pool, leases, this.#queues, workforce, this.#neighbours)
    const sweeper = new Sweeper(leases, this.#queues, this.#shapes)
    const sweep = { name: 'sweeper', everyMs: SWEEP_MS, run: () => this.#sweep(sweeper, relay) }
    const scheduler = new Scheduler(cell, pool, [sweep, ...Schedule.all])
    return {
      cell,
      pool,
      leases,
      workforce,
      relay,
      scheduler,
      stopListening: listenHere(cell.name, () => relay.wake()),
    }
  }

  async #sweep(sweeper: Sweeper, relay: Relay): Promise<void> {
    const returned = await sweeper.sweep()
    if (returned === 0) return
    logger.info({ returned }, 'work returned to the queue: its worker died, or Redis lost it')
    relay.wake()
  }

  async #perform(data: JobData): Promise<void> {
    const post = this.#posts.get(data.cell)
    if (!post) return
    const outcome = await new Job(data).perform()
    if (outcome === 'frozen') await post.leases.giveBack(data.works, FROZEN_MS)
    if (outcome === 'absent') await this.#hold(post.leases, data)
    post.relay.makeRoom()
  }

  /** In this order: the end of an import lets go of what is held, and work that is held after it finds the tenant there. */
  async #hold(leases: Leases, { works, scope, cell }: JobData): Promise<void> {
    await leases.hold(works, BELIEVED_MS)
    const tenant = await Tenant.find(tenantOfRole(scope).tenantId)
    const isHere = tenant?.isReachable && tenant.cell === cell
    if (!isHere) await leases.hold(works, ABSENT_MS)
  }

  #wakeAll(): void {
    for (const { relay } of this.#posts.values()) relay.wake()
  }

  #listen(listener: Redis): void {
    listener.on('message', (channel) => {
      for (const { cell, relay } of this.#posts.values()) {
        if (channel === wakeChannel(cell.name)) relay.wake()
      }
    })
    const channels = [...this.#posts.keys()].map(wakeChannel)
    listener.subscribe(...channels).catch(() => {}) // it subscribes again by itself
  }

  /** The relays first: what they claim is still handed on. */
  async #finish(): Promise<true> {
    const posts = [...this.#posts.values()]
    for (const { stopListening } of posts) stopListening()
    await Promise.all(posts.map(({ relay }) => relay.stop()))
    // one that cannot say so is missed after a while
    await Promise.allSettled(posts.map(({ workforce }) => workforce.leave()))
    await Promise.all([this.#workers?.close(), ...posts.map(({ scheduler }) => scheduler.stop())])
    return true
  }
}
