import { Pool } from 'undici'
import type { ApiClient } from '#tests/factories/api_client'
import { processorSeconds } from '../support/processor_time.js'
import type { Web } from '../support/bench_process.js'

const CONNECTIONS = 16
const ROUNDS = 5
const REQUESTS = Number(process.env.REQUESTS ?? 2_000)

/** What is asked for again and again. */
export interface Call {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  json?: object
}

export interface Cost {
  perSecond: number
  /** Of the web process, for one request. */
  cpuMs: number
}

/**
 * Asks for several things in turns, so that what else the machine does falls on all alike. The web process runs alone, as in production;
 * the load comes from here.
 */
export async function takeTurns<Name extends string>(
  { origin, pid }: Web,
  { host, secret }: ApiClient,
  calls: Record<Name, Call>
): Promise<Record<Name, Cost>> {
  const pool = new Pool(origin, { connections: CONNECTIONS })
  const names = Object.keys(calls) as Name[]
  const sums = new Map(names.map((name) => [name, { seconds: 0, cpu: 0 }]))

  const load = async ({ path, method = 'GET', headers, json }: Call, requests: number) => {
    const type = json ? { 'content-type': 'application/json' } : {}
    const own = { host, authorization: `Bearer ${secret}`, ...type, ...headers }
    const body = json && JSON.stringify(json)
    let left = requests
    const work = async () => {
      while (left-- > 0) {
        const answer = await pool.request({ path, method, headers: own, body })
        await answer.body.dump()
        if (answer.statusCode >= 300) throw new Error(`${path} answers ${answer.statusCode}`)
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, work))
  }

  for (const name of names) await load(calls[name], REQUESTS / 2)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, sum] of sums) {
      const cpu = processorSeconds([pid])
      const startedAt = performance.now()
      await load(calls[name], REQUESTS)
      sum.seconds += (performance.now() - startedAt) / 1000
      sum.cpu += processorSeconds([pid]) - cpu
    }
  }
  await pool.close()

  const total = ROUNDS * REQUESTS
  const costs = [...sums].map(([name, { seconds, cpu }]) => {
    const cost = { perSecond: Math.round(total / seconds), cpuMs: (cpu * 1000) / total }
    const rate = `${String(cost.perSecond).padStart(6)} /s`
    console.log(`${name.padEnd(34)} ${rate}  ${cost.cpuMs.toFixed(3)} ms CPU of the web process`)
    return [name, cost] as const
  })
  return Object.fromEntries(costs) as Record<Name, Cost>
}
