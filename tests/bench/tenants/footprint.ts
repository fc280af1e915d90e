import pg from 'pg'
import { BaseBackup } from '#app/portability/backup/base_backup'
import { Cell } from '#app/tenancy/cell'
import { administratorOf } from '../support/bench_application.js'

const MEGABYTE = 1_048_576
const SIZES = `
  select count(*)::int as relations,
    pg_database_size(current_database())::float as whole,
    sum(pg_total_relation_size(oid)) filter (where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r')::float as catalogue
  from pg_class`

/** What the cell `main` holds on the disk, and how long a base backup of its server takes, in words. */
export async function footprint(): Promise<string> {
  const address = await administratorOf('main')
  const { relations, whole, catalogue } = await sizes(address)
  const backup = await backedUp(address)
  return `the cell holds ${relations} relations in ${inMegabytes(whole)} MB, its catalogue ${inMegabytes(catalogue)}; a base backup sends ${inMegabytes(backup.bytes)} MB in ${backup.seconds.toFixed(0)} s`
}

async function sizes(address: string) {
  const url = new URL(address)
  url.pathname = `/${encodeURIComponent(Cell.named('main').database)}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    const { rows } = await client.query<{ relations: number; whole: number; catalogue: number }>(
      SIZES
    )
    return rows[0]
  } finally {
    await client.end()
  }
}

/** Read and thrown away: what is measured is what the server sends. */
async function backedUp(address: string): Promise<{ bytes: number; seconds: number }> {
  const backup = new BaseBackup(address, new AbortController().signal)
  await backup.connect()
  const from = performance.now()
  let bytes = 0
  for await (const { content } of backup.files())
    for await (const part of content) bytes += part.length
  await backup.close()
  return { bytes, seconds: (performance.now() - from) / 1_000 }
}

function inMegabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(0)
}
