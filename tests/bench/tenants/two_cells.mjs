/**
 * `scale.ts` with tenants spread over two servers of PostgreSQL, of which the second is started here:
 *
 *   npm run bench -- tenants/two_cells [tenants]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgres } from '../../../bin/services/embedded_postgres.mjs'
import { freePort } from '../../../bin/services/ports.mjs'
import { ProcessLedger } from '../../../bin/services/process_ledger.mjs'
import { Processes } from '../../../bin/services/processes.mjs'
import { runScale } from './run_scale.ts'

const folder = mkdtempSync(join(tmpdir(), 'second-cell-'))
const ledger = new ProcessLedger(join(folder, 'processes.json'))
const processes = new Processes({ logs: join(folder, 'logs'), ledger })
const server = new EmbeddedPostgres({
  ...{ parent: folder, port: await freePort(), processes, isDurable: true },
  password: decodeURIComponent(new URL(process.env.DATABASE_ADMIN_URL).password),
})
try {
  await server.start()
  const second = server.url({ prefix: 'second', database: 'second' })
  process.exitCode = await runScale({ CELLS: `second=${second}` })
} finally {
  await processes.stop()
  server.home.remove()
  rmSync(folder, { recursive: true, force: true })
}
