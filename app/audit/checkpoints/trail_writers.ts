import type { Cell } from '#app/tenancy/cell'

/** A transaction that writes to a cell's log: it takes this lock before it is given a position, and keeps it to its end. */
export interface TrailWriter {
  /** PostgreSQL's, of the transaction. */
  id: string
  /** Of the server process. */
  pid: number
  /** Since it began; null where PostgreSQL does not tell. */
  ms: number | null
}

const WRITERS = `
  select virtualtransaction as id, pid, extract(epoch from clock_timestamp() - xact_start)::float8 * 1000 as ms
    from pg_locks left join pg_stat_activity using (pid)
   where locktype = 'relation' and relation = 'cell.chain_log'::regclass and mode = 'RowExclusiveLock'
     and database = (select oid from pg_database where datname = current_database()) order by xact_start`

/** By the login that may see what others lock. */
export async function trailWriters(cell: Cell): Promise<TrailWriter[]> {
  const { rows } = await cell.as('migrator', (client) => client.query<TrailWriter>(WRITERS))
  return rows
}
