import pg from 'pg'
import { postgresUrl } from '#app/foundation/postgres_address'
import type { Cell } from './cell.js'
import { connectionTo } from './connections/server_choice.js'
import {
  ESTIMATES,
  RESERVED_FUNCTIONS,
  type Reservation,
} from './isolation_checks/reserved_functions.js'
import { assertSupported } from './server_version.js'
import { lockedTransaction } from './transactions/locked_transaction.js'
import { transaction } from './transactions/transaction.js'

const quote = pg.escapeIdentifier
const literal = pg.escapeLiteral

/** What an administrator does once for a cell: its database, logins, schemas and the rights that isolate tenants. May be run again. */
export class CellPreparation {
  /** @param adminUrl  a superuser's address; only the host, port and login count */
  constructor(
    private cell: Cell,
    private adminUrl: string
  ) {}

  /** Where several are begun at once, also of cells that share a server, and so its logins, one follows another. */
  async run(): Promise<void> {
    await this.#inDatabase('postgres', (admin) =>
      lockedTransaction(admin, 'preparation of a cell', () => this.#prepare())
    )
  }

  async #prepare(): Promise<void> {
    await this.#inDatabase('postgres', (admin) => this.#makeDatabase(admin))
    await this.#inDatabase(this.cell.database, (admin) =>
      transaction(admin, async () => {
        await this.#makeRoles(admin)
        await this.#closeDatabase(admin)
        await this.#revokeShared(admin)
        await this.#makeSchemas(admin)
      })
    )
  }

  async #inDatabase(database: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
    const url = new URL(postgresUrl(this.adminUrl))
    url.pathname = `/${encodeURIComponent(database)}`
    const admin = new pg.Client(connectionTo(url.href))
    await admin.connect()
    try {
      await work(admin)
    } finally {
      await admin.end()
    }
  }

  async #makeDatabase(admin: pg.Client): Promise<void> {
    await assertSupported(admin, this.cell.name)
    const found = await admin.query('select 1 from pg_database where datname = $1', [
      this.cell.database,
    ])
    if (found.rowCount === 0)
      await admin.query(
        `create database ${quote(this.cell.database)} encoding 'UTF8' template template0`
      )
  }

  async #makeRoles(admin: pg.Client): Promise<void> {
    const { platform, app, relay, migrator, tenant } = this.cell.roles
    await this.#role(admin, tenant, 'nologin')
    await this.#role(
      admin,
      platform,
      `login noinherit password ${literal(this.cell.password('platform'))}`
    )
    await this.#role(admin, app, `login noinherit password ${literal(this.cell.password('app'))}`)
    await this.#role(
      admin,
      relay,
      `login noinherit password ${literal(this.cell.password('relay'))}`
    )
    await this.#role(
      admin,
      migrator,
      `login createrole password ${literal(this.cell.password('migrator'))}`
    )
    await admin.query(`grant ${quote(tenant)} to ${quote(migrator)} with admin option`)
    await admin.query(`alter role ${quote(platform)} set search_path = platform`)
    await admin.query(`alter role ${quote(app)} set search_path = ''`)
    await admin.query(`alter role ${quote(relay)} set search_path = cell`)
    // a lease that a crash forgets is given again
    await admin.query(`alter role ${quote(relay)} set synchronous_commit = off`)
    await admin.query(`alter role ${quote(app)} set statement_timeout = '30s'`)
    await admin.query(`alter role ${quote(app)} set lock_timeout = '10s'`)
    // a process that freezes lets go of what it has locked; the migrator alone may pause for long
    for (const [login, longest] of [
      [app, '30s'],
      [relay, '60s'],
      [platform, '60s'],
    ])
      await admin.query(
        `alter role ${quote(login)} set idle_in_transaction_session_timeout = '${longest}'`
      )
  }

  async #role(admin: pg.Client, name: string, attributes: string): Promise<void> {
    const found = await admin.query('select 1 from pg_roles where rolname = $1', [name])
    await admin.query(`${found.rowCount ? 'alter' : 'create'} role ${quote(name)} ${attributes}`)
  }

  async #closeDatabase(admin: pg.Client): Promise<void> {
    const { platform, app, relay, migrator } = this.cell.roles
    const database = quote(this.cell.database)
    await admin.query(`revoke all on database ${database} from public`)
    await admin.query(
      `grant connect on database ${database} to ${[platform, app, relay, migrator].map(quote).join(', ')}`
    )
    await admin.query(`grant create on database ${database} to ${quote(migrator)}`)
    await admin.query('revoke all on schema public from public')
  }

  async #revokeShared(admin: pg.Client): Promise<void> {
    for (const reservation of RESERVED_FUNCTIONS) await this.#reserve(admin, reservation)
    await this.#hideEstimates(admin)
    const migrator = quote(this.cell.roles.migrator)
    await admin.query('revoke usage on language plpgsql from public')
    await admin.query(`grant usage on language plpgsql to ${migrator}`)
  }

  async #reserve(admin: pg.Client, { names, also }: Reservation): Promise<void> {
    const found = await admin.query(
      `select string_agg(oid::regprocedure::text, ', ') as functions from pg_proc
        where pronamespace = 'pg_catalog'::regnamespace and proname ~ $1`,
      [`^(${names})$`]
    )
    const functions = found.rows[0].functions
    const allowed = [this.cell.roles.migrator, ...(also ? [also] : [])].map(quote).join(', ')
    await admin.query(`revoke execute on function ${functions} from public`)
    await admin.query(`grant execute on function ${functions} to ${allowed}`)
  }

  async #hideEstimates(admin: pg.Client): Promise<void> {
    const found = await admin.query(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
        where attrelid = 'pg_catalog.pg_class'::regclass and attnum > 0 and attname <> all ($1)`,
      [ESTIMATES]
    )
    await admin.query('revoke select on pg_catalog.pg_class from public')
    await admin.query(`grant select (${found.rows[0].columns}) on pg_catalog.pg_class to public`)
    await admin.query(
      `grant select on pg_catalog.pg_class to ${quote(this.cell.roles.migrator)}, pg_read_all_stats`
    )
  }

  async #makeSchemas(admin: pg.Client): Promise<void> {
    const migrator = quote(this.cell.roles.migrator)
    const schemas = this.cell.holdsPlatform ? ['cell', 'platform'] : ['cell']
    for (const schema of schemas) {
      await admin.query(`create schema if not exists ${schema}`)
      await admin.query(`alter schema ${schema} owner to ${migrator}`)
    }
    // a function is everybody's unless this is said: one that is added later would be open to tenants
    await admin.query(
      `alter default privileges for role ${migrator} revoke execute on functions from public`
    )
  }
}
