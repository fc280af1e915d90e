import db from '@adonisjs/lucid/services/db'
import { clock } from '#app/foundation/clock'
import { BackupRecord } from '#app/portability/backup/backup_record'
import { timeScale } from '#app/foundation/time_scale'
import { Schedule } from '#app/queue/scheduler/scheduler'
import { OfflineRoot } from '#app/signing/seal/offline_root'
import SealAuthority from '#app/signing/seal/seal_authority'
import { HELD_UNTIL } from '#app/tenancy/outbox/due'
import { Cell } from '#app/tenancy/cell'
import { IS_CURRENT } from '#app/tenancy/schemas/ledger'
import { SchemaTemplate } from '#app/tenancy/schemas/schema_template'

export interface Work {
  cell: string
  kind: string
  state: 'due' | 'later' | 'leased'
  count: number
  /** Of the longest due. */
  oldestSeconds: number
  /** Has failed three times or more, and will be tried again. */
  stuck: number
}

export interface TenantsAt {
  cell: string
  version: string
  isLatest: boolean
  count: number
}

export interface Wait {
  cell: string
  part: string
  seconds: number
}

export interface JobAge {
  cell: string
  job: string
  seconds: number
  /** How often it is done. */
  periodSeconds: number
}

const STATE = `case when lease_until >= now() then 'leased' when due_at > now() then 'later' else 'due' end`

/** What an operator holds back waits for that operator. */
const IS_FAILING = `failing_since is not null and due_at < '${HELD_UNTIL.toISOString()}'`
/** The platform puts nothing off but what failed. */
const IS_FAILING_THERE = `due_at < '${HELD_UNTIL.toISOString()}'`

const work = (table: string, isFailing: string) => `
  select kind, ${STATE} as state, count(*)::int as count,
         count(*) filter (where tries >= 3 and ${isFailing})::int as stuck,
         coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as "oldestSeconds"
    from ${table} group by 1, 2`

const TENANTS = `
  select account.version || '.' || environment.version as version, count(*)::int as count,
         (${IS_CURRENT} and (environment.steps ?& $2::text[])) is true as "isLatest"
    from cell.ledger l join cell.ledger account using (schema_name)
    join cell.ledger environment on environment.schema_name = l.schema_name || '_live'
   where l.template = 'account' group by 1, 3`

/** Fails for reasons of its own when it has failed for longer, and is told by `countersign_work_stuck`. */
const FAILS_FOR = '1 day'

/** Of how many tenants work has to fail before that says something of the service. */
const ARE_SEVERAL = `count(distinct left(scope, -5)) >= least(2, (
  select count(*) from cell.ledger where template = 'account' and schema_name || '_live' not in (select scope from cell.set_aside)))`

/** Work that fails waits since it was due, also while it waits for the next try, where that of several tenants does: one damaged document fails for ever. Of tenants, since one that leaves thousands of pieces at once makes only its own wait. Those in the hands of the proof of isolation are left out, and what waits for the turn of its lane: the server of a stranger that takes its time. */
const WAITS = `
  with busy as (
    select scope, lane from cell.outbox where lane <> '' and lease_until >= now() group by 1, 2),
  work as (
    select part, scope, due_at, case when ${IS_FAILING} and failing_since > now() - interval '${FAILS_FOR}' then failing_since end as failing_since,
           due_at <= now() and (lease_until is null or lease_until < now()) as is_due
      from cell.outbox join unnest($1::text[], $2::text[]) as asked (part, kinds) on kind like kinds
     where (due_at <= now() and (lease_until is null or lease_until < now()) or ${IS_FAILING})
       and scope not in (select scope from cell.set_aside)
       and (scope, lane) not in (select scope, lane from busy)),
  failing as (
    select part from work where failing_since is not null group by part having ${ARE_SEVERAL})
  select part, percentile_disc(0.5) within group (order by seconds) as seconds from (
    select part, scope, extract(epoch from clock_timestamp() - min(case when counts then failing_since else due_at end))::float8 as seconds
      from (select *, failing_since is not null and part in (select part from failing) as counts from work) w
     where is_due or counts
     group by part, scope) each
   group by part`

const JOBS = `
  select name as job, extract(epoch from now() - done_at)::float8 as seconds, period as "periodSeconds"
    from cell.ticks join unnest($1::text[], $2::float8[]) as scheduled (name, period) using (name)`

const CHECKPOINT = `select extract(epoch from now() - max(created_at))::float8 as seconds from cell.checkpoints`

const STAMP_ROUND = `
  select extract(epoch from now() - nullif(begun_at, '-infinity'))::float8 as seconds from cell.renewal_turns`

const EVIDENCE_ROUND = `
  select extract(epoch from now() - nullif(begun_at, '-infinity'))::float8 as seconds from cell.scrub`

const UNFINISHED_ERASURES = `
  select tenant_id as id from erasures e
   where certificate is null and started_at < now() - ? * interval '1 second'
     and not exists (select from tenants where id = e.tenant_id and status <> 'deleted')
   order by started_at`

async function inEveryCell<T>(
  ask: (cell: Cell) => Promise<T[]>
): Promise<(T & { cell: string })[]> {
  const answers = await Promise.all(
    Cell.all().map(async (cell) => (await ask(cell)).map((row) => ({ ...row, cell: cell.name })))
  )
  return answers.flat()
}

