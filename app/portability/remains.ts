import pg from 'pg'
import type { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { transaction } from '#app/tenancy/transactions/transaction'
import { scopesOf } from './rows/cell_rows.js'

/** Something of another database depends on it; somebody else made it. */
const NOT_OURS = ['2BP01', '42501']

const DEADLOCK = '40P01'
const MOST_ATTEMPTS = 5

const MEMBERSHIPS = `
  select r.rolname as role, g.rolname as member
    from pg_auth_members m join pg_roles r on r.oid = m.roleid join pg_roles g on g.oid = m.member
   where (r.rolname = $2 and g.rolname = $1) or (r.rolname = $1 and g.rolname = $3)`

/** Written as the trigger of the log computes it: nothing else can be put over a link. */
const FORGET = `
  update cell.chain_log
     set hash = encode(sha256('\\x00'::bytea || convert_to(
           format('["%s","%s",%s,"%s"]', scope, chain, sequence, hash), 'UTF8')), 'hex'),
         scope = 'forgotten', chain = position::text, sequence = 0
   where scope = any ($1)`

/**
 * Takes all of a tenant out of a cell: its work, its schemas and its roles. Its links in the cell's log keep their place as leaves,
 * so that every checkpoint still verifies. Done again, it finds nothing to do.
 *
 * Those at work in the tables hold some and wait for others: where PostgreSQL ends that by failing the removal, it begins again.
 *
 * The log comes last, in a transaction of its own: dropping a table waits for its readers, such as a dump that takes hours, and checkpoints
 * wait for every transaction that writes to the log.
 */
export async function removeFromCell(cell: Cell, tenantId: string): Promise<void> {
  const scopes = scopesOf(tenantId)
  const schemas = Object.values(schemaNames(tenantId))
  await cell.as('migrator', async (client) => {
    const remove = async () => {
      await client.query('delete from cell.outbox where scope = any ($1)', [scopes])
      await client.query('delete from cell.set_aside where scope = any ($1)', [scopes])
      await client.query('delete from cell.foreign_checkpoints where scope = any ($1)', [scopes])
      for (const schema of schemas) await client.query(`drop schema if exists ${schema} cascade`)
      await client.query('delete from cell.ledger where schema_name = any ($1)', [schemas])
      for (const role of await rolesHere(client, scopes)) await dropRole(client, cell, role)
    }
    await despiteDeadlocks(() => transaction(client, remove))
    await transaction(client, () => client.query(FORGET, [scopes]))
  })
}

async function despiteDeadlocks<T>(work: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isDeadlock = error instanceof pg.DatabaseError && error.code === DEADLOCK
    if (!isDeadlock || attempt === MOST_ATTEMPTS) throw error
    return despiteDeadlocks(work, attempt + 1)
  }
}

async function rolesHere(client: pg.ClientBase, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any ($1)',
    [names]
  )
  return rows.map(({ name }) => name)
}

/** Another cell of the same cluster may need the role, or have made it: then only this cell lets go of it. */
async function dropRole(client: pg.ClientBase, cell: Cell, role: string): Promise<void> {
  await client.query('savepoint role')
  try {
    await client.query(`drop role ${role}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && NOT_OURS.includes(error.code ?? ''))) throw error
    await client.query('rollback to role')
    await letGo(client, cell, role)
  }
}

async function letGo(client: pg.ClientBase, cell: Cell, role: string): Promise<void> {
  const { tenant, app } = cell.roles
  const { rows } = await client.query<{ role: string; member: string }>(MEMBERSHIPS, [
    role,
    tenant,
    app,
  ])
  for (const granted of rows) await client.query(`revoke ${granted.role} from ${granted.member}`)
}
