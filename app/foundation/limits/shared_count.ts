import redis from '@adonisjs/redis/services/main'
import { connectedToRedis } from '../redis/redis_ready.js'

const PREFIX = 'attempts:'
/** Nobody who logs in waits longer for Redis; a busy one, or one that is being connected to, answers sooner. */
const ANSWER_WITHIN_MS = 3_000

/** A key that is gone would come back without an end. */
const ONE_LESS = `return redis.call('exists', KEYS[1]) == 1 and redis.call('decr', KEYS[1]) or 0`

/** Counts that all processes share, in Redis, in windows of fixed length. */
export class SharedCount {
  constructor(private windowMs: number) {}

  /** So that the first who is counted need not wait for it. Where Redis is away, nothing comes of it. */
  static async connect(): Promise<void> {
    await soon(() => Promise.resolve())
  }

  /** Counts one more. @returns how many that makes; null while Redis is away */
  async add(name: string): Promise<number | null> {
    const key = PREFIX + name
    return soon(async () => {
      const answers = await redis.multi().set(key, 0, 'PX', this.windowMs, 'NX').incr(key).exec()
      return Number(answers?.[1][1] ?? 0)
    })
  }

  /** Leaves a mark that `isMarked` finds until the window is over. */
  async mark(name: string): Promise<void> {
    await soon(() => redis.set(PREFIX + name, 1, 'PX', this.windowMs))
  }

  async isMarked(name: string): Promise<boolean> {
    return (await soon(() => redis.exists(PREFIX + name))) === 1
  }

  /** One less; nothing for a window that has ended since. */
  async takeBack(name: string): Promise<void> {
    await soon(() => redis.eval(ONE_LESS, 1, PREFIX + name))
  }

  async forget(name: string): Promise<void> {
    await soon(() => redis.del(PREFIX + name))
  }
}

/** @returns what Redis answers; null when it does not, or not in time */
async function soon<T>(ask: () => Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ANSWER_WITHIN_MS, null)
  })
  try {
    return await Promise.race([
      connectedToRedis(ANSWER_WITHIN_MS)
        .then(ask)
        .catch(() => null),
      late,
    ])
  } finally {
    clearTimeout(timer)
  }
}