/** What the databases say of the whole installation. Ids and names of tenants are not even read. */
export const Installation = {
  /** Of all cells, and of the platform itself. Only processes that have the relay's login may ask. */
  async work(): Promise<Work[]> {
    const [ofCells, { rows }] = await Promise.all([
      inEveryCell(async (cell) => {
        const answer = await cell.as('relay', (client) =>
          client.query<Omit<Work, 'cell'>>(work('cell.outbox', IS_FAILING))
        )
        return answer.rows
      }),
      db.rawQuery<{ rows: Omit<Work, 'cell'>[] }>(work('outbox', IS_FAILING_THERE)),
    ])
    return [...ofCells, ...rows.map((row) => ({ ...row, cell: 'platform' }))]
  },

  /** How long the longest due work of a part of the service waits, or work that fails for several tenants, for the tenant in the middle of those that have any. With the relay's login. */
  waits(parts: Readonly<Record<string, { kinds: string }>>): Promise<Wait[]> {
    const values = [Object.keys(parts), Object.values(parts).map(({ kinds }) => kinds)]
    return inEveryCell(async (cell) => {
      const { rows } = await cell.as('relay', (client) =>
        client.query<Omit<Wait, 'cell'>>(WAITS, values)
      )
      return rows
    })
  },

  async tenants(): Promise<TenantsAt[]> {
    const files = [await SchemaTemplate.files('account'), await SchemaTemplate.files('environment')]
    return inEveryCell(async (cell) => {
      const { rows } = await cell.as('platform', (client) =>
        client.query<Omit<TenantsAt, 'cell'>>(TENANTS, files)
      )
      return rows
    })
  },

  /** Since each scheduled job was last done; other rows of the table are none. */
  jobs(): Promise<JobAge[]> {
    const periods = Schedule.all.map(({ everyMs }) => timeScale.of(everyMs) / 1_000)
    const values = [Schedule.all.map(({ name }) => name), periods]
    return inEveryCell(async (cell) => {
      const { rows } = await cell.as('platform', (client) =>
        client.query<Omit<JobAge, 'cell'>>(JOBS, values)
      )
      return rows
    })
  },

  /** Of the newest checkpoint of each cell, where there is one. */
  async checkpoints(): Promise<{ cell: string; seconds: number }[]> {
    const found = await inEveryCell(async (cell) => {
      const { rows } = await cell.as('platform', (client) =>
        client.query<{ seconds: number | null }>(CHECKPOINT)
      )
      return rows
    })
    return found.flatMap(({ cell, seconds }) => (seconds === null ? [] : [{ cell, seconds }]))
  },

  /** Since a round of all tenants last began that looks for time stamps to be renewed; null where none ever did. With the relay's login. */
  stampRounds(): Promise<{ cell: string; seconds: number | null }[]> {
    return inEveryCell(async (cell) => {
      const { rows } = await cell.as('relay', (client) =>
        client.query<{ seconds: number | null }>(STAMP_ROUND)
      )
      return rows
    })
  },

  /** Since a round of all documents last began that holds them against their trails; null where none ever did. With the relay's login. */
  evidenceRounds(): Promise<{ cell: string; seconds: number | null }[]> {
    return inEveryCell(async (cell) => {
      const { rows } = await cell.as('relay', (client) =>
        client.query<{ seconds: number | null }>(EVIDENCE_ROUND)
      )
      return rows
    })
  },

  /** Ids of tenants whose erasure began longer ago and has no certificate, but for those that an archive brought back. */
  async unfinishedErasures(seconds: number): Promise<string[]> {
    const { rows } = await db.rawQuery<{ rows: { id: string }[] }>(UNFINISHED_ERASURES, [seconds])
    return rows.map(({ id }) => id)
  },

  /** Since the newest backup was made by `backup:create`, and since one was last verified; null where none was. */
  async backups(): Promise<{ made: number | null; verified: number | null }> {
    const last = await BackupRecord.last()
    return {
      made: last && secondsSince(last.takenAt),
      verified: last?.verifiedAt ? secondsSince(last.verifiedAt) : null,
    }
  },

  /** Until the key of a root that is kept offline is needed: before its list of revocations ends, or the authority that issues below it. */
  async offlineRoots(): Promise<{ environment: string; need: string; seconds: number }[]> {
    const roots = await OfflineRoot.facts()
    return roots.flatMap(({ environment, goodUntil, issuerEnds }) => [
      { environment, need: 'list', seconds: -secondsSince(goodUntil) },
      ...(issuerEnds
        ? [{ environment, need: 'authority', seconds: -secondsSince(issuerEnds) }]
        : []),
    ])
  },

  /** Until the roots end that seals lead to; authorities below them, and certificates of tenants, renew themselves. */
  async authorities(): Promise<{ environment: string; seconds: number }[]> {
    const roots = await Promise.all(
      (['live', 'test'] as const).map((environment) => SealAuthority.newest(environment, 'root'))
    )
    return roots
      .filter((root) => root !== null)
      .map(({ environment, endsAt }) => ({
        environment,
        seconds: (endsAt.getTime() - clock.now().getTime()) / 1_000,
      }))
  },
}

function secondsSince(date: Date): number {
  return (Date.now() - date.getTime()) / 1_000
}
