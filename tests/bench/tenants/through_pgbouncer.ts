/**
 * `scale.ts` through PgBouncer in transaction mode, with as few connections to PostgreSQL for each login as a web process has by itself:
 *
 *   npm run bench -- tenants/through_pgbouncer [tenants]
 */
import env from '#start/env'
import { PgBouncer } from '#tests/support/pgbouncer'
import { runScale } from './run_scale.js'

const CONNECTIONS = 8

const pooler = await PgBouncer.start(env.get('DATABASE_URL'), CONNECTIONS)
try {
  process.exitCode = await runScale({ DATABASE_URL: pooler.address })
} finally {
  await pooler.stop()
}
