import type { JobQueues } from '../jobs/job_queues.js'
import type { Leases } from './leases.js'
import type { QueueShape } from '../queues.js'
import { WorkTable } from '../work_table.js'
import RedisAway from '../errors/redis_away.js'

/**
 * Of a lease: when Redis knows nothing of a job after this, it is not going to be done. Before, it may be on its way to Redis, or
 * still run although Redis was emptied.
 */
const UNKNOWN_AFTER = 1 / 3

/** Brings back work that nobody does any more: its lease ran out, or its job has vanished from Redis. */
export class Sweeper {
  constructor(
    private leases: Leases,
    private queues: JobQueues,
    private shapes: readonly QueueShape[]
  ) {}

  /** @returns how many pieces of work wait again */
  async sweep(): Promise<number> {
    const expired = await this.leases.takeBackExpired()
    return expired + (await this.#takeBackVanished())
  }

  async #takeBackVanished(): Promise<number> {
    try {
      const counts = await Promise.all(this.shapes.map((shape) => this.#vanished(shape)))
      return counts.reduce((sum, count) => sum + count, 0)
    } catch (error) {
      if (error instanceof RedisAway) return 0 // then the leases run out instead
      throw error
    }
  }

  async #vanished({ name, leaseMs }: QueueShape): Promise<number> {
    const given = await this.leases.given(WorkTable.kinds(name), leaseMs, leaseMs * UNKNOWN_AFTER)
    const unknown = await this.queues.unknown(name, given)
    return unknown.length > 0 ? this.leases.giveBack(unknown) : 0
  }
}
