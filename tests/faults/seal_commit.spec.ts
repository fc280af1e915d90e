import { test } from '@japa/runner'
import env from '#start/env'
import Document from '#app/documents/document'
import { StoredFiles } from '#app/portability/stored_files'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { CommitLine, type Break } from '#tests/support/commit_line'
import { findingsOf, sealedFile } from '#tests/support/populated_tenant'
import { doWork } from '#tests/support/inline_work'
import { emptyOutbox, outboxRows } from '#tests/support/outbox_view'
import { outcomeOf } from '#tests/support/outcome'
import { refusingCommits } from '#tests/support/refused_commit'
import { sign } from '#tests/support/signing_hand'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'
import { WorkerProcess } from '#tests/support/worker_process'

test.group('The COMMIT of a seal', (group) => {
  let tenant: Tenant
  let documents: string

  group.setup(async () => {
    tenant = await makeTenant({ withSandbox: true, hasPassword: true })
    documents = `${schemaNames(tenant.id).live}.documents`
  })
  group.each.setup(() => emptyOutbox())

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
  const signed = async () => {
    const { id } = await live(() => makeDocument({ signers: [ANA] }))
    await sign(tenant, id, ANA.email)
    return id
  }
  const sealOf = async (id: string) => (await live(() => Document.findOrFail(id))).sealedFile
  const filesOf = async (id: string) =>
    (await Array.fromAsync(new StoredFiles(tenant.id).names()))
      .filter((name) => name.includes(id))
      .map((name) => name.split('/').at(-1))
  const told = async (id: string) =>
    live(async () => {
      const text = `select name from events where document_id = $1 and name = 'document.completed'`
      return (await CurrentTenant.batch([{ text, values: [id] }]))[0].length
    })

  const sealedOnce = async (id: string) => ({
    files: (await filesOf(id)).sort(),
    told: await told(id),
    isWhole: (await sealedFile(tenant, id)).subarray(0, 5).toString() === '%PDF-',
    findings: await findingsOf(tenant),
    isLeft: (await outboxRows()).some(({ kind, ref }) => kind === 'seal' && ref === id),
  })
  const once = async (id: string) => ({
    files: ['canonical', 'original', await sealOf(id)],
    told: 1,
    isWhole: true,
    findings: [],
    isLeft: false,
  })

  test('that is refused completes nothing, and the next attempt leaves one file', async ({
    assert,
  }) => {
    const id = await signed()
    const refused = await refusingCommits(documents, () => outcomeOf(() => doWork(tenant, 'seal')))
    assert.deepEqual(refused, { code: '53100' })
    assert.isTrue((await live(() => Document.findOrFail(id))).isSealing)
    assert.equal(await told(id), 0)
    await asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query(`update cell.outbox set lease_until = null where kind = 'seal'`)
    )
    assert.equal(await doWork(tenant, 'seal'), 1)
    assert.deepEqual(await sealedOnce(id), await once(id))
  })

  test('whose connection is cut completes the document once, whether it was stored or not', async ({
    assert,
    cleanup,
  }) => {
    const database = new URL(env.get('DATABASE_URL'))
    const line = new CommitLine({ host: database.hostname, port: Number(database.port || 5432) })
    cleanup(() => line.close())
    database.host = `127.0.0.1:${await line.open()}`
    const worker = WorkerProcess.start({ DATABASE_URL: database.href })
    cleanup(() => worker.kill())
    await worker.isAtWork()
    for (const where of ['before', 'during', 'after'] satisfies Break[]) {
      const broken = line.breakNext(where, documents)
      const id = await signed()
      await broken
      await until(async () => (await sealOf(id)) !== null)
      await until(async () => !(await sealedOnce(id)).isLeft)
      assert.deepEqual(await sealedOnce(id), await once(id), where)
    }
  })
})
