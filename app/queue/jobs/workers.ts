import { Worker } from 'bullmq'
import logger from '@adonisjs/core/services/logger'
import { timeScale } from '#app/foundation/time_scale'
import { errorOutline } from './error_outline.js'
import { KEY_PREFIX, type JobData } from './job_queues.js'
import { openRedis } from '#app/foundation/redis/redis_connection'
import type { QueueShape } from '../queues.js'

/** A worker renews its hold on a job in Redis; one that died is missed after this, and its work comes back before the lease ends. */
const LOCK_MS = 15_000
const CHECK_MS = 5_000
const RECONNECT_MS = 1_000

type Perform = (job: JobData) => Promise<void>

/** The workers of this process: one for each queue, each with its slots. */
export class Workers {
  #redis = openRedis('working')
  #workers: Worker<JobData>[]

  constructor(shapes: readonly QueueShape[], perform: Perform) {
    this.#workers = shapes.map((shape) => this.#worker(shape, perform))
  }

  /** Begins nothing more, and waits for what runs. */
  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()))
    this.#redis.disconnect()
  }

  /** Waits for nothing: what still runs loses its lease. */
  abandon(): void {
    this.#redis.disconnect()
    for (const worker of this.#workers) worker.disconnect().catch(() => {})
  }

  #worker({ name, slots }: QueueShape, perform: Perform): Worker<JobData> {
    const worker = new Worker<JobData>(name, ({ data }) => perform(data), {
      connection: this.#redis,
      prefix: KEY_PREFIX,
      concurrency: slots,
      lockDuration: timeScale.of(LOCK_MS),
      stalledInterval: timeScale.of(CHECK_MS),
      maxStalledCount: 0, // a job is begun once; the outbox gives the work out again, under a new fence
      runRetryDelay: RECONNECT_MS,
    })
    // the work comes back with its lease: it was not even begun, since its tenant could not be looked up, say
    worker.on('failed', (job, error) => {
      const { kind, scope, works } = job?.data ?? {}
      const refs = works?.map(({ ref }) => ref)
      logger.warn({ kind, scope, refs, error: errorOutline(error) }, 'work: it could not be begun')
    })
    // Redis is away or was emptied: the outbox still has the work
    return worker.on('error', (err) => logger.debug({ queue: name, err }, 'a worker met an error'))
  }
}
