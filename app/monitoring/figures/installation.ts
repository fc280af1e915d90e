import { X509Certificate } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { Schedule } from '#app/queue/scheduler/scheduler'
import SealAuthority from '#app/signing/seal/seal_authority'
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
}

export interface TenantsAt {
  cell: string
  version: string
  isLatest: boolean
  count: number
}

export interface JobAge {
  cell: string
  job: string
  seconds: number
}

const STATE = `case when lease_until >= now() then 'leased' when due_at > now() then 'later' else 'due' end`

const work = (table: string) => `
  select kind, ${STATE} as state, count(*)::int as count,
         coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as "oldestSeconds"
    from ${table} group by 1, 2`

const TENANTS = `
  select account.version || '.' || environment.version as version, count(*)::int as count,
         (${IS_CURRENT} and (environment.steps ?& $2::text[])) is true as "isLatest"
    from cell.ledger l join cell.ledger account using (schema_name)
    join cell.ledger environment on environment.schema_name = l.schema_name || '_live'
   where l.template = 'account' group by 1, 3`

const JOBS = `select name as job, extract(epoch from now() - done_at)::float8 as seconds from cell.ticks where name = any ($1)`

const CHECKPOINT = `select extract(epoch from now() - max(created_at))::float8 as seconds from cell.checkpoints`

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
          client.query<Omit<Work, 'cell'>>(work('cell.outbox'))
        )
        return answer.rows
      }),
      db.rawQuery<{ rows: Omit<Work, 'cell'>[] }>(work('outbox')),
    ])
    return [...ofCells, ...rows.map((row) => ({ ...row, cell: 'platform' }))]
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
    return inEveryCell(async (cell) => {
      const { rows } = await cell.as('platform', (client) =>
        client.query<Omit<JobAge, 'cell'>>(JOBS, [Schedule.all.map(({ name }) => name)])
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

  /** Until the authorities end that seals lead to; those of tenants renew themselves. */
  async authorities(): Promise<{ environment: string; seconds: number }[]> {
    const roots = await SealAuthority.roots()
    return roots.map(({ der, isTest }) => ({
      environment: isTest ? 'test' : 'live',
      seconds: (new X509Certificate(der).validToDate.getTime() - Date.now()) / 1_000,
    }))
  },
}
