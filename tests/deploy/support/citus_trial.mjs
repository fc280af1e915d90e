import { readFileSync } from 'node:fs'
import { CitusCluster } from './citus_cluster.mjs'
import { CitusTenant, statementsOf } from './citus_tenant.mjs'

const TENANTS = 2
const UNITS = 500
const TICK_MS = 10
const ENTRY = `insert into audit_entries (chain, sequence, id, action, at, body, hash) values ('c', $, 'c-$', 'x', now(), '{}', 'h$')`
const UNIT = [
  `select id, title from documents where id = 'x'`,
  `select id from signers where document_id = 'x'`,
  `select id from users where id = 'x'`,
  `update documents set title = title where id = 'x'`,
]

/** What of Countersign holds on a Citus cluster with schema-based sharding; it prints what PostgreSQL and Citus answered. */
export class CitusTrial {
  constructor({ progress, installed, workers }) {
    Object.assign(this, { progress, workers })
    this.cluster = new CitusCluster(installed)
  }

  async run() {
    const { cluster, progress } = this
    cluster.tidy()
    await progress.step(`Coordinator and ${this.workers} workers`, () =>
      cluster.start(this.workers)
    )
    for (const port of cluster.ports) await this.#prepare(port)
    this.admin = await cluster.as('postgres', cluster.coordinator)
    this.migrator = await cluster.as('migrator', cluster.coordinator)
    await this.migrator.query('set citus.enable_unsafe_triggers = on')
    await this.#tryDefinitions()
    const tenants = []
    for (let made = 0; made < TENANTS; made++) tenants.push(await this.#make())
    await this.#catalogues()
    for (const tenant of tenants) await this.#bringTogether(tenant)
    const [tenant, other] = tenants
    await this.#attack(tenant, other)
    await this.#cost(tenant)
    await this.#bringTogether(tenant, { away: true })
    await this.#attack(tenant, other)
  }

  close() {
    return this.cluster.close()
  }

  async #prepare(port) {
    const refusal = await this.cluster.prepare(port)
    say(`${this.cluster.cellAt(port)}, as Citus comes`, /is open: (.*)\. Run/.exec(refusal)?.[1])
    const count = await this.cluster.reserve(port)
    const still = await this.cluster.prepare(port)
    say(`with ${count} routines of Citus taken from everybody`, still ?? 'is closed')
  }

