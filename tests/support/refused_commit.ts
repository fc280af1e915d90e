import { Cell } from '#app/tenancy/cell'
import { asSuperuser } from './superuser.js'

/** As it would be with a full disk: a state that the house calls an outage. */
const DISK_FULL = '53100'

/**
 * While `work` runs, PostgreSQL takes every statement on a table and refuses the COMMIT of each transaction that wrote to it.
 *
 * @param table  with its schema, as PostgreSQL reads it
 * @param cell  whose database has it
 * @param code  with which it is refused
 */
export async function refusingCommits<T>(
  table: string,
  work: () => Promise<T>,
  cell = Cell.named('main'),
  code = DISK_FULL
): Promise<T> {
  const { database } = cell
  const [schema] = table.split('.')
  const refuse = `${schema}.refuse_commit`
  await asSuperuser(database, async (superuser) => {
    await superuser.query(
      `create function ${refuse}() returns trigger language plpgsql as
         $$ begin raise exception 'not stored' using errcode = '${code}'; end $$`
    )
    await superuser.query(
      `create constraint trigger refuse_commit after insert or update or delete on ${table}
         deferrable initially deferred for each row execute function ${refuse}()`
    )
  })
  try {
    return await work()
  } finally {
    await asSuperuser(database, (superuser) => superuser.query(`drop function ${refuse}() cascade`))
  }
}
