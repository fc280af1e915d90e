import type pg from 'pg'
import { counted } from '#app/foundation/counted'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { folderOf, namedFiles } from '../named_files.js'
import { TenantRows } from '../rows/tenant_rows.js'
import type { BackedUpServer } from './manifest.js'
import type { ScratchPostgres } from './scratch_postgres.js'

/** What the parts of a backup say of each other. */
export interface Completeness {
  tenants: number
  faults: string[]
  /** What changed while the backup was made, and is no loss. */
  notes: string[]
}

interface TenantRow {
  id: string
  cell: string
}

interface Parts {
  /** Of documents, as `storage/t/ten_…/live/doc_…/original`; null where the backup has none. */
  files: ReadonlySet<string> | null
  /** Tenants, and the platform, whose root is there; null where nobody gave the keys. */
  owners: ReadonlySet<string> | null
  /** What is known to be erased. */
  erased: ReadonlySet<string>
}

const REACHABLE = `select id, cell from platform.tenants where status in ('ready', 'suspended') order by id`
const PLATFORM = 'platform'
const MAIN = 'main'
/** What a former restore left in `postgresql.auto.conf`. */
const TARGETS = `select distinct name from pg_file_settings where name like 'recovery\\_target%' order by name`

/** Asks the restored databases for what they need: schemas, files and keys. */
export class CompletenessCheck {
  #found: Completeness = { tenants: 0, faults: [], notes: [] }

  /** @param running  the restored servers by their names */
  constructor(
    private servers: readonly BackedUpServer[],
    private running: ReadonlyMap<string, ScratchPostgres>,
    private parts: Parts,
    private signal: AbortSignal
  ) {}

  async run(): Promise<Completeness> {
    const main = await this.#databaseOf(MAIN)
    if (!main) throw new Error('The backup has no database of the platform')
    const { rows } = await main.query<TenantRow>(REACHABLE)
    for (const tenant of rows.filter(({ id }) => !this.parts.erased.has(id))) {
      this.signal.throwIfAborted()
      await this.#checkTenant(tenant)
    }
    this.#checkOwners(rows)
    await this.#checkTargets()
    return { ...this.#found, tenants: rows.length }
  }

  async #checkTenant({ id, cell }: TenantRow): Promise<void> {
    const database = await this.#databaseOf(cell)
    const versions = database ? await new TenantRows(database, id).versions() : {}
    if (!database || !versions.account || !versions.live)
      return this.#fault(`the tenant ${id} has no schema in the cell ${cell}: was it being moved?`)
    if (!this.parts.files) return
    const named = await namedFiles(database, id, versions)
    for (const name of named)
      if (!this.parts.files.has(`storage/t/${id}/${name}`)) await this.#explain(database, id, name)
  }

  /** A draft's file is replaced while somebody works on it; what was erased since is gone rightly. */
  async #explain(database: pg.Client, tenantId: string, name: string): Promise<void> {
    const [environment, id] = folderOf(name).split('/') as ['live' | 'test', string]
    if (this.parts.erased.has(id)) return
    const schema = schemaNames(tenantId)[environment]
    const { rows } = await database.query<{ status: string }>(
      `select status from ${schema}.documents where id = $1`,
      [id]
    )
    if (rows[0]?.status === 'draft')
      this.#found.notes.push(`the draft ${id} of ${tenantId} was changed meanwhile: ${name}`)
    else this.#fault(`${id} of ${tenantId} is without its file ${name}`)
  }

  #checkOwners(tenants: readonly TenantRow[]): void {
    const { owners, erased } = this.parts
    if (!owners) return
    const needed = [PLATFORM, ...tenants.map(({ id }) => id).filter((id) => !erased.has(id))]
    for (const owner of needed)
      if (!owners.has(owner)) this.#fault(`the root key of ${owner} is not among the keys`)
    const known = new Set([PLATFORM, ...tenants.map(({ id }) => id)])
    const strays = [...owners].filter((owner) => !known.has(owner))
    if (strays.length > 0)
      this.#found.notes.push(
        `${counted(strays.length, 'key is', 'keys are')} of no tenant in it, such as ${strays[0]}`
      )
  }

  /** A restore would end where the former one did, or not start. */
  async #checkTargets(): Promise<void> {
    for (const [server, scratch] of this.running) {
      const { rows } = await (await scratch.client('postgres')).query<{ name: string }>(TARGETS)
      for (const { name } of rows)
        this.#fault(
          `${name} is still set in the PostgreSQL of ${server}, and the next restore would obey it: alter system reset ${name}, then back up again`
        )
    }
  }

  async #databaseOf(cell: string): Promise<pg.Client | undefined> {
    const server = this.servers.find(({ cells }) => cells.some(({ name }) => name === cell))
    const database = server?.cells.find(({ name }) => name === cell)?.database
    return database === undefined ? undefined : this.running.get(server!.name)?.client(database)
  }

  #fault(sentence: string): void {
    this.#found.faults.push(sentence)
  }
}
