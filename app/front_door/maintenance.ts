import redis from '@adonisjs/redis/services/main'
import { clock } from '#app/foundation/clock'
import { answerOfRedis } from '#app/foundation/redis/redis_ready'

const KEY = 'maintenance'
const POLL_MS = 1_000

/**
 * Whether operators have closed the service, and until when: in Redis, so that every web process knows, while the database is away too. Each reads it
 * once a second and not once a request, and goes on by what it knows while Redis is away. It ends by itself.
 */
class Maintenance {
  #until: Date | null = null

  /** Null while the service is open. */
  get until(): Date | null {
    return this.#until && this.#until.getTime() > clock.now().getTime() ? this.#until : null
  }

  /** @returns how to stop */
  async watch(): Promise<() => void> {
    await this.#read()
    const timer = setInterval(() => void this.#read(), POLL_MS)
    return () => clearInterval(timer)
  }

  /** @returns false where Redis is away, so that nobody knows of it */
  async begin(until: Date): Promise<boolean> {
    const forMs = until.getTime() - Date.now()
    return (await answerOfRedis(() => redis.set(KEY, until.toISOString(), 'PX', forMs))) !== null
  }

  /** @returns false where Redis is away */
  async end(): Promise<boolean> {
    return (await answerOfRedis(() => redis.del(KEY))) !== null
  }

  async #read(): Promise<void> {
    const told = await answerOfRedis(async () => ({ until: await redis.get(KEY) }))
    if (told) this.#until = told.until === null ? null : new Date(told.until)
  }
}

export const maintenance = new Maintenance()
