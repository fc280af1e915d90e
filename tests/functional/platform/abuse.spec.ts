import { setTimeout } from 'node:timers/promises'
import { test } from '@japa/runner'
import redis from '@adonisjs/redis/services/main'
import { clock } from '#app/foundation/clock'
import { AuditTrail } from '#app/audit/audit_trail'
import { PlatformTrail } from '#app/audit/platform_trail'
import { SecurityTrail } from '#app/audit/security_trail'
import Document from '#app/documents/document'
import User from '#app/identity/users/user'
import { takeDown } from '#app/platform/reports/take_down'
import Report from '#app/tenants/report'
import Settings from '#app/tenants/settings'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { inLive } from '#tests/support/dashboard_visitor'
import { OperatorVisitor } from '#tests/support/operator_visitor'
import { settle } from '#tests/support/platform_duty'
import { SigningLink } from '#tests/support/signing_link'

const DAY_MS = 86_400_000

const verify = (tenant: Tenant) =>
  inLive(tenant, () => User.query().where('role', 'owner').update({ verified_at: clock.now() }))
const entriesOf = async (report: Report) =>
  (await PlatformTrail.read())
    .filter(({ body }) => body.details.reportId === report.id)
    .map(({ action }) => action)
const send = (tenant: Tenant) => inLive(tenant, () => makeDocument())

test.group('A new tenant', (group) => {
  group.each.teardown(async () => {
    clock.restore()
    await Settings.query().update({ new_tenant_documents: 25, new_tenant_days: 7 })
  })

  test('sends nothing real before its owner’s address is proved', async ({ assert }) => {
    const tenant = await makeTenant({ isTrusted: false, withSandbox: true })
    await assert.rejects(() => send(tenant), /confirmed their e-mail address/)
    const [{ total }] = await inLive(tenant, () =>
      CurrentTenant.client().from('documents').count('* as total')
    )
    assert.equal(Number(total), 0)
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'test' }, () => makeDocument())
    await verify(tenant)
    assert.equal((await send(tenant)).status, 'pending')
  })

  test('gets its own error code from the API', async ({ assert }) => {
    const tenant = await makeTenant({ isTrusted: false })
    const draft = await inLive(tenant, () => makeDocument({}, { send: false }))
    const client = await ApiClient.of(tenant, 'live')
    const { status, body } = await client.post(`/api/v1/documents/${draft.id}/send`, {})
    assert.equal(status, 403)
    assert.equal(body.error?.code, 'owner_unverified')
  })

  test('sends so many documents a day, whatever its plan, and not one more at once', async ({
    assert,
  }) => {
    await Settings.query().update({ new_tenant_documents: 3 })
    const tenant = await makeTenant({ isTrusted: false, plan: 'enterprise' })
    await verify(tenant)
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => send(tenant)))
    assert.lengthOf(
      tries.filter(({ status }) => status === 'fulfilled'),
      3
    )
    const [refused] = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    assert.equal(refused.code, 'new_account_limit')
    assert.isAbove(refused.retryAfter, 0)
    clock.travel(DAY_MS)
    assert.equal((await send(tenant)).status, 'pending')
  })

  test('is no longer new after its first days', async ({ assert }) => {
    await Settings.query().update({ new_tenant_documents: 1 })
    const tenant = await makeTenant({ isTrusted: false })
    await verify(tenant)
    await send(tenant)
    await assert.rejects(() => send(tenant), /first days/)
    clock.travel(7 * DAY_MS + 1)
    await send(tenant)
    assert.equal((await send(tenant)).status, 'pending')
  })

  test('gets another cap, or none, from an operator', async ({ assert }) => {
    await Settings.query().update({ new_tenant_documents: 1 })
    const tenant = await makeTenant({ isTrusted: false })
    await verify(tenant)
    const pat = await OperatorVisitor.as('operator')
    await pat.post(`/tenants/${tenant.id}/cap`, { dailyDocuments: '2' })
    await settle(tenant)
    await send(tenant)
    await send(tenant)
    await assert.rejects(() => send(tenant), /first days/)
    await pat.post(`/tenants/${tenant.id}/cap`, { dailyDocuments: '' })
    await settle(tenant)
    assert.equal((await send(tenant)).status, 'pending')
  })

  test('has the new number when an operator changes it for all', async ({ assert }) => {
    await Settings.query().update({ new_tenant_documents: 1 })
    const tenant = await makeTenant({ isTrusted: false })
    await verify(tenant)
    const pat = await OperatorVisitor.as('admin')
    const values = { newTenantDays: '7', newTenantDocuments: '2', eraseAfterDays: '30' }
    assert.equal((await pat.post('/settings', { ...values, newTenantDocuments: '0' })).status, 422)
    assert.equal((await pat.post('/settings', values)).status, 303)
    await settle(tenant)
    await send(tenant)
    await send(tenant)
    await assert.rejects(() => send(tenant), /first days/)
  })
})

