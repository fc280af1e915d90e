import { once } from 'node:events'
import redis from '@adonisjs/redis/services/main'

/** Nobody waits longer for Redis; a busy one, or one that is being connected to, answers sooner. */
const ANSWER_WITHIN_MS = 3_000

/** Written to see whether writes are taken, and gone soon. */
const PROBE = 'probe'
const PROBE_MS = 10_000

/**
 * Waits until this process is connected to Redis: what is asked of a connection that is still being created is refused at once.
 *
 * @throws when Redis is away, or does not answer in time
 */
export async function connectedToRedis(withinMs: number): Promise<void> {
  const { ioConnection } = redis.connection()
  if (ioConnection.status === 'ready') return
  const signal = AbortSignal.timeout(withinMs)
  const isReady = once(ioConnection, 'ready', { signal })
  if (ioConnection.status === 'wait') await Promise.race([ioConnection.connect(), isReady])
  else await isReady
}

/**
 * Writes something: a Redis that is a replica, has lost its replicas, is full or cannot write to its disk answers whatever is read, and
 * refuses writes.
 *
 * @throws as it refuses
 */
export async function probeRedis(): Promise<void> {
  await redis.set(PROBE, 1, 'PX', PROBE_MS)
}

/** @returns what Redis answers; null when it is away, fails, or does not answer in time */
export async function answerOfRedis<T>(ask: () => Promise<T>): Promise<T | null> {
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
