import { Cell } from '#app/tenancy/cell'
import { SchemaTemplate } from '#app/tenancy/schemas/schema_template'

interface Entry {
  template: 'cell' | 'platform'
  steps: Record<string, string> | null
}

const ENTRIES = `select template, steps from cell.ledger where template in ('cell', 'platform')`

/**
 * Files of this release that the platform's database, and those of all cells, have not been through; those of a later release are none
 * of its business. A further cell that is away is named by other checks. Tenants are not asked: each is migrated by itself, and one that
 * lags is no reason to take a process away from all others.
 */
export async function missingFiles(): Promise<string[]> {
  return (await Promise.all(Cell.all().map(missingIn))).flat()
}

async function missingIn(cell: Cell): Promise<string[]> {
  const rows = await ledgerOf(cell)
  if (!rows) return []
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

/** @throws where the platform's own database is away; @returns null for another */
async function ledgerOf(cell: Cell): Promise<Entry[] | null> {
  try {
    return await cell.as('platform', async (client) => (await client.query<Entry>(ENTRIES)).rows)
  } catch (error) {
    if (cell.holdsPlatform) throw error
    return null
  }
}
