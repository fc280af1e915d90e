import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { StoredFiles } from '#app/portability/stored_files'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, ask } from '#tests/factories/api_client'
import { ANA } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { fullDisk } from '#tests/support/full_disk'
import { emptyOutbox, outboxRows } from '#tests/support/outbox_view'
import { findingsOf, sealedFile } from '#tests/support/populated_tenant'
import { sign } from '#tests/support/signing_hand'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'
import { WorkerProcess } from '#tests/support/worker_process'

test.group('A disk that is full', (group) => {
  let tenant: Tenant
  let client: ApiClient
  let web: WebProcess
  let worker: WorkerProcess

  group.setup(async () => {
    await emptyOutbox()
    tenant = await makeTenant({ withSandbox: true })
    client = await ApiClient.of(tenant, 'live')
    ;[web, worker] = await Promise.all([WebProcess.start({}), WorkerProcess.start().isAtWork()])
    return async () => {
      await Promise.all([web.stop(), worker.stop()])
    }
  })

  const call = (path: string, more: object = {}, headers: Record<string, string> = {}) =>
    ask({
      origin: web.origin,
      path: `/api/v1/${path}`,
      headers: { host: client.host, authorization: `Bearer ${client.secret}`, ...headers },
      ...more,
    })
  const send = async (key: string) => {
    const file = Buffer.from(await makePdf()).toString('base64')
    const json = { title: 'Contract', file, signers: [ANA] }
    return call('documents', { method: 'POST', json }, { 'idempotency-key': key })
  }
  const stored = () => Array.fromAsync(new StoredFiles(tenant.id).names({ withDrafts: true }))
  const isCompleted = async (id: string) => {
    const found = await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
      Document.findOrFail(id)
    )
    return found.status === 'completed'
  }
  const sealTries = async (id: string) =>
    (await outboxRows()).find(({ kind, ref }) => kind === 'seal' && ref === id)?.tries ?? 0

  test('keeps no upload, which gets 503 and can be repeated, and is read from as before', async ({
    assert,
    cleanup,
  }) => {
    const sent = await send('before')
    assert.equal(sent.status, 201)
    const id = String(sent.body.id)
    fullDisk.begins(web.pid)
    cleanup(() => fullDisk.ends(web.pid))
    const refused = await send('full')
    assert.equal(refused.status, 503, refused.text)
    assert.equal(refused.body.error?.code, 'unavailable')
    assert.isAbove(Number(refused.headers['retry-after']), 0)
    const { body: list } = await call('documents')
    assert.lengthOf(list.data as unknown[], 1)
    await until(async () => (await stored()).every((name) => name.includes(id)))
    const file = await call(`documents/${id}/file`)
    assert.equal(file.bytes.subarray(0, 5).toString(), '%PDF-')
    fullDisk.ends(web.pid)
    assert.equal((await send('full')).status, 201)
  })

  test('lets seals wait, which are made once there is room', async ({ assert, cleanup }) => {
    const id = String((await send('sealed')).body.id)
    fullDisk.begins(worker.pid)
    cleanup(() => fullDisk.ends(worker.pid))
    await sign(tenant, id, ANA.email)
    await until(async () => (await sealTries(id)) > 1)
    assert.isFalse(await isCompleted(id))
    assert.isFalse(worker.hasEnded)
    fullDisk.ends(worker.pid)
    await until(() => isCompleted(id))
    const sealed = (await stored()).filter((name) => name.includes(id) && /sealed|\/\./.test(name))
    assert.lengthOf(sealed, 1, 'no half of it is left')
    assert.equal((await sealedFile(tenant, id)).subarray(0, 5).toString(), '%PDF-')
    assert.deepEqual(await findingsOf(tenant), [])
  })
})
