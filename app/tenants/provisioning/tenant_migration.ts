import pg from 'pg'
import type { Cell } from '#app/tenancy/cell'
import { IS_CURRENT, Ledger } from '#app/tenancy/schemas/ledger'
import { lockedTransaction } from '#app/tenancy/transactions/locked_transaction'
import { lockSchemas } from '#app/tenancy/schemas/schema_locks'
import { SchemaMigration, type Target } from '#app/tenancy/schemas/schema_migration'
import { SchemaTemplate, type SchemaTemplates } from '#app/tenancy/schemas/schema_template'
import { tenantOfSchema } from '#app/tenancy/tenant_ref'
import { TenantSchemas } from '#app/tenancy/schemas/tenant_schemas'

/** A tenant has been visited. */
export interface Progress {
  tenantId: string
  done: number
  total: number
  error?: unknown
}

export interface Outcome {
  migrated: string[]
  failed: { tenantId: string; error: unknown }[]
  /** Not begun when it was interrupted. */
  left: string[]
}

interface Options {
  concurrency?: number
  onProgress?: (progress: Progress) => void
  /** Ends it: those under way are finished, and no other is begun. */
  signal?: AbortSignal
}

/** Schemas with their owner, the account before its environments. */
type Behind = Map<string, string[]>

/** A tenant that was at work longer than a migration waits for its locks. */
const BUSY = '55P03'
/** So often one that is busy is visited, after all others. */
const VISITS = 3

const BEHIND = `select schema_name from cell.ledger l
  where template in ('account', 'environment') and (${IS_CURRENT}) is not true order by schema_name`

/** Takes the tenants of one cell to the latest version: only those behind, several at once, each in one transaction. */
export class TenantMigration {
  constructor(
    private cell: Cell,
    private templates: SchemaTemplates = SchemaTemplate
  ) {}

  /**
   * A tenant that fails stays as it was and stops no other. Interrupted or killed, it goes on where it was when it is run again.
   *
   * @throws MigrationRewritten before anything has changed
   */
  async run({ concurrency = 4, onProgress = () => {}, signal }: Options = {}): Promise<Outcome> {
    const outcome: Outcome = { migrated: [], failed: [], left: [] }
    const behind = await this.#behind()
    if (behind.size === 0) return outcome
    const waiting = [...behind].map(([tenantId, schemas]) => ({ tenantId, schemas, visits: 0 }))
    const pool = this.cell.pool('migrator', concurrency)
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { tenantId, schemas } = next
        if (signal?.aborted) {
          outcome.left.push(tenantId)
          continue
        }
        const error = await this.#attempt(pool, tenantId, schemas)
        const visits = next.visits + 1
        if (isBusy(error) && visits < VISITS) {
          waiting.push({ ...next, visits })
          continue
        }
        if (error) outcome.failed.push({ tenantId, error })
        else outcome.migrated.push(tenantId)
        const done = outcome.migrated.length + outcome.failed.length
        onProgress({ tenantId, done, total: behind.size, error })
      }
    }
    try {
      await Promise.all(Array.from({ length: concurrency }, work))
    } finally {
      await pool.end()
    }
    return outcome
  }

  async #behind(): Promise<Behind> {
    const account = await this.templates.files('account')
    const environment = await this.templates.files('environment')
    const { rows } = await this.cell.as('migrator', async (client) => {
      const ledger = new Ledger(client, this.templates)
      await ledger.assertUnchanged()
      await ledger.adopt()
      return client.query<{ schema_name: string }>(BEHIND, [account, environment])
    })
    return Map.groupBy(
      rows.map(({ schema_name: schema }) => schema),
      tenantOfSchema
    )
  }

  /** @returns the error, if there was one */
  async #attempt(pool: pg.Pool, tenantId: string, schemas: string[]): Promise<unknown> {
    try {
      const client = await pool.connect()
      try {
        await this.#migrate(client, new TenantSchemas(tenantId, this.cell, this.templates), schemas)
      } finally {
        client.release()
      }
    } catch (error) {
      return error
    }
  }

  async #migrate(client: pg.PoolClient, tenant: TenantSchemas, schemas: string[]): Promise<void> {
    const { account } = tenant.names
    await lockedTransaction(client, account, async () => {
      await lockSchemas(client, [account, ...schemas])
      await bring(client, tenant, schemas, this.templates)
    })
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === BUSY
}

/** Takes some schemas of one tenant to the latest version, in a transaction of the caller's. */
export async function bring(
  client: pg.ClientBase,
  tenant: TenantSchemas,
  schemas: readonly string[],
  templates: SchemaTemplates = SchemaTemplate
): Promise<void> {
  const migration = new SchemaMigration(client, templates)
  for (const schema of schemas) await migration.bring(target(tenant, schema))
  if (schemas.includes(tenant.names.account) && (await hasSandbox(client, tenant)))
    await client.query(await tenant.sandboxGrants())
}

function target(tenant: TenantSchemas, schema: string): Target {
  return schema === tenant.names.account
    ? { schema, template: 'account', names: tenant.names }
    : { schema, template: 'environment', names: tenant.environment(schema) }
}

async function hasSandbox(client: pg.ClientBase, { names }: TenantSchemas): Promise<boolean> {
  const found = await client.query('select 1 from cell.ledger where schema_name = $1', [names.test])
  return found.rowCount === 1
}
