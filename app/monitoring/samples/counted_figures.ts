import { figures } from '#app/foundation/figures/figures'
import { partOfRoute } from './service_part.js'
import { add, type Values } from './sample.js'

interface Reading {
  metricName?: string
  labels: Partial<Record<string, string | number>>
  value: number
}

/** Adds what one reading has grown by to the totals that it belongs to. */
type Into = (totals: Values, labels: Record<string, string>, grown: number) => void

const byOutcome =
  (name: string): Into =>
  (totals, { outcome }, grown) =>
    add(totals, `${name}.${outcome}`, grown)

/** Of the figures for Prometheus, those that the past is kept of: names of their readings, without prefix. */
const KEPT: Readonly<Record<string, Into>> = {
  http_request_duration_seconds_count: (totals, { route, status }, grown) => {
    add(totals, `requests.${status}`, grown)
    const part = partOfRoute(route)
    if (!part) return
    add(totals, `measured.${part}`, grown)
    if (status === '5xx') add(totals, `late.${part}`, grown)
  },
  requests_shed_total: (totals, { reason }, grown) => add(totals, `shed.${reason}`, grown),
  database_pool_wait_seconds_count: (totals, _, grown) => add(totals, 'pool.slow', grown),
  database_pool_wait_seconds_bucket: (totals, { le }, grown) => {
    if (Number(le) === SLOW_WAIT_S) add(totals, 'pool.slow', -grown)
  },
  webhook_attempts_total: byOutcome('attempts'),
  mails_total: byOutcome('mails'),
  seal_duration_seconds_count: byOutcome('seals'),
  intake_files_total: byOutcome('intake'),
}

/** One of the bounds that waits for connections are counted by. */
const SLOW_WAIT_S = 0.05

const PREFIX = /^countersign_/
const SUFFIX = /_(?:count|bucket)$/

/** What this process has counted since it was last asked. */
export class CountedFigures {
  #before = new Map<string, number>()

  async grown(): Promise<Values> {
    const totals: Values = {}
    for (const name of new Set(Object.keys(KEPT).map((one) => one.replace(SUFFIX, ''))))
      for (const reading of await readings(name)) this.#count(name, reading, totals)
    return totals
  }

  #count(name: string, { metricName, labels, value }: Reading, totals: Values): void {
    const reading = metricName?.replace(PREFIX, '') ?? name
    const into = KEPT[reading]
    if (!into) return
    const key = `${reading} ${JSON.stringify(labels)}`
    const grown = value - (this.#before.get(key) ?? 0)
    this.#before.set(key, value)
    into(totals, labels as Record<string, string>, grown)
  }
}

async function readings(name: string): Promise<readonly Reading[]> {
  const [register] = figures.registers
  const metric = register.getSingleMetric(`countersign_${name}`)
  // a process that never seals has not loaded what counts seals
  return metric ? ((await metric.get()).values as Reading[]) : []
}
