import { test } from '@japa/runner'
import env from '#start/env'
import { loginName } from '#app/tenancy/connections/login'
import { nodeProcess } from '#tests/support/node_process'
import { PgBouncer } from '#tests/support/pgbouncer'

/** Everything that shows tenants apart; what opens a gap of its own goes past any pooler. */
const SPECS = [
  'tenancy_boundary',
  'isolation_guard',
  'interleaving',
  'no_tenant',
  'ownership',
  'api_isolation',
]

/** To PostgreSQL, for each login: so few that units of many tenants take turns on each. */
const CONNECTIONS = 2

test.group('PgBouncer in transaction mode', () => {
  test('tenants are as far apart when strangers share their connections', async ({ assert }) => {
    const direct = env.get('DATABASE_URL')
    const pooler = await PgBouncer.start(direct, CONNECTIONS)
    try {
      const files = SPECS.flatMap((spec) => ['--files', spec])
      const japa = [...process.execArgv, 'bin/test.ts', 'tenancy', ...files]
      const { code, output } = await nodeProcess(japa, { DATABASE_URL: pooler.address })
      assert.equal(code, 0, output)
      assert.match(output, /Tests {2}\d{3,} passed/)

      const app = loginName(direct, 'app')
      const servers = (await pooler.show('servers')).filter(({ user }) => user === app)
      assert.isAtMost(servers.length, CONNECTIONS)
      const [totals] = (await pooler.show('stats_totals')).filter(
        ({ database }) => database === decodeURIComponent(new URL(direct).pathname.slice(1))
      )
      assert.isAbove(Number(totals.xact_count ?? totals.total_xact_count), 1_000)
    } finally {
      await pooler.stop()
    }
  }).timeout(300_000)

  test('a machine without it is told what to install', async ({ assert }) => {
    const named = process.env.PGBOUNCER_PATH
    process.env.PGBOUNCER_PATH = '/nowhere/pgbouncer'
    try {
      await assert.rejects(
        () => PgBouncer.start(env.get('DATABASE_URL'), 1),
        /apt-get install pgbouncer/
      )
    } finally {
      if (named === undefined) delete process.env.PGBOUNCER_PATH
      else process.env.PGBOUNCER_PATH = named
    }
  })
})
