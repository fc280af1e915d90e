import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'

/** The four kinds of schema; each has a folder of numbered SQL files. */
export type TemplateName = 'platform' | 'cell' | 'account' | 'environment'

const FOLDERS: Record<TemplateName, string> = {
  platform: 'platform',
  cell: 'cell',
  account: 'tenant/account',
  environment: 'tenant/environment',
}

/** One numbered file. */
export interface Step {
  version: number
  file: string
  sql: string
  /** SHA-256 of its text, in hex. */
  digest: string
}

/** The numbered SQL of every kind of schema; names of schemas and roles are written `${name}` in it. */
export class SchemaTemplates {
  #loaded = new Map<TemplateName, Promise<Step[]>>()

  /** @param most  where an older version is wanted than the latest */
  constructor(
    private folder: () => string,
    private most: Partial<Record<TemplateName, number>> = {}
  ) {}

  /** The same as it was at other versions. */
  at(most: Partial<Record<TemplateName, number>>): SchemaTemplates {
    return new SchemaTemplates(this.folder, most)
  }

  async latest(name: TemplateName): Promise<number> {
    return (await this.steps(name)).at(-1)?.version ?? 0
  }

  /** In the order of their numbers. */
  steps(name: TemplateName): Promise<Step[]> {
    const known = this.#loaded.get(name) ?? this.#load(name)
    this.#loaded.set(name, known)
    return known
  }

  async files(name: TemplateName): Promise<string[]> {
    return (await this.steps(name)).map(({ file }) => file)
  }

  /** As people find it in the repository. */
  pathOf(name: TemplateName, file: string): string {
    return `database/${FOLDERS[name]}/${file}`
  }

  /** What an account grants to its sandbox, once there is one. */
  async renderSandboxGrants(names: Record<string, string>): Promise<string> {
    const read = (file: string) => readFile(join(this.folder(), FOLDERS.account, file), 'utf8')
    const texts = await Promise.all(['sandbox_grants.sql', 'sandbox_limits.sql'].map(read))
    return fill(texts.join('\n'), names)
  }

  async #load(name: TemplateName): Promise<Step[]> {
    const steps = await load(join(this.folder(), FOLDERS[name]))
    return steps.filter(({ version }) => version <= (this.most[name] ?? Infinity))
  }
}

/** The templates of this release. */
export const SchemaTemplate = new SchemaTemplates(() => app.makePath('database'))

async function load(folder: string): Promise<Step[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_.*\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
      const digest = createHash('sha256').update(sql).digest('hex')
      return { version: Number(file.slice(0, 4)), file, sql, digest }
    })
  )
}

/** The SQL of some steps, for one schema. */
export function sqlOf(steps: readonly Step[], names: Record<string, string>): string {
  return fill(steps.map(({ sql }) => sql).join('\n'), names)
}

/** Names are identifiers that code has made and checked; anything else in `${…}` is a mistake in the SQL. */
function fill(sql: string, names: Record<string, string>): string {
  return sql.replace(/\$\{(\w+)\}/g, (_, key: string) => {
    const name = names[key]
    if (!name || !/^[a-z][a-z0-9_]{0,62}$/.test(name))
      throw new RangeError(`No name for ${key} in the template`)
    return name
  })
}
