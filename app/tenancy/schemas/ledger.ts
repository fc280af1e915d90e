import type { ClientBase } from 'pg'
import pg from 'pg'
import MigrationRewritten from '../errors/migration_rewritten.js'
import {
  SchemaTemplate,
  type SchemaTemplates,
  type Step,
  type TemplateName,
} from './schema_template.js'

/** Files by their names, with the SHA-256 that each had when it ran. */
type Digests = Record<string, string>

interface Entry {
  version: number
  /** Null in an entry of a time when digests were not kept. */
  steps: Digests | null
}

interface Ran {
  template: TemplateName
  file: string
  digest: string
  schema: string
}

const TEMPLATES: readonly TemplateName[] = ['cell', 'platform', 'account', 'environment']

/** Before its own migration a cell's ledger has no column for them. */
const ENTRY = `select version, to_jsonb(l) -> 'steps' as steps from cell.ledger l where schema_name = $1`

const RAN = `select template, file, digest, min(schema_name) as schema
  from cell.ledger l, jsonb_each_text(nullif(to_jsonb(l) -> 'steps', 'null')) as step(file, digest)
 group by template, file, digest order by template, file`

const ADOPT = `update cell.ledger l set steps = (
    select jsonb_object_agg(file, digest) from jsonb_to_recordset($1) as s(template text, version int, file text, digest text)
     where s.template = l.template and s.version <= l.version)
  where steps is null`

/**
 * Whether a tenant's row `l` of the ledger has been through all files of this release: of accounts (`$1`) or of
 * environments (`$2`); null where its files are not known yet.
 */
export const IS_CURRENT = `l.steps ?& case l.template when 'account' then $1::text[] when 'environment' then $2::text[] end`

/** `cell.ledger`: which files of numbered SQL each schema of a cell has been through. Read and written by the migrator. */
export class Ledger {
  constructor(
    private client: ClientBase,
    private templates: SchemaTemplates = SchemaTemplate
  ) {}

  /** What a schema has yet to go through; everything, where it is new. */
  async missing(schema: string, template: TemplateName): Promise<Step[]> {
    const steps = await this.templates.steps(template)
    const entry = await this.#entry(schema)
    if (!entry) return steps
    return steps.filter(({ file, version }) =>
      entry.steps ? !(file in entry.steps) : version > entry.version
    )
  }

  /**
   * Asked before anything runs. A file of a later release than this one is none of its business.
   *
   * @throws MigrationRewritten naming each file that is different now, or gone
   */
  async assertUnchanged(): Promise<void> {
    if (!(await this.#exists())) return
    const { rows } = await this.client.query<Ran>(RAN)
    const faults: string[] = []
    for (const ran of rows) {
      const fault = await this.#fault(ran)
      if (fault) faults.push(fault)
    }
    if (faults.length > 0) throw new MigrationRewritten(faults)
  }

  /** Gives entries of a time when digests were not kept those of today's files. */
  async adopt(): Promise<void> {
    const steps = await Promise.all(
      TEMPLATES.map(async (template) =>
        (await this.templates.steps(template)).map(({ version, file, digest }) => ({
          template,
          version,
          file,
          digest,
        }))
      )
    )
    await this.client.query(ADOPT, [JSON.stringify(steps.flat())])
  }

  async #fault({ template, file, digest, schema }: Ran): Promise<string | null> {
    const now = (await this.templates.steps(template)).find((step) => step.file === file)
    const path = this.templates.pathOf(template, file)
    if (now) return now.digest === digest ? null : `${path} has changed since ${schema} ran it`
    const isLater = Number.parseInt(file) > (await this.templates.latest(template))
    return isLater ? null : `${path}, which ${schema} ran, is gone`
  }

  async #entry(schema: string): Promise<Entry | undefined> {
    if (!(await this.#exists())) return undefined
    return (await this.client.query<Entry>(ENTRY, [schema])).rows[0]
  }

  async #exists(): Promise<boolean> {
    const made = await this.client.query(`select to_regclass('cell.ledger') is not null as made`)
    return made.rows[0].made
  }
}

/** SQL that notes that a schema has been through all of its template's files. */
export function ledgerEntry(
  { schema, template }: { schema: string; template: TemplateName },
  steps: readonly Step[]
): string {
  const version = Math.max(0, ...steps.map((step) => step.version))
  const digests: Digests = Object.fromEntries(steps.map(({ file, digest }) => [file, digest]))
  const literal = (text: string) => pg.escapeLiteral(text)
  return `insert into cell.ledger as l (schema_name, template, version, steps)
      values (${literal(schema)}, '${template}', ${version}, ${literal(JSON.stringify(digests))})
    on conflict (schema_name) do update set version = greatest(l.version, excluded.version),
      steps = coalesce(l.steps, '{}') || excluded.steps, migrated_at = now()`
}
