import redis from '@adonisjs/redis/services/main'
import { setTimeout as pause } from 'node:timers/promises'
import { ENVIRONMENTS } from '#app/foundation/environment'
import type { Party } from './parties/party.js'

/** What is limited by another count than that of requests is short. */
const LONGEST_MS = 1_000

/** The proof's own tenants need not sit out what they may ask for in a minute: their counts begin anew. Nobody else's do. */
export function waitFor(parties: readonly Party[]): (ms: number) => Promise<void> {
  return async (ms) => {
    const names = parties.flatMap(({ tenant }) =>
      ENVIRONMENTS.map((environment) => `requests:${tenant.id}:${environment}`)
    )
    if (names.length > 0) await redis.del(...names)
    await pause(Math.min(ms, LONGEST_MS))
  }
}
