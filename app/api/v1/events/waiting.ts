import { setTimeout as pause } from 'node:timers/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { drainingServer } from '#app/front_door/draining_server'
import TooManyWaiting from '../errors/too_many_waiting.js'

const POLL_MS = 1_000

/** Requests of one key that may wait in one process at the same time. */
const MOST_OF_A_KEY = 5

const waiting = new Map<string, number>()

/**
 * Looks once a second until there is something, the time is over, the caller is gone or the process is about to stop. Nothing of
 * PostgreSQL is held between two looks.
 *
 * @throws TooManyWaiting
 */
export async function waitFor<T>(
  { caller, response }: HttpContext,
  seconds: number,
  poll: () => Promise<T[]>
): Promise<T[]> {
  const found = await poll()
  if (found.length > 0 || seconds === 0) return found
  return counted(caller.key.id, async () => {
    const end = performance.now() + seconds * 1_000
    const left = () => end - performance.now()
    const isOver = () => left() <= 0 || response.response.destroyed || drainingServer.isDraining
    let later: T[] = []
    while (later.length === 0 && !isOver()) {
      await pause(Math.min(POLL_MS, left()))
      later = await poll()
    }
    return later
  })
}

async function counted<T>(keyId: string, work: () => Promise<T>): Promise<T> {
  const others = waiting.get(keyId) ?? 0
  if (others >= MOST_OF_A_KEY) throw new TooManyWaiting(MOST_OF_A_KEY)
  waiting.set(keyId, others + 1)
  try {
    return await work()
  } finally {
    const left = (waiting.get(keyId) ?? 1) - 1
    if (left > 0) waiting.set(keyId, left)
    else waiting.delete(keyId)
  }
}
