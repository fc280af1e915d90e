import db from '@adonisjs/lucid/services/db'
import { clock } from '#app/foundation/clock'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import { timeScale } from '#app/foundation/time_scale'
import { SERVICE_PARTS, WORKED, type ServicePart } from '../samples/service_part.js'

/** From good to bad. */
export const PART_STATES = ['working', 'late', 'disturbed', 'down'] as const
export type PartState = (typeof PART_STATES)[number]

/** How a day was, of which `share` is undisturbed; null where nothing was measured. */
export interface StatusDay {
  day: Date
  share: number | null
}

export interface PartStatus {
  part: ServicePart
  state: PartState
  /** Ninety, today last. */
  days: StatusDay[]
  /** Of all of them. */
  share: number | null
}

interface Measured {
  measured: number
  late: number
}

interface Row extends Measured {
  day: Date
  part: ServicePart
}

const NOTHING: Measured = { measured: 0, late: 0 }

const DAYS = 90
/** However many look, the table is read once in this time. */
const FRESH_MS = MINUTE_MS
/** Fewer failed requests than these say more about one caller than about the service. */
const FEWEST_FAILED = 5

/** Adds up, by part, what was measured: minutes of work, requests of the others. */
const measured = (period: string, where: string) => `
  select ${period} as day, part,
         coalesce(sum((totals ->> ('measured.' || part))::float8), 0) as measured,
         coalesce(sum((totals ->> ('late.' || part))::float8), 0) as late
    from health_samples cross join unnest(cast(:parts as text[])) as part
   where ${where} group by 1, 2`

const BY_DAY = measured(
  `date_bin('1 day', at, 'epoch')`,
  `at >= date_bin('1 day', now() - interval '${DAYS - 1} days', 'epoch')`
)

const LATELY = measured('now()', `span = 'minute' and at > now() - interval '5 minutes'`)

let known: { at: number; status: Promise<PartStatus[]> } | undefined

/** How the parts of the service work now and worked on each of the last ninety days, from our own measurements alone; the same for every tenant. */
export function serviceStatus(): Promise<PartStatus[]> {
  const now = performance.now()
  if (known && now - known.at < timeScale.of(FRESH_MS)) return known.status
  const status = read()
  known = { at: now, status }
  status.catch(() => (known = undefined))
  return status
}

async function read(): Promise<PartStatus[]> {
  const [rows, lately] = await Promise.all([ask(BY_DAY), ask(LATELY)])
  return SERVICE_PARTS.map((part) => {
    const own = new Map(rows.filter((row) => row.part === part).map((row) => [+row.day, row]))
    return {
      ...{
        part,
        state: stateOf(
          part,
          lately.find((row) => row.part === part)
        ),
      },
      days: lastDays().map((day) => ({ day, share: shareOf(own.get(+day)) })),
      share: shareOf(added([...own.values()])),
    }
  })
}

/** As PostgreSQL's `date_bin` begins them. */
function lastDays(): Date[] {
  const today = Math.floor(clock.now().getTime() / DAY_MS)
  return Array.from({ length: DAYS }, (_, index) => new Date((today - DAYS + 1 + index) * DAY_MS))
}

function added(rows: readonly Measured[]): Measured {
  const sum = (name: keyof Measured) => rows.reduce((total, row) => total + row[name], 0)
  return { measured: sum('measured'), late: sum('late') }
}

async function ask(text: string): Promise<Row[]> {
  const platform = db.connection('platform')
  const { rows } = await platform.rawQuery<{ rows: Row[] }>(text, { parts: [...SERVICE_PARTS] })
  return rows
}

function shareOf({ measured: all, late } = NOTHING): number | null {
  return all > 0 ? 1 - late / all : null
}

/** Work that waits is done later; a request that fails has failed. */
function stateOf(part: ServicePart, { measured: all, late } = NOTHING): PartState {
  const share = all > 0 ? late / all : 0
  if (WORKED.some((worked) => worked === part)) return share >= 0.5 ? 'late' : 'working'
  if (late < FEWEST_FAILED) return 'working'
  if (share >= 0.5) return 'down'
  return share >= 0.05 ? 'disturbed' : 'working'
}
