import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import type Document from '#app/documents/document'
import type { Environment } from '#app/foundation/environment'
import { Job } from '#app/queue/jobs/job'
import { WorkTable } from '#app/queue/work_table'
import { roleName } from '#app/tenancy/tenant_ref'
import { Suspension } from '#app/tenants/suspension'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, newDocument, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { settle } from '#tests/support/platform_duty'
import { outboxRows } from '#tests/support/outbox_view'
import { SigningLink } from '#tests/support/signing_link'

const DAY_MS = 86_400_000

test.group('A suspended tenant', (group) => {
  let acme: Tenant
  let document: Document
  group.each.setup(async () => {
    acme = await makeTenant()
    document = await inLive(acme, () => makeDocument())
  })
  group.each.teardown(() => clock.restore())

  async function suspend(frozen = false): Promise<void> {
    await Suspension.impose(acme.id, { reason: 'Unpaid', frozen })
    await settle(acme)
  }

  async function resume(): Promise<void> {
    await Suspension.lift(acme.id)
    await settle(acme)
  }

  /** As a worker would take it up. */
  async function perform(kind: string, environment: Environment = 'live') {
    const scope = roleName(acme.id, environment)
    const rows = await outboxRows()
    const row = rows.find((one) => one.scope === scope && one.kind === kind)
    if (!row) throw new RangeError(`No work of the kind ${kind} waits`)
    const { id, lane, ref, fence, tries } = row
    const queue = WorkTable.queue(kind)
    return new Job({
      cell: acme.cell,
      scope,
      id,
      kind,
      lane,
      ref,
      fence,
      tries,
      queue,
    } as never).perform()
  }

  test('is refused by the dashboard and by the API, and sends nothing', async ({ assert }) => {
    const client = await ApiClient.of(acme, 'live')
    const owner = await Visitor.as(acme)
    await suspend()
    const answer = await client.get('/api/v1/webhooks')
    assert.equal(answer.status, 403)
    assert.equal(answer.body.error?.code, 'tenant_suspended')
    assert.include((await owner.get('/documents')).text, 'This account is suspended')
    const sent = await owner.upload('/documents', await newDocument())
    assert.equal(sent.status, 403)
    await resume()
    assert.equal((await client.get('/api/v1/webhooks')).status, 200)
    assert.notInclude((await owner.get('/documents')).text, 'This account is suspended')
  })

  test('has what was sent before signed, sealed and completed', async ({ assert }) => {
    await suspend()
    for (const at of [0, 1]) {
      const link = await SigningLink.of(acme, document, { at })
      assert.equal((await link.get()).status, 200)
      await link.consent()
      assert.equal((await link.finish()).status, 200)
    }
    assert.equal(await doWork(acme, 'seal'), 1)
    await inLive(acme, () => document.refresh())
    assert.equal(document.status, 'completed')
  })

  test('that is frozen shows one calm page at its links, and nobody signs', async ({ assert }) => {
    const link = await SigningLink.of(acme, document)
    await link.consent()
    await suspend(true)
    for (const path of ['', '/consent', '/file', '/decline']) {
      const { status, text } = await link.get(path)
      assert.equal(status, 403, path)
      assert.include(text, 'You cannot sign here at the moment', path)
    }
    const refused = await link.finish()
    assert.equal(refused.status, 403)
    assert.equal(refused.body.error?.code, 'signing_paused')
    assert.equal((await link.submit('/decline', { reason: 'No' })).status, 403)
    await inLive(acme, () => document.refresh())
    assert.equal(document.status, 'pending')
    await resume()
    assert.equal((await link.finish()).status, 200)
  })

  test('that is frozen refuses a signature also where a web process has not heard of it', async ({
    assert,
  }) => {
    const link = await SigningLink.of(acme, document)
    await link.consent()
    await suspend(true)
    // what a page that was let in a moment ago does
    await assert.rejects(() => link.within(() => link.steps().decline('No')), /You cannot sign/)
    await assert.rejects(() => link.within(() => link.steps().view()), /You cannot sign/)
  })

  test('that is frozen has nothing sealed or mailed, and its work is not lost', async ({
    assert,
  }) => {
    for (const at of [0, 1]) {
      const link = await SigningLink.of(acme, document, { at })
      await link.consent()
      await link.finish()
    }
    await suspend(true)
    assert.equal(await perform('seal'), 'frozen')
    assert.equal(await perform('mail.invite'), 'frozen')
    await inLive(acme, () => document.refresh())
    assert.equal(document.status, 'in_progress')
    await resume()
    assert.equal(await doWork(acme, 'seal'), 1)
    await inLive(acme, () => document.refresh())
    assert.equal(document.status, 'completed')
  })

  test('that is frozen has its documents expire all the same', async ({ assert }) => {
    await suspend(true)
    assert.isTrue(WorkTable.row('expire').goesOnFrozen)
    clock.travel(60 * DAY_MS)
    await doWork(acme, 'expire', { early: true })
    await inLive(acme, () => document.refresh())
    assert.equal(document.status, 'expired')
  })

  test('can be frozen and thawed without being resumed between', async ({ assert }) => {
    const link = await SigningLink.of(acme, document)
    await suspend(true)
    assert.equal((await link.get()).status, 403)
    await suspend(false)
    assert.equal((await link.get()).status, 200)
    assert.equal((await acme.refresh()).status, 'suspended')
  })

  test('cannot be imposed on a tenant that is still being created', async ({ assert }) => {
    await acme.merge({ status: 'provisioning' }).save()
    await assert.rejects(
      () => Suspension.impose(acme.id, { reason: 'Unpaid' }),
      /still being created/
    )
    await assert.rejects(() => Suspension.lift(acme.id), /not suspended/)
  })
})
