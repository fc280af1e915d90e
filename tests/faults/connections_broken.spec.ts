import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { emptyOutbox } from '#tests/support/outbox_view'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'
import { WorkerProcess } from '#tests/support/worker_process'

const ROUNDS = 20
const EVERY_MS = 50

const TERMINATE = `select pg_terminate_backend(pid) from pg_stat_activity where usename = any ($1)`

/** Again and again, so that it meets connections that wait and connections at work. */
function breakConnections(): Promise<void> {
  const cell = Cell.named('main')
  const { app, relay, platform, migrator } = cell.roles
  return asSuperuser(cell.database, async (superuser) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await superuser.query(TERMINATE, [[app, relay, platform, migrator]])
      await pause(EVERY_MS)
    }
  })
}

test.group('Connections to PostgreSQL that all break', () => {
  test('end neither a worker nor a web process, and both go on', async ({ assert, cleanup }) => {
    await emptyOutbox()
    const tenant = await makeTenant()
    const client = await ApiClient.of(tenant, 'live')
    const web = await WebProcess.start({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' })
    cleanup(() => web.stop())
    const worker = await WorkerProcess.start().isAtWork()
    cleanup(() => worker.kill())
    const read = () => client.ask({ origin: web.origin, path: '/api/v1/webhooks' })
    assert.equal((await read()).status, 200)

    await Promise.all([breakConnections(), read(), read()])

    const inTenant = <T>(work: () => Promise<T>) =>
      CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
    await until(async () => (await read()).status === 200)
    const { id } = await inTenant(() => makeDocument())
    await until(() =>
      inTenant(async () => {
        const text = 'select from mails where document_id = $1'
        return (await CurrentTenant.batch([{ text, values: [id] }]))[0].length > 0
      })
    )
    assert.isNotNull(await inTenant(() => Document.find(id)))
    assert.notInclude(worker.output, 'Unhandled')
  })
})
