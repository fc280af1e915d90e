import { partialDisk } from '#app/documents/files/storage/partial_disk'
import { connectedToRedis, probeRedis } from '#app/foundation/redis/redis_ready'
import { askBy, askOwnPools } from '#app/tenancy/connections/own_pools'
import { assertKeysThere } from '#app/tenancy/keys'
import { ownSchema } from './own_schema.js'
import { within } from './within.js'

export type Part = 'database' | 'redis' | 'storage' | 'keys' | 'schema'

/** Monitoring needs a quick answer: what takes longer is down. */
const ANSWER_WITHIN_MS = 1_500
/** Well below that: a further cell that says nothing is passed over. */
const FURTHER_CELL_WITHIN_MS = 500
/** However many ask, each part is asked once in this time. */
const FRESH_MS = 1_000

const CHECKS: Record<Part, () => Promise<void>> = {
  database: askOwnPools,
  redis: async () => {
    await connectedToRedis(ANSWER_WITHIN_MS)
    await probeRedis()
  },
  storage: () => partialDisk().probe(ANSWER_WITHIN_MS),
  keys: assertKeysThere,
  schema: async () => {
    const { missing } = await ownSchema(FURTHER_CELL_WITHIN_MS)
    if (missing.length > 0) throw new Error(`${missing[0]} has not been run`)
  },
}

/** What this process needs for all that it does, each asked with a deadline of its own. */
export class Readiness {
  #asked: { at: number; failing: Promise<Part[]> } | undefined

  constructor(private checks: Partial<Record<Part, () => Promise<void>>> = CHECKS) {}

  /** The parts that fail. */
  failing(): Promise<Part[]> {
    const now = performance.now()
    if (!this.#asked || now - this.#asked.at > FRESH_MS)
      this.#asked = { at: now, failing: this.#ask() }
    return this.#asked.failing
  }

  async #ask(): Promise<Part[]> {
    const parts = Object.entries(this.checks) as [Part, () => Promise<void>][]
    const asked = parts.map(async ([part, check]) => {
      const isThere = await within(ANSWER_WITHIN_MS, check()).then(
        () => true,
        () => false
      )
      return isThere ? [] : [part]
    })
    return withoutFollowers((await Promise.all(asked)).flat())
  }
}

/** A database that is away has no schema that could be too old. */
function withoutFollowers(failing: Part[]): Part[] {
  return failing.includes('database') ? failing.filter((part) => part !== 'schema') : failing
}

export const readiness = new Readiness()

/** A worker also takes work from outboxes and makes schemas, each by a login of its own. */
export const readinessOfWorker = new Readiness({
  ...CHECKS,
  database: async () => void (await Promise.all([askOwnPools(), askBy(['relay', 'migrator'])])),
})
