import type pg from 'pg'
import db from '@adonisjs/lucid/services/db'
import { OverdueJobs, type OverdueJob } from '#app/queue/scheduler/overdue_jobs'
import { Schedule } from '#app/queue/scheduler/scheduler'
import type { CellRow, PlatformRow } from '#app/tenancy/row'
import { Cell } from '#app/tenancy/cell'
import { HELD_UNTIL } from '#app/tenancy/outbox/due'
import { tenantOfRole } from '#app/tenancy/tenant_ref'
import { SEAL_GIVEN_UP } from '#app/signing/seal/failed_seal'
import Tenant from '#app/tenants/tenant'

/** Kinds of trouble, as an operator thinks of them. */
export const TROUBLES = {
  evidence: 'Evidence that fails verification',
  sealing: 'Documents not sealed',
  mail: 'Failing emails',
  deliveries: 'Exhausted deliveries',
  other: 'Other waiting work',
  platform: 'Provisioning and projections',
} as const

export type Trouble = keyof typeof TROUBLES

/** A piece of work that does not come to its end. Ids only: what it is about stays in the tenant. */
export interface StuckWork {
  id: string
  trouble: Trouble
  cell: string | null
  kind: string
  ref: string
  environment: string | null
  tenant: { id: string; name: string } | null
  tries: number
  dueAt: Date
  /** When it began to fail; or else was due, where that is past, or created. */
  since: Date
  /** It cannot be tried again, only be shown no longer. */
  isOver: boolean
  /** It waits since the database was restored to an earlier moment. */
  isHeld: boolean
}

const OLDEST_OF_A_KIND = 100
const MANY_TRIES = 3

const COLUMNS = 'id, kind, ref, tries, due_at'

/** What comes again and again was created long before it failed, or was due. */
const SINCE = `coalesce(failing_since, case when due_at < now() then greatest(created_at, due_at) else created_at end)`

/** The oldest of each kind, so that a thousand emails hide no document; `of_kind` counts them all. */
const oldestOfEachKind = (columns: string, stuck: string) => `
  select ${columns}, since, of_kind from (
    select ${columns}, ${SINCE} as since, row_number() over (partition by kind order by ${SINCE}) as place,
           count(*) over (partition by kind)::int as of_kind
      from ${stuck}) as ranked
   where place <= ${OLDEST_OF_A_KIND} order by since`

/** What failed more than once or twice, what is long overdue, and what gave up: `cell.stuck_work` says which that is. */
const IN_CELL = oldestOfEachKind(`${COLUMNS}, scope`, 'cell.stuck_work')

const OF_PLATFORM = oldestOfEachKind(
  COLUMNS,
  `outbox where tries >= ${MANY_TRIES}
     or (due_at < now() - interval '10 minutes' and (lease_until is null or lease_until < now()))`
)

type WorkRow = PlatformRow<'outbox', 'id' | 'kind' | 'ref' | 'tries' | 'due_at'> & {
  since: Date
  of_kind: number
}
type CellWorkRow = WorkRow & CellRow<'outbox', 'scope'>

interface Stuck {
  /** The oldest hundred of each kind and cell. */
  works: StuckWork[]
  /** How many there are, shown or not. */
  counts: Record<Trouble, number>
  /** A scheduled job that has not run for too long. */
  overdue: (OverdueJob & { cell: string })[]
}

interface Found extends Omit<Stuck, 'counts'> {
  counts: { trouble: Trouble; count: number }[]
}

export const StuckWork = {
  /** Over all cells; one that cannot be reached is named and hides none of the others. */
  async all(): Promise<Stuck & { lost: string[] }> {
    const lost: string[] = []
    const found = await Promise.all(
      Cell.all().map(async (cell) => {
        try {
          return await cell.as('platform', (client) => inCell(cell.name, client))
        } catch {
          lost.push(cell.name)
          return { works: [], counts: [], overdue: [] }
        }
      })
    )
    const platform = await ofPlatform()
    const works = [...found.flatMap((stuck) => stuck.works), ...platform.works]
    const counts = totals([...found, platform].flatMap((stuck) => stuck.counts))
    const overdue = found.flatMap((stuck) => stuck.overdue)
    return { works: await named(works), counts, overdue, lost }
  },
}

async function inCell(cell: string, client: pg.Client): Promise<Found> {
  const { rows } = await client.query<CellWorkRow>(IN_CELL)
  const works = rows.map((row) => {
    const { tenantId, environment } = tenantOfRole(row.scope)
    return { ...work(row), cell, environment, tenant: { id: tenantId, name: tenantId } }
  })
  const jobs = await OverdueJobs.in(client, Schedule.all)
  return { works, counts: counted(rows, troubleOf), overdue: jobs.map((job) => ({ ...job, cell })) }
}

async function ofPlatform(): Promise<Omit<Found, 'overdue'>> {
  const { rows } = await db.connection('platform').rawQuery<{ rows: WorkRow[] }>(OF_PLATFORM)
  const works = rows.map((row) => ({
    ...work(row),
    trouble: 'platform' as const,
    tenant: row.ref.startsWith('ten_') ? { id: row.ref, name: row.ref } : null,
  }))
  return { works, counts: counted(rows, () => 'platform') }
}

function counted(rows: WorkRow[], trouble: (kind: string) => Trouble): Found['counts'] {
  const kinds = new Map(rows.map(({ kind, of_kind: ofKind }) => [kind, ofKind]))
  return [...kinds].map(([kind, count]) => ({ trouble: trouble(kind), count }))
}

function totals(counts: Found['counts']): Record<Trouble, number> {
  const sums = Object.fromEntries(Object.keys(TROUBLES).map((trouble) => [trouble, 0]))
  for (const { trouble, count } of counts) sums[trouble]! += count
  return sums as Record<Trouble, number>
}

function work({ id, kind, ref, tries, due_at: dueAt, since }: WorkRow): StuckWork {
  const nowhere = { cell: null, environment: null, tenant: null }
  return {
    id,
    kind,
    ref,
    tries,
    dueAt,
    since,
    trouble: troubleOf(kind),
    isOver: kind === SEAL_GIVEN_UP,
    isHeld: dueAt >= HELD_UNTIL,
    ...nowhere,
  }
}

function troubleOf(kind: string): Trouble {
  if (kind === 'evidence.check') return 'evidence'
  if (kind === 'seal' || kind.startsWith('seal.')) return 'sealing'
  if (kind === 'webhooks.exhausted') return 'deliveries'
  return kind.startsWith('mail.') ? 'mail' : 'other'
}

async function named(works: StuckWork[]): Promise<StuckWork[]> {
  const ids = new Set(works.flatMap(({ tenant }) => (tenant ? [tenant.id] : [])))
  const tenants = await Tenant.query().whereIn('id', [...ids])
  const names = new Map(tenants.map(({ id, name }) => [id, name]))
  return works.map((one) =>
    one.tenant
      ? { ...one, tenant: { ...one.tenant, name: names.get(one.tenant.id) ?? one.tenant.id } }
      : one
  )
}
