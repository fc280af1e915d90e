import pg, { type ClientBase } from 'pg'

const NOT_AVAILABLE = '55P03'
const LONGEST_WAIT_MS = 5_000
/** Those at work may be in each other's tables, so that one wait follows the other. */
const ROUNDS_WITHIN_MS = 10_000

/** All tables of some schemas or, where somebody is at work in one of them, an error that names it. */
const ALL = (schemas: readonly string[]) => `do $all$
  declare
    relation regclass;
  begin
    for relation in
      select c.oid from pg_class c join pg_namespace n on n.oid = relnamespace
       where nspname in (${schemas.map((schema) => pg.escapeLiteral(schema)).join(', ')})
         and relkind in ('r', 'p') and relowner = current_role::regrole
    loop
      begin
        execute format('lock table %s in access exclusive mode nowait', relation);
      exception when lock_not_available then
        raise exception 'somebody is at work in %', relation using errcode = '${NOT_AVAILABLE}', table = relation;
      end;
    end loop;
  end $all$;`

/**
 * Takes the tables of some schemas for a migration, before it changes the first of them. While it waits for one it holds none,
 * and later it need not wait: there is no deadlock with those at work, of whom PostgreSQL would have to fail one.
 *
 * @throws DatabaseError 55P03 when somebody is at work in a table for too long
 */
export async function lockSchemas(client: ClientBase, schemas: readonly string[]): Promise<void> {
  const deadline = performance.now() + ROUNDS_WITHIN_MS
  await client.query(`set local lock_timeout = ${LONGEST_WAIT_MS}; savepoint unlocked`)
  for (let busy: string | undefined; ;) {
    const wait = busy ? `lock table ${busy} in access exclusive mode;` : ''
    try {
      await client.query(wait + ALL(schemas))
      return
    } catch (error) {
      busy = busyTable(error)
      if (!busy || performance.now() > deadline) throw error
      await client.query('rollback to unlocked')
    }
  }
}

/** Not that of a lock we have waited for: PostgreSQL does not name it. */
function busyTable(error: unknown): string | undefined {
  const isBusy = error instanceof pg.DatabaseError && error.code === NOT_AVAILABLE
  return isBusy ? error.table : undefined
}
