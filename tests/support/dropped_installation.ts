import pg from 'pg'
import { asSuperuser } from './superuser.js'

/** The tenants' roles first: their memberships were granted by a login, which cannot go before them. */
const ITS_ROLES = `
select rolname as role
from pg_roles
where starts_with(rolname, $1)
  or oid in (select member from pg_auth_members where roleid = to_regrole($1 || '_tenant'))
order by starts_with(rolname, $1), rolname`

/**
 * Removes an installation from the test cluster.
 *
 * @param name  its database, and what the names of its logins begin with
 */
export async function dropInstallation(name: string): Promise<void> {
  await asSuperuser('postgres', async (superuser) => {
    await superuser.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    const { rows } = await superuser.query<{ role: string }>(ITS_ROLES, [name])
    for (const { role } of rows) await superuser.query(`drop role ${pg.escapeIdentifier(role)}`)
  })
}
