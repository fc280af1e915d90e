import db from '@adonisjs/lucid/services/db'
import { SchemaTemplate } from '#app/tenancy/schemas/schema_template'

interface Entry {
  template: 'cell' | 'platform'
  steps: Record<string, string> | null
}

const ENTRIES = `select template, steps from cell.ledger where template in ('cell', 'platform')`

/**
 * Files of this release that the platform's database has not been through; those of a later release are none of its business.
 * Tenants are not asked: each is migrated by itself, and one that lags is no reason to take a process away from all others.
 */
export async function missingFiles(): Promise<string[]> {
  const { rows } = await db.rawQuery<{ rows: Entry[] }>(ENTRIES)
  const missing = await Promise.all(
    (['cell', 'platform'] as const).map(async (template) => {
      const ran = rows.find((row) => row.template === template)?.steps ?? {}
      const files = await SchemaTemplate.files(template)
      return files.filter((file) => !(file in ran)).map((file) => `${template}/${file}`)
    })
  )
  return missing.flat()
}
