import env from '#start/env'
import { application } from '../../../bin/application.js'

/** The application without a server, on a cell that is made ready when it is not. */
export async function startApplication() {
  const app = application().createApp('console')
  await app.init()
  await app.boot()
  await app.start(() => {})
  await prepareCell()
  return app
}

async function prepareCell(): Promise<void> {
  const administrator = env.get('DATABASE_ADMIN_URL')
  if (!administrator) throw new Error('Set DATABASE_ADMIN_URL: the bench makes its own cell')
  const { Cell } = await import('#app/tenancy/cell')
  const { CellPreparation } = await import('#app/tenancy/cell_preparation')
  const { ensureRoot, PLATFORM } = await import('#app/tenancy/keys')
  const { SchemaMigration } = await import('#app/tenancy/schema_migration')
  const cell = Cell.named('main')
  await new CellPreparation(cell, administrator).run()
  await SchemaMigration.ofCell(cell)
  await ensureRoot(PLATFORM)
}
