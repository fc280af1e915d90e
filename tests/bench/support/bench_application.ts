import env from '#start/env'
import { application } from '../../../bin/application.js'

/** The application without a server, on cells that are made ready when they are not. */
export async function startApplication() {
  const app = application().createApp('console')
  await app.init()
  await app.boot()
  await app.start(() => {})
  await prepareCells()
  return app
}

/** The address of a superuser of a cell's server: every server of a bench has the same. */
export async function administratorOf(cell: string): Promise<string> {
  const { cells } = await import('#config/cells')
  const administrator = new URL(env.get('DATABASE_ADMIN_URL') ?? missing())
  if (cell !== 'main') administrator.host = new URL(cells.get(cell) ?? '').host
  return administrator.href
}

async function prepareCells(): Promise<void> {
  const { Cell } = await import('#app/tenancy/cell')
  const { CellPreparation } = await import('#app/tenancy/cell_preparation')
  const { ensureRoot, PLATFORM } = await import('#app/tenancy/keys')
  const { SchemaMigration } = await import('#app/tenancy/schemas/schema_migration')
  for (const cell of Cell.all()) {
    await new CellPreparation(cell, await administratorOf(cell.name)).run()
    await SchemaMigration.ofCell(cell)
  }
  await ensureRoot(PLATFORM)
}

function missing(): never {
  throw new Error('Set DATABASE_ADMIN_URL: the bench makes its own cells')
}
