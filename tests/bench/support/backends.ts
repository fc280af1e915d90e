import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Login } from '#app/tenancy/connections/login'
import { Cell } from '#app/tenancy/cell'
import { administratorOf } from './bench_application.js'
import { familySeconds, processorSeconds } from './processor_time.js'

const KILOBYTES = 1_024

/** PostgreSQL's processes on this machine that serve one login of one cell. */
export function backends(cell: Cell, login: Login): Promise<number[]> {
  return asAdministrator(cell, async (client) => {
    const text = 'select pid from pg_stat_activity where usename = $1'
    const { rows } = await client.query<{ pid: number }>(text, [cell.roles[login]])
    return rows.map(({ pid }) => pid)
  })
}

/** What PostgreSQL's processes that serve a cell, by whichever login, have used so far, in seconds of processor time. */
export function backendSeconds(cell: Cell): Promise<number> {
  return asAdministrator(cell, async (client) => {
    const text =
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    const { rows } = await client.query<{ pid: number }>(text)
    return processorSeconds(rows.map(({ pid }) => pid))
  })
}

/** Transactions of a cell so far. */
export function commits(cell: Cell): Promise<number> {
  return asAdministrator(cell, async (client) => {
    const text = 'select xact_commit from pg_stat_database where datname = current_database()'
    return Number((await client.query(text)).rows[0].xact_commit)
  })
}

/** What the servers of all cells have used so far, in seconds of processor time. */
export async function serverSeconds(): Promise<number> {
  const pids = new Set(await Promise.all(Cell.all().map(server)))
  return [...pids].reduce((sum, pid) => sum + familySeconds(pid), 0)
}

/** Of the backends of units: resident and not shared, each in MB, largest first. */
export async function backendMemory(): Promise<number[]> {
  const pids = await Promise.all(Cell.all().map((cell) => backends(cell, 'app')))
  const sizes = await Promise.all(pids.flat().map(ownMemory))
  return sizes.sort((a, b) => b - a)
}

/** @returns MB that a process shares with no other */
export async function ownMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / KILOBYTES
}

function server(cell: Cell): Promise<number> {
  return asAdministrator(cell, async (client) => {
    const text = `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`
    return Number((await client.query(text)).rows[0].pid)
  })
}

async function asAdministrator<T>(cell: Cell, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const address = new URL(await administratorOf(cell.name))
  address.pathname = `/${encodeURIComponent(cell.database)}`
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
