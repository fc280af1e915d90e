import pg from 'pg'
import type { Environment } from '#app/foundation/environment'
import { newId } from '#app/foundation/identifier'
import { Cell } from '#app/tenancy/cell'
import type { Row } from '#app/tenancy/statement'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inRawUnit } from './raw_unit.js'
import { superuserOf, superuserUrl } from './superuser.js'

/** Stands in every row that an attacker must not see. */
export const SECRET = 'what nobody else may read'

/**
 * An attacker with a sandbox, a victim, and secrets at every place that must stay out of reach. Statements name these places in
 * braces: `select body from {them}.events`.
 */
export class Battlefield {
  #names: Record<string, string> = {}

  private constructor(
    readonly attacker: Tenant,
    readonly victim: Tenant,
    readonly superuser: pg.Client,
    /** Logged in as all tenants' units are; one for each side. */
    private logins: { attacker: pg.Client; victim: pg.Client }
  ) {}

  static async lay(cellName = 'main'): Promise<Battlefield> {
    const attacker = await makeTenant({ name: 'Attacker', withSandbox: true, cell: cellName })
    const victim = await makeTenant({ name: 'Victim', withSandbox: true, cell: cellName })
    const { database } = Cell.named(cellName)
    const logins = { attacker: Cell.named(cellName).client('app'), victim: directLogin(cellName) }
    await Promise.all(Object.values(logins).map((login) => login.connect()))
    const field = new Battlefield(attacker, victim, await superuserOf(database), logins)
    await field.#plant()
    return field
  }

  async close(): Promise<void> {
    await Promise.all([this.superuser, ...Object.values(this.logins)].map((login) => login.end()))
  }

  get cell(): Cell {
    return Cell.named(this.attacker.cell)
  }

  scope(environment: Environment) {
    return { tenant: this.attacker.ref, environment }
  }

  fill(statement: string): string {
    return statement.replace(/\{(\w+)\}/g, (whole, name: string) => this.#names[name] ?? whole)
  }

  /** What PostgreSQL alone makes of one statement in the attacker's unit. */
  unguarded(environment: Environment, text: string): Promise<Row[]> {
    return inRawUnit(this.logins.attacker, { id: this.attacker.id, environment }, text)
  }

  /** What the secrets look like now, so that a test can tell that nothing has changed. */
  async evidence(): Promise<unknown> {
    const { rows } = await this.superuser.query(
      this.fill(
        `select (select jsonb_agg(to_jsonb(x)) from {their_account}.brand x) as brand, (select jsonb_agg(to_jsonb(x)) from {them}.events x) as events,
                (select jsonb_agg(to_jsonb(x)) from {sandbox}.events x) as sandbox, (select jsonb_agg(to_jsonb(x)) from {own}.events x) as own,
                (select jsonb_agg(to_jsonb(x) order by id) from cell.outbox x where id in ('{their_work}', '{sandbox_work}')) as outbox,
                (select jsonb_agg(to_jsonb(x)) from cell.chain_log x where scope = '{them}') as chain_log,
                (select count(*) from cell.outbox where scope = '{them}') as work, lo_get({object}) as object`
      )
    )
    return rows[0]
  }

  async #plant(): Promise<void> {
    const own = schemaNames(this.attacker.id)
    const their = schemaNames(this.victim.id)
    this.#names = {
      own: own.live,
      own_account: own.account,
      sandbox: own.test,
      them: their.live,
      their_account: their.account,
      their_sandbox: their.test,
      database: this.cell.database,
      ...this.cell.roles,
    }
    const secret = pg.escapeLiteral(SECRET)
    await this.superuser.query(
      this.fill(`update {their_account}.brand set name = ${secret};
        ${event('{them}', secret)} ${event('{sandbox}', secret)} ${event('{own}', "'mine'")}
        insert into cell.chain_log (scope, chain, sequence, hash) values ('{them}', 'doc', 1, ${secret})`)
    )
    const object = `select lo_from_bytea(0, convert_to(${secret}, 'UTF8')) as value`
    const pid = `select pg_backend_pid() as value, ${secret} as said`
    Object.assign(this.#names, {
      their_work: await this.#work(their.live),
      sandbox_work: await this.#work(own.test),
      object: await value(this.superuser, object),
      pid: await value(this.superuser, pid),
      their_pid: await value(this.logins.victim, pid),
    })
  }

  /** Work under a lease with the fence 1. @returns its id */
  #work(scope: string): Promise<string> {
    return value(
      this.superuser,
      `insert into cell.outbox (scope, kind, ref, due_at, fence, lease_until)
       values ('${scope}', 'attacked', ${pg.escapeLiteral(SECRET)}, 'infinity', 1, 'infinity') returning id as value`
    )
  }
}

/** The login of tenants' units past any pooler: a session that stays, to be attacked. */
function directLogin(cellName: string): pg.Client {
  const cell = Cell.named(cellName)
  const url = new URL(superuserUrl(cell.database))
  url.username = cell.roles.app
  url.password = cell.password('app')
  return new pg.Client({ connectionString: url.href })
}

async function value(login: pg.Client, statement: string): Promise<string> {
  return String((await login.query(statement)).rows[0].value)
}

function event(schema: string, body: string): string {
  return `insert into ${schema}.events (id, position, name, body, created_at) values ('${newId('evt')}', 1, 'document.sent', ${body}, now());`
}
