import type { ClientBase } from 'pg'
import { Cell } from '../cell.js'
import { DIGESTS, RIGHTS, STRAY_RIGHTS } from './grants_query.js'
import { SchemaTemplate, type SchemaTemplates } from '../schemas/schema_template.js'
import { schemaNames } from '../tenant_ref.js'
import { TenantSchemas } from '../schemas/tenant_schemas.js'

/** A right that a tenant has and the templates do not give, or the other way round. */
export interface GrantBreach {
  where: string
  kind: 'unexpected' | 'missing'
  right: string
}

/** The rights in a schema, sorted, and a digest of them. */
interface Rights {
  lines: string[]
  digest: string
}

type Kind = 'account' | 'account with sandbox' | 'live' | 'test'
type Sample = Record<Kind, Rights>

/** A tenant that lives for the length of one transaction, to see what its rights would be. */
const SAMPLE_TENANT = `ten_${'0'.repeat(26)}`

/** Compares the rights in every tenant's schemas with those that a tenant made today would get. */
export class GrantsCheck {
  constructor(
    private cell: Cell,
    private templates: SchemaTemplates = SchemaTemplate
  ) {}

  async breaches(): Promise<GrantBreach[]> {
    return this.cell.as('migrator', async (client) => {
      const sample = await this.sample(client)
      return [...(await this.#differences(client, sample)), ...(await this.#strays(client))]
    })
  }

  /** @throws naming the first few rights that are not as they should be */
  async assertExact(): Promise<void> {
    const found = await this.breaches()
    if (found.length === 0) return
    const list = found.slice(0, 5).map(({ where, kind, right }) => `${where}: ${kind} ${right}`)
    throw new Error(
      `${found.length} rights in the cell ${this.cell.name} are not as they should be: ${list.join('; ')}`
    )
  }

  /** What the templates give to a new tenant, as PostgreSQL understands them. */
  async sample(client: ClientBase): Promise<Sample> {
    const schemas = new TenantSchemas(SAMPLE_TENANT, this.cell, this.templates)
    const { account, live, test } = schemaNames(SAMPLE_TENANT)
    await client.query('begin')
    try {
      await client.query(await schemas.open())
      const alone = await rightsIn(client, account)
      await client.query(await schemas.openSandbox())
      return {
        'account': alone,
        'account with sandbox': await rightsIn(client, account),
        'live': await rightsIn(client, live),
        'test': await rightsIn(client, test),
      }
    } finally {
      await client.query('rollback')
    }
  }

  async #differences(client: ClientBase, sample: Sample): Promise<GrantBreach[]> {
    const found: GrantBreach[] = []
    for (const { schema, kind, digest } of await this.#schemas(client)) {
      if (digest === sample[kind].digest) continue
      const { lines } = await rightsIn(client, schema)
      found.push(...difference(schema, lines, sample[kind].lines))
    }
    return found
  }

  /** Schemas that wait for a migration are left out: theirs are still the rights of another version. */
  async #schemas(client: ClientBase): Promise<{ schema: string; kind: Kind; digest: string }[]> {
    const { templates } = this
    const files = [await templates.files('account'), await templates.files('environment')]
    return (await client.query(DIGESTS, files)).rows
  }

  async #strays(client: ClientBase): Promise<GrantBreach[]> {
    const { tenant, app, migrator } = this.cell.roles
    const { rows } = await client.query<{ role: string; line: string }>(STRAY_RIGHTS, [
      tenant,
      app,
      migrator,
      otherCells(this.cell),
    ])
    return rows.map(({ role, line }) => ({ where: role, kind: 'unexpected', right: line }))
  }
}

function otherCells(own: Cell): string[] {
  const others = Cell.all().filter(({ name }) => name !== own.name)
  return others.flatMap(({ roles: { tenant, app, migrator } }) => [tenant, app, migrator])
}

async function rightsIn(client: ClientBase, schema: string): Promise<Rights> {
  const { rows } = await client.query<Rights>(RIGHTS, [schema])
  return rows[0] ?? { lines: [], digest: '' }
}

function difference(where: string, actual: string[], expected: string[]): GrantBreach[] {
  const only = (kind: GrantBreach['kind'], lines: string[], others: string[]) =>
    lines.filter((line) => !others.includes(line)).map((right) => ({ where, kind, right }))
  return [...only('unexpected', actual, expected), ...only('missing', expected, actual)]
}
