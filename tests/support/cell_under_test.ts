import env from '#start/env'
import { ENVIRONMENTS } from '#app/foundation/environment'
import { SealHierarchy } from '#app/signing/seal/seal_hierarchy'
import { Cell } from '#app/tenancy/cell'
import { CellPreparation } from '#app/tenancy/cell_preparation'
import { ensureRoot, PLATFORM } from '#app/tenancy/keys'
import { SchemaMigration } from '#app/tenancy/schemas/schema_migration'

let prepared: Promise<void> | null = null

/** The cluster of this test process is made ready once: roles, isolation, schemas. Tenants are made by the tests that need them. */
export function prepareCell(): Promise<void> {
  return (prepared ??= prepare())
}

async function prepare(): Promise<void> {
  const administrator = env.get('DATABASE_ADMIN_URL')
  if (!administrator)
    throw new Error('DATABASE_ADMIN_URL names the test cluster: run npm test, which starts one')
  const cell = Cell.named('main')
  await new CellPreparation(cell, administrator).run()
  await SchemaMigration.ofCell(cell)
  await ensureRoot(PLATFORM)
  // now: a test that seals first may have moved the clock on, and they would begin after it is back
  for (const environment of ENVIRONMENTS) await SealHierarchy.issuing(environment)
}
