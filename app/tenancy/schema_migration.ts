import type { ClientBase } from 'pg'
import pg from 'pg'
import type { Cell } from './cell.js'
import { lockedTransaction } from './locked_transaction.js'
import { SchemaTemplate, type SchemaTemplates, type TemplateName } from './schema_template.js'

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
   */
  static async ofCell(cell: Cell, templates?: SchemaTemplates): Promise<string[]> {
    return cell.as('migrator', (client) =>
      lockedTransaction(client, 'migration of the cell', async () => {
        const migration = new SchemaMigration(client, templates)
        const targets: TemplateName[] = cell.holdsPlatform ? ['cell', 'platform'] : ['cell']
        const done: (string | null)[] = []
        for (const name of targets)
          done.push(await migration.bring({ schema: name, template: name, names: cell.roles }))
        return done.filter((schema) => schema !== null)
      })
    )
  }

  /** @returns the schema's name if there was something to do */
  async bring(target: Target): Promise<string | null> {
    const from = await this.#version(target.schema)
    const to = await this.templates.latest(target.template)
    if (from >= to) return null
    await this.client.query(`
      set local lock_timeout = '5s';
      set local search_path = ${target.schema};
      ${await this.templates.render(target.template, target.names, from)}
      ${ledgerEntry(target, to)};`)
    return target.schema
  }

  async #version(schema: string): Promise<number> {
    const made = await this.client.query(`select to_regclass('cell.ledger') is not null as made`)
    if (!made.rows[0].made) return 0
    const found = await this.client.query(
      'select version from cell.ledger where schema_name = $1',
      [schema]
    )
    return found.rows[0]?.version ?? 0
  }
}

export function ledgerEntry(
  { schema, template }: Pick<Target, 'schema' | 'template'>,
  version: number
): string {
  return `insert into cell.ledger (schema_name, template, version) values (${pg.escapeLiteral(schema)}, '${template}', ${version})
    on conflict (schema_name) do update set version = excluded.version, migrated_at = now()`
}
