import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Leased } from './claim.js'
import { QUEUE_NAMES, type QueueName } from './queues.js'
import { openRedis } from './redis_connection.js'
import RedisAway from './errors/redis_away.js'

/** What a job holds: ids and nothing personal, for Redis keeps it in the clear. */
export interface JobData extends Leased {
  readonly cell: string
}

/** In braces, so that a Redis cluster keeps all keys of the queues in one place. */
export const KEY_PREFIX = '{countersign}'

/** A job is known by its fence too: the same work, given out again, is another job. BullMQ allows no colon. */
export function jobId({ id, fence }: Pick<Leased, 'id' | 'fence'>): string {
  return `${id}-${fence}`
}

/** The relay's end of the queues in Redis. They hold hints: what is lost here is still in the outbox. */
export class JobQueues {
  #redis = openRedis('asking')
  #queues: Map<QueueName, Queue<JobData>>

  /** @param onReady  called whenever Redis has become available */
  constructor(onReady: () => void) {
    const connection = this.#redis.on('ready', onReady)
    this.#queues = new Map(
      QUEUE_NAMES.map((name) => [
        name,
        new Queue<JobData>(name, { connection, prefix: KEY_PREFIX }),
      ])
    )
    for (const queue of this.#queues.values()) queue.on('error', () => {})
  }

  /** Jobs that no worker has begun. @throws E_REDIS_AWAY */
  async waiting(): Promise<Map<QueueName, number>> {
    const pipeline = this.#ready().pipeline()
    for (const queue of this.#queues.values()) pipeline.llen(queue.toKey('wait'))
    const lengths = await answers<number>(pipeline)
    return new Map([...this.#queues.keys()].map((name, index) => [name, lengths[index]]))
  }

  /** @throws E_REDIS_AWAY, or Redis's refusal when it is full */
  async hand(name: QueueName, cell: string, works: readonly Leased[]): Promise<void> {
    this.#ready()
    await this.#queue(name).addBulk(
      works.map((work) => ({
        name: work.kind,
        data: { ...work, cell },
        opts: { jobId: jobId(work), removeOnComplete: true, removeOnFail: true },
      }))
    )
  }

  /** Those of which Redis knows nothing (any more). @throws E_REDIS_AWAY */
  async unknown<T extends Pick<Leased, 'id' | 'fence'>>(name: QueueName, works: T[]): Promise<T[]> {
    if (works.length === 0) return []
    const pipeline = this.#ready().pipeline()
    for (const work of works) pipeline.exists(this.#queue(name).toKey(jobId(work)))
    const known = await answers<number>(pipeline)
    return works.filter((_, index) => known[index] === 0)
  }

  async close(): Promise<void> {
    this.#redis.disconnect()
    await Promise.allSettled([...this.#queues.values()].map((queue) => queue.close()))
  }

  #queue(name: QueueName): Queue<JobData> {
    const queue = this.#queues.get(name)
    if (!queue) throw new RangeError(`There is no queue ${name}`)
    return queue
  }

  #ready(): Redis {
    if (this.#redis.status !== 'ready') throw new RedisAway()
    return this.#redis
  }
}

async function answers<T>(pipeline: ReturnType<Redis['pipeline']>): Promise<T[]> {
  const results = (await pipeline.exec()) ?? []
  return results.map(([error, answer]) => {
    if (error) throw error
    return answer as T
  })
}
