import { Cell } from '#app/tenancy/cell'
import type { Login } from '#app/tenancy/connections/login'
import { asSuperuser } from './superuser.js'

/** A login that PostgreSQL refuses, as one whose password was changed: its open connections are ended, too. */
export const RefusedLogin = {
  refuse(login: Login): Promise<void> {
    return asSuperuser('postgres', async (client) => {
      const role = Cell.named('main').roles[login]
      await client.query(`alter role ${role} nologin`)
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1',
        [role]
      )
    })
  },

  letIn(login: Login): Promise<void> {
    return asSuperuser('postgres', async (client) => {
      await client.query(`alter role ${Cell.named('main').roles[login]} login`)
    })
  },
}