test.group('A request that is reported', (group) => {
  let acme: Tenant
  let pat: OperatorVisitor
  group.setup(async () => {
    // what an earlier run has counted from this address
    const counted = await redis.keys('attempts:*')
    if (counted.length > 0) await redis.del(...counted)
    acme = await makeTenant()
    pat = await OperatorVisitor.as('operator')
  })

  async function link(): Promise<SigningLink> {
    return SigningLink.of(acme, await send(acme))
  }
  const REPORT = { category: 'fraud', message: 'I bought nothing.\nReally.', replyTo: '' }

  test('has a link to the form on its pages', async ({ assert }) => {
    const one = await link()
    assert.include((await one.get()).text, `${one.path}/report`)
    const { status, text } = await one.get('/report')
    assert.equal(status, 200)
    assert.include(text, 'It is an attempt to deceive me')
    assert.notInclude(text, 'Countersign')
  })

  test('is on the operators’ list, without what is in the document', async ({ assert }) => {
    const one = await link()
    assert.equal((await one.submit('/report', REPORT)).status, 200)
    const report = await Report.findByOrFail('documentId', one.documentId)
    const { text } = await pat.get(`/reports/${report.id}`)
    assert.include(text, 'I bought nothing.')
    assert.include(text, one.documentId)
    for (const secret of ['Contract of sale', 'ana@example.test', one.token])
      assert.notInclude(text, secret)
    assert.include((await pat.get('/reports')).text, report.id)
  })

  test('keeps what was typed when something is wrong with it', async ({ assert }) => {
    const one = await link()
    const faults = [
      { category: 'nonsense' },
      { replyTo: 'not an address' },
      { message: 'x'.repeat(2_001) },
    ]
    for (const fault of faults) {
      const answer = await one.submit('/report', { ...REPORT, ...fault })
      assert.equal(answer.status, 422)
    }
    assert.isNull(await Report.findBy('documentId', one.documentId))
  })

  test('is not reported endlessly by the same person', async ({ assert }) => {
    const one = await link()
    const statuses = []
    for (let tries = 0; tries < 5; tries++)
      statuses.push((await one.submit('/report', REPORT)).status)
    assert.deepEqual(statuses, [200, 200, 200, 429, 429])
  })

  test('is reported once in the same words, however often they are sent', async ({ assert }) => {
    const one = await link()
    const report = () => one.submit('/report', REPORT)
    for (const { status } of await Promise.all([report(), report(), report()]))
      assert.equal(status, 200)
    assert.lengthOf(await Report.query().where('documentId', one.documentId), 1)
  })

  test('cannot be reported from a page of somebody else', async ({ assert }) => {
    const one = await link()
    const { status } = await one.ask({
      method: 'POST',
      path: '/report',
      body: 'category=fraud',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
      },
    })
    assert.equal(status, 403)
  })

  test('is taken down: nobody signs it, and the trails say so', async ({ assert }) => {
    const one = await link()
    await one.submit('/report', REPORT)
    await one.submit('/report', { ...REPORT, category: 'spam' })
    const report = await Report.findByOrFail('documentId', one.documentId)
    assert.include((await pat.get(`/reports/${report.id}/take-down`)).text, 'cannot be undone')
    const answer = await pat.post(`/reports/${report.id}/take-down`)
    assert.include((await pat.followed(answer)).text, 'The document has been taken down.')

    const page = await one.get()
    assert.equal(page.status, 410)
    assert.include(page.text, 'can no longer be signed')
    const entries = await inLive(acme, () => AuditTrail.read(one.documentId))
    const voided = entries.find(({ action }) => action === 'document.voided')
    assert.equal(voided?.body.actor.type, 'system')
    assert.equal(voided?.body.actor.via, pat.operator?.id)
    assert.equal(voided?.personal.reason, 'Taken down by the platform')
    const [security] = await inLive(acme, () => SecurityTrail.read({ limit: 1 }))
    assert.equal(security.action, 'document.taken_down')
    const settled = await Report.query().where('documentId', one.documentId)
    assert.deepEqual(
      settled.map(({ outcome }) => outcome),
      ['taken_down', 'taken_down']
    )
  })

  test('is not taken down twice, nor once everyone has signed', async ({ assert }) => {
    const document = await send(acme)
    const [first, second] = [
      await SigningLink.of(acme, document),
      await SigningLink.of(acme, document, { at: 1 }),
    ]
    await first.submit('/report', REPORT)
    for (const one of [first, second]) {
      await one.consent()
      await one.finish()
    }
    const report = await Report.findByOrFail('documentId', document.id)
    const answer = await pat.post(`/reports/${report.id}/take-down`)
    assert.include((await pat.followed(answer)).text, 'it cannot be voided')
    assert.isTrue((await report.refresh()).isOpen)
    assert.isEmpty(await entriesOf(report))
  })

  test('is taken down once by two clicks, and that is one entry of the trail', async ({
    assert,
  }) => {
    const one = await link()
    await one.submit('/report', REPORT)
    const report = await Report.findByOrFail('documentId', one.documentId)
    const click = () => pat.post(`/reports/${report.id}/take-down`)
    const answers = await Promise.all([click(), click()])
    for (const { status } of answers) assert.equal(status, 303)
    assert.include((await pat.followed(answers[0])).text, 'The document has been taken down.')
    assert.deepEqual(await entriesOf(report), ['document.taken_down'])
    const late = await pat.post(`/reports/${report.id}/dismiss`)
    assert.include((await pat.followed(late)).text, 'already been decided')
    assert.deepEqual(await entriesOf(report), ['document.taken_down'])
  })

  test('is taken down by two operators at once, each from a report of their own', async ({
    assert,
  }) => {
    const one = await link()
    await one.submit('/report', REPORT)
    await one.submit('/report', { ...REPORT, message: 'Nor did I.' })
    const reports = await Report.query().where('documentId', one.documentId)
    assert.lengthOf(reports, 2)
    const operators = [pat, await OperatorVisitor.as('operator')]
    // both have begun before either can go on
    const clicks = await inLive(acme, () =>
      unit(async () => {
        await Document.lock(one.documentId)
        const begun = reports.map(({ id }, at) => operators[at].post(`/reports/${id}/take-down`))
        await setTimeout(1_000)
        return { begun }
      })
    )
    const answers = await Promise.all(clicks.begun)
    for (const { status } of answers) assert.equal(status, 303)
    for (const report of reports) assert.equal((await report.refresh()).outcome, 'taken_down')
    const entries = await Promise.all(reports.map(entriesOf))
    assert.deepEqual(entries.flat(), ['document.taken_down'])
  })

  test('that was taken down by a process that died is settled by the next click', async ({
    assert,
  }) => {
    const one = await link()
    await one.submit('/report', REPORT)
    const report = await Report.findByOrFail('documentId', one.documentId)
    const operatorId = pat.operator!.id
    await takeDown({ tenantId: acme.id, documentId: one.documentId, operatorId })
    await pat.post(`/reports/${report.id}/take-down`)
    assert.equal((await report.refresh()).outcome, 'taken_down')
    assert.deepEqual(await entriesOf(report), ['document.taken_down'])
  })

  test('has been dismissed', async ({ assert }) => {
    const one = await link()
    await one.submit('/report', REPORT)
    const report = await Report.findByOrFail('documentId', one.documentId)
    await pat.post(`/reports/${report.id}/dismiss`)
    assert.equal((await report.refresh()).outcome, 'dismissed')
    assert.deepEqual(await entriesOf(report), ['report.dismissed'])
    assert.equal((await one.get()).status, 200)
    assert.notInclude((await pat.get('/reports')).text, report.id)
    assert.include((await pat.get('/reports?all=1')).text, report.id)
  })
})
