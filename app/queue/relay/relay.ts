import type pg from 'pg'
import logger from '@adonisjs/core/services/logger'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { allOrFirstFailure } from '#app/tenancy/connections/tenant_client'
import { Allotment, oneMoreThan, type Room } from './allotment.js'
import { Claim, type Chosen, type Leased } from './claim.js'
import { ClockSteps } from './clock_steps.js'
import type { JobQueues } from '../jobs/job_queues.js'
import type { Leases } from './leases.js'
import type { Cell } from '#app/tenancy/cell'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import type { Neighbours } from './neighbours.js'
import { Pulse } from '../pulse.js'
import type { QueueName } from '../queues.js'
import { WorkTable } from '../work_table.js'
import type { Workforce } from './workforce.js'

const POLL_MS = 1_000
/** While there is more work than room. */
const BUSY_POLL_MS = 100
/** Slots become free one by one; they are filled together. */
const REFILL_MS = 10

/** Carries due work of one cell from its outbox to Redis, never more than the workers can soon begin. */
export class Relay {
  #pulse = new Pulse(() => this.#beat())
  #allotment = new Allotment()
  #steps = new ClockSteps()
  #isFailing = false

  constructor(
    private cell: Cell,
    private pool: pg.Pool,
    private leases: Leases,
    private queues: JobQueues,
    private workforce: Workforce,
    private neighbours: Neighbours
  ) {}

  async prepare(): Promise<void> {
    await this.pool.query(`insert into cell.ticks (name) values ('relay') on conflict do nothing`)
  }

  start(): void {
    this.#pulse.start()
  }

  stop(): Promise<void> {
    return this.#pulse.stop()
  }

  /** There may be something to do: a unit has left work. */
  wake(): void {
    this.#pulse.wake()
  }

  /** A slot has become free. */
  makeRoom(): void {
    if (this.#allotment.isShort) this.#pulse.wakeIn(REFILL_MS)
  }

  async #beat(): Promise<number> {
    try {
      await this.#poll()
      this.#isFailing = false
    } catch (error) {
      this.#allotment.isShort = false
      this.neighbours.forget(this.cell.name)
      if (!this.#isFailing)
        logger.warn({ cell: this.cell.name, err: error }, 'the relay cannot work now')
      this.#isFailing = true
    }
    return this.#allotment.isShort ? BUSY_POLL_MS : POLL_MS
  }

  async #poll(): Promise<void> {
    const room = await this.#room()
    const choose = (claim: Claim) => this.#choose(claim, room)
    const leased = await Claim.poll(this.pool, oneMoreThan(room), choose)
    if (!leased?.length) return
    faultPoint('relay.claimed')
    const byQueue = Map.groupBy(leased, ({ kind }) => WorkTable.queue(kind))
    await allOrFirstFailure([...byQueue].map(([name, works]) => this.#hand(name, works)))
    faultPoint('relay.handed')
  }

  /** Nothing for a moment, where PostgreSQL's clock was set. */
  async #choose(claim: Claim, room: Room): Promise<Chosen[]> {
    const { reading } = claim
    this.#steps.observe(reading)
    if (!this.#steps.isSettled(reading.answeredAt)) return []
    this.neighbours.observe(this.cell.name, claim)
    if (!ClockSteps.isBack(reading.backMs))
      return this.#allotment.choose(claim, room, (kind) => this.#sharing(kind))
    await this.#followBack(claim)
    return []
  }

  #sharing(kind: string): number {
    return this.neighbours.sharing(this.cell.name, kind)
  }

  /** The platform first: should it be repeated, some of its work is done early. */
  async #followBack(claim: Claim): Promise<void> {
    const { backMs } = claim.reading
    if (this.cell.holdsPlatform) await PlatformOutbox.followBack(backMs)
    await claim.followBack()
    logger.warn(
      { cell: this.cell.name, backMs: Math.round(backMs) },
      "PostgreSQL's clock was set back: what waited is due that much earlier"
    )
  }

  /** As many jobs as all workers have slots may wait for one, beside those that run. */
  async #room(): Promise<Room> {
    const shapes = await this.workforce.shapes()
    const waiting = await this.queues.waiting()
    return new Map(
      shapes.map((shape) => [shape, Math.max(0, shape.slots - (waiting.get(shape.name) ?? 0))])
    )
  }

  async #hand(name: QueueName, works: Leased[]): Promise<void> {
    try {
      await this.queues.hand(name, this.cell.name, works)
    } catch (error) {
      // should some of it have got through nevertheless, those jobs find that their leases are lost
      await this.leases.giveBack(works)
      throw error
    }
  }
}
