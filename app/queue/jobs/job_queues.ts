import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Leased } from '../relay/claim.js'
import { QUEUE_NAMES, type QueueName } from '../queues.js'
import { openRedis } from '#app/foundation/redis/redis_connection'
import RedisAway from '../errors/redis_away.js'

/** What a job holds: ids and nothing personal, for Redis keeps it in the clear. */
export interface JobData extends Pick<Leased, 'kind' | 'scope'> {
  readonly cell: string
  /** One tenant's work of one kind. */
  readonly works: readonly Pick<Leased, 'id' | 'fence' | 'lane' | 'ref' | 'tries' | 'traceparent'>[]
}

/** In braces, so that a Redis cluster keeps all keys of the queues in one place. */
export const KEY_PREFIX = '{countersign}'

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
    const bundles = Map.groupBy(works, ({ bundle }) => bundle)
    await this.#queue(name).addBulk(
      [...bundles].map(([jobId, bundle]) => ({
        name: bundle[0].kind,
        data: jobData(cell, bundle),
        opts: { jobId, removeOnComplete: true, removeOnFail: true },
      }))
    )
  }

  /** Those of which Redis knows nothing (any more). @throws E_REDIS_AWAY */
  async unknown<T extends Pick<Leased, 'bundle'>>(name: QueueName, works: T[]): Promise<T[]> {
    if (works.length === 0) return []
    const pipeline = this.#ready().pipeline()
    for (const { bundle } of works) pipeline.exists(this.#queue(name).toKey(bundle))
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

function jobData(cell: string, bundle: readonly Leased[]): JobData {
  const [{ kind, scope }] = bundle
  const works = bundle.map(({ id, fence, lane, ref, tries, traceparent }) => ({
    ...{ id, fence, lane, ref, tries },
    ...(traceparent && { traceparent }),
  }))
  return { cell, kind, scope, works }
}

async function answers<T>(pipeline: ReturnType<Redis['pipeline']>): Promise<T[]> {
  const results = (await pipeline.exec()) ?? []
  return results.map(([error, answer]) => {
    if (error) throw error
    return answer as T
  })
}
