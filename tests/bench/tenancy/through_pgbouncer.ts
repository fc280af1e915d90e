/**
 * The whole tenancy suite through PgBouncer in transaction mode, with few connections for each login, so that tenants share them:
 *
 *   npm run bench -- tenancy/through_pgbouncer [--files NAME]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import env from '#start/env'
import { PgBouncer } from '#tests/support/pgbouncer'

const CONNECTIONS = 4

const pooler = await PgBouncer.start(env.get('DATABASE_URL'), CONNECTIONS)
const args = ['--import=@poppinss/ts-exec', 'bin/test.ts', 'tenancy', ...process.argv.slice(2)]
const suite = spawn(process.execPath, args, {
  env: { ...process.env, DATABASE_URL: pooler.address },
  stdio: 'inherit',
})
const [code] = await once(suite, 'exit')
for (const row of await pooler.show('stats_totals'))
  console.log(row.database, row.xact_count, 'transactions')
await pooler.stop()
process.exit(code ?? 1)
