import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { timeScale } from '#app/foundation/time_scale'
import type { Cell } from '#app/tenancy/cell'
import { transaction } from '#app/tenancy/transactions/transaction'
import { scopesOf } from './rows/cell_rows.js'
import MoveRefused from './errors/move_refused.js'

const STEP_MS = 100
/** For work that was begun: what takes longer is done again at the new place. */
const DRAIN_MS = 20_000
/** A unit lives for 30 seconds at most; a request that has several of them is told to come again. */
const LAST_UNIT_MS = 60_000

const FREEZE = `update cell.outbox set lease_until = 'infinity' where scope = any ($1) and lease_until is null`
const THAW = `update cell.outbox set lease_until = null where scope = any ($1) and lease_until = 'infinity'`
const GIVEN_OUT = `select from cell.outbox where scope = any ($1) and lease_until < 'infinity' limit 1`

/** Transactions of tenants' units that run now, known by backend and virtual id. */
const RUNNING = `
  select l.pid || ' ' || l.virtualtransaction as id
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
   where l.locktype = 'virtualxid' and a.usename = $1 and a.datname = current_database()`

/** Roles that are here and that somebody may not give to others. */
const NOT_GRANTED = `
  select rolname as name from pg_roles r
   where rolname = any ($1) and not exists (
     select from pg_auth_members m join pg_roles g on g.oid = m.member
      where m.roleid = r.oid and g.rolname = $2 and m.admin_option)`

/** Locks a tenant out of its roles in one cell: PostgreSQL itself then refuses its units, whatever a process believes. */
export class TenantLock {
  constructor(
    private cell: Cell,
    private tenantId: string
  ) {}

  /** When it returns, nothing of the tenant is being written in this cell and nothing will be. @throws MoveRefused */
  async close(): Promise<void> {
    await this.cell.as('migrator', async (client) => {
      await this.#drain(client)
      for (const role of await this.#roles(client))
        await client.query(`revoke ${role} from ${this.cell.roles.app}`)
      await this.#outwait(client)
      await client.query(FREEZE, [scopesOf(this.tenantId)])
    })
  }

  async open(): Promise<void> {
    await this.cell.as('migrator', (client) =>
      transaction(client, async () => {
        for (const role of await this.#roles(client))
          await client.query(`grant ${role} to ${this.cell.roles.app}`)
        await client.query(THAW, [scopesOf(this.tenantId)])
      })
    )
  }

  /** The work is elsewhere now. */
  async forgetWork(): Promise<void> {
    await this.cell.as('migrator', (client) =>
      client.query('delete from cell.outbox where scope = any ($1)', [scopesOf(this.tenantId)])
    )
  }

  /** Two cells of one cluster share the roles: their creator lets the other grant them, too. */
  async shareRoles(other: Cell): Promise<void> {
    const { migrator } = other.roles
    const shared = await other.as('migrator', async (client) => {
      const { rows } = await client.query<{ name: string }>(NOT_GRANTED, [
        scopesOf(this.tenantId),
        migrator,
      ])
      return rows.map(({ name }) => name)
    })
    if (shared.length === 0) return
    await this.cell.as('migrator', (client) =>
      client.query(`grant ${shared.join(', ')} to ${migrator} with admin option`)
    )
  }

  async #drain(client: ClientBase): Promise<void> {
    const deadline = performance.now() + timeScale.of(DRAIN_MS)
    do {
      await client.query(FREEZE, [scopesOf(this.tenantId)])
      const { rowCount } = await client.query(GIVEN_OUT, [scopesOf(this.tenantId)])
      if (rowCount === 0) return
      await pause(STEP_MS)
    } while (performance.now() < deadline)
  }

  /** A transaction that entered before the tenant was locked may still write: it is waited for. */
  async #outwait(client: ClientBase): Promise<void> {
    const deadline = performance.now() + timeScale.of(LAST_UNIT_MS)
    const running = async () => {
      const { rows } = await client.query<{ id: string }>(RUNNING, [this.cell.roles.app])
      return rows.map(({ id }) => id)
    }
    let inside = await running()
    while (inside.length > 0) {
      if (performance.now() > deadline) throw new MoveRefused('a transaction in it does not end')
      await pause(STEP_MS)
      const now = new Set(await running())
      inside = inside.filter((id) => now.has(id))
    }
  }

  async #roles(client: ClientBase): Promise<string[]> {
    const { rows } = await client.query<{ name: string }>(
      'select rolname as name from pg_roles where rolname = any ($1)',
      [scopesOf(this.tenantId)]
    )
    return rows.map(({ name }) => name)
  }
}
