import { Cell } from '#app/tenancy/cell'
import { SchemaTemplate } from '#app/tenancy/schemas/schema_template'
import { within } from './within.js'

interface Entry {
  template: 'cell' | 'platform'
  steps: Record<string, string> | null
}

const ENTRIES = `select template, steps from cell.ledger where template in ('cell', 'platform')`

interface Schema {
  /** Files of this release that have not been run, each with its cell where that is a further one. */
  missing: string[]
  /** Further cells that did not answer in time: nothing is known of theirs. */
  unread: string[]
}

/**
 * What the platform's database, and those of all cells, lack of this release; what they have of a later one is none of its business. A
 * further cell that is away is named by other checks, and is no reason to take a process away from all others. Nor is a tenant that lags:
 * they are not asked, for each is migrated by itself.
 *
 * @param withinMs  how long a further cell may take
 * @throws where the platform's own database is away
 */
export async function ownSchema(withinMs: number): Promise<Schema> {
  const asked = Cell.all().map(async (cell) => {
    const read = missingIn(cell)
    if (cell.holdsPlatform) return { cell, missing: await read }
    return { cell, missing: await within(withinMs, read).catch(() => null) }
  })
  const answers = await Promise.all(asked)
  return {
    missing: answers.flatMap(({ missing }) => missing ?? []),
    unread: answers.filter(({ missing }) => !missing).map(({ cell }) => cell.name),
  }
}

async function missingIn(cell: Cell): Promise<string[]> {
  const rows = await cell.as(
    'platform',
    async (client) => (await client.query<Entry>(ENTRIES)).rows
  )
  const templates = cell.holdsPlatform ? (['cell', 'platform'] as const) : (['cell'] as const)
  const missing = await Promise.all(
    templates.map(async (template) => {
      const ran = rows.find((row) => row.template === template)?.steps ?? {}
      const files = await SchemaTemplate.files(template)
      return files.filter((file) => !(file in ran)).map((file) => `${template}/${file}`)
    })
  )
  return missing
    .flat()
    .map((file) => (cell.holdsPlatform ? file : `${file} in the cell ${cell.name}`))
}
