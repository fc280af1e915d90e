import type { ClientBase } from 'pg'
import type { Cell } from '../cell.js'
import { Ledger, ledgerEntry } from './ledger.js'
import { lockedTransaction } from '../transactions/locked_transaction.js'
import {
  SchemaTemplate,
  sqlOf,
  type SchemaTemplates,
  type TemplateName,
} from './schema_template.js'

export interface Target {
  schema: string
  template: TemplateName
  names: Record<string, string>
}

/** Takes schemas to the latest version, inside a transaction that also writes the cell's ledger. */
export class SchemaMigration {
  constructor(
    private client: ClientBase,
    private templates: SchemaTemplates = SchemaTemplate
  ) {}

  /**
   * The cell and, where it is held, the platform. Two migrators wait for each other.
   *
   * @returns the schemas that were behind
   * @throws MigrationRewritten before anything has changed
   */
  static async ofCell(cell: Cell, templates?: SchemaTemplates): Promise<string[]> {
    return cell.as('migrator', (client) =>
      lockedTransaction(client, 'migration of the cell', async () => {
        const migration = new SchemaMigration(client, templates)
        await migration.#ledger.assertUnchanged()
        const targets: TemplateName[] = cell.holdsPlatform ? ['cell', 'platform'] : ['cell']
        const done: (string | null)[] = []
        for (const name of targets)
          done.push(await migration.bring({ schema: name, template: name, names: cell.roles }))
        await migration.#ledger.adopt()
        return done.filter((schema) => schema !== null)
      })
    )
  }

  /** @returns the schema's name if there was something to do */
  async bring(target: Target): Promise<string | null> {
    const missing = await this.#ledger.missing(target.schema, target.template)
    if (missing.length === 0) return null
    await this.client.query(`
      set local lock_timeout = '5s';
      set local search_path = ${target.schema};
      ${sqlOf(missing, target.names)}
      ${ledgerEntry(target, await this.templates.steps(target.template))};`)
    return target.schema
  }

  get #ledger(): Ledger {
    return new Ledger(this.client, this.templates)
  }
}