  /** All statements of the templates where new tables are distributed at once, as Citus means it. */
  async #tryDefinitions() {
    const refused = new Map()
    const all = statementsOf(new CitusTenant().sql)
    await this.migrator.query(
      'begin; set local citus.enable_ddl_propagation = on; set local citus.enable_schema_based_sharding = on'
    )
    for (const statement of all) {
      await this.migrator.query('savepoint one')
      const { message } = await this.migrator.query(statement).catch((error) => error)
      if (!message) continue
      await this.migrator.query('rollback to one')
      refused.set(message, (refused.get(message) ?? 0) + 1)
    }
    await this.migrator.query('rollback')
    say(`of ${all.length} statements that define a tenant`, 'refused are:')
    for (const [message, count] of refused) say(`  ${count}`, message)
  }

  /** Made as ever, and distributed afterwards. */
  async #make() {
    const tenant = new CitusTenant()
    const { migrator } = this
    const from = performance.now()
    await migrator.query('begin; set local citus.enable_ddl_propagation = on')
    await migrator.query(tenant.sql)
    await migrator.query('commit')
    await migrator.query('set search_path = pg_catalog; set citus.enable_ddl_propagation = on')
    for (const schema of tenant.schemas)
      await migrator.query('select citus_schema_distribute($1::regnamespace)', [schema])
    await migrator.query('reset citus.enable_ddl_propagation')
    const places = []
    for (const schema of tenant.schemas) places.push(await this.#placeOf(schema))
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    say('a tenant was made and distributed', `${seconds} s, account/live/test on ${places}`)
    return tenant
  }

  async #placeOf(schema) {
    const { rows } = await this.admin.query(
      `select distinct nodeport from pg_dist_schema s join citus_shards c on c.colocation_id = s.colocationid
        where s.schemaid = $1::regnamespace`,
      [schema]
    )
    return Number(rows[0].nodeport)
  }

  /** Its schemas on one node; on another than now, if it is to go away. */
  async #bringTogether(tenant, { away = false } = {}) {
    const now = await this.#placeOf(tenant.schemas[0])
    const target = away ? this.cluster.ports.slice(1).find((port) => port !== now) : now
    for (const schema of tenant.schemas) {
      if ((await this.#placeOf(schema)) === target) continue
      const from = performance.now()
      await this.admin.query(
        `select citus_schema_move($1::regnamespace, '127.0.0.1', $2, 'block_writes')`,
        [schema, target]
      )
      say(`citus_schema_move of ${schema.slice(28) || 'the account'}`, `${ms(from)} ms`)
    }
  }

  async #catalogues() {
    for (const port of this.cluster.ports) {
      const client = await this.cluster.as('postgres', port)
      const { rows } = await client.query(
        `select count(*)::int as relations from pg_class c join pg_namespace n on n.oid = relnamespace where nspname ~ '^t_'`
      )
      const each = rows[0].relations / TENANTS
      say(`relations of a tenant, on average, on ${this.cluster.cellAt(port)}`, each)
    }
  }

  async #attack({ names }, other) {
    const place = await this.#placeOf(names.live)
    const app = await this.cluster.as('app', place)
    const unit = (...statements) => this.#unit(app, names, statements)
    const entry = (number) => ENTRY.replaceAll('$', number)
    say('an entry that does not continue its chain', await unit(entry(7)))
    say('an entry of the trail is changed', await unit(`update audit_entries set body = 'x'`))
    say('another tenant is read', await unit(`select * from ${other.names.live}.documents`))
    say('live and account are joined', await unit('select from documents d, users u where u.id = d.id')) // prettier-ignore
    say('work for the relay', await unit(`insert into cell.outbox (kind, ref) values ('x', 'y')`))
    say('an entry of the security trail', await unit(ENTRY.replace('audit', 'security').replaceAll('$', 1))) // prettier-ignore
    say('a row from a row, with now()', await unit(`insert into contacts_off select user_id from contacts where created_at < now()`)) // prettier-ignore
    const coordinator = await this.cluster.as('app', this.cluster.coordinator)
    say('through the coordinator', await this.#unit(coordinator, names, UNIT))
  }

  async #unit(client, { live, account }, statements) {
    try {
      await client.query(
        `begin; set local role ${live}; set local search_path = ${live}, ${account}`
      )
      for (const statement of statements) await client.query(statement)
      await client.query('commit')
      return 'done'
    } catch ({ code, message }) {
      await client.query('rollback')
      return `${code} ${message}`
    }
  }

  /** Of all backends that serve it, with the tenant's own login away: only the owner gets through the coordinator. */
  async #cost({ names }) {
    const place = await this.#placeOf(names.live)
    for (const port of [place, this.cluster.coordinator]) {
      const client = await this.cluster.as('migrator', port)
      const before = await this.#processorMs()
      for (let done = 0; done < UNITS; done++) {
        await client.query(`begin; set local search_path = ${names.live}, ${names.account}`)
        for (const statement of UNIT) await client.query(statement)
        await client.query('commit')
      }
      const each = ((await this.#processorMs()) - before) / UNITS
      say(`a unit of ${UNIT.length} statements at ${this.cluster.cellAt(port)}`, `${each} ms of backends`) // prettier-ignore
    }
  }

  async #processorMs() {
    let ticks = 0
    for (const port of this.cluster.ports) {
      const client = await this.cluster.as('postgres', port)
      const { rows } = await client.query(
        `select pid from pg_stat_activity where backend_type = 'client backend' and usename <> 'postgres'`
      )
      for (const { pid } of rows) {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
        ticks += Number(fields[11]) + Number(fields[12])
      }
    }
    return ticks * TICK_MS
  }
}

const ms = (from) => Math.round(performance.now() - from)
const say = (what, answer) => console.log(`${what}: ${answer}`)
