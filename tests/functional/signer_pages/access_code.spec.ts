import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { Vault } from '#app/documents/files/vault'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { clock } from '#app/foundation/clock'
import { MOST_FAILURES, PAUSE_AFTER, PAUSE_MS } from '#app/signing/access/code_attempts'
import { PASS_MS } from '#app/signing/access/access_pass'
import { enterCode } from '#app/signing/access/code_entry'
import SignerNotFound from '#app/signing/errors/signer_not_found'
import { SignerSession } from '#app/signing/links/signer_session'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive } from '#tests/support/dashboard_visitor'
import { CODE, CodeBearer, GUARDED } from '#tests/support/code_bearer'

const TITLE = 'Contract of sale'

let acme: Tenant

test.group('Signing link | access code', (group) => {
  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme' })
  })
  group.each.teardown(() => clock.restore())

  test('is asked for before anything of the document shows, and lets in where it is right', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme)
    const door = await ana.page
    assert.equal(door.status, 200)
    assert.include(door.text, 'Enter your access code')
    for (const secret of [TITLE, 'Ana Buyer', 'Please read this carefully'])
      assert.notInclude(door.text, secret)

    const entered = await ana.enter(` ${CODE.toLowerCase().replace('-', ' ')} `)
    assert.deepEqual([entered.status, entered.headers.location], [303, ana.link.path])
    assert.include((await ana.page).text, TITLE)
    await ana.consent()
    await ana.call('/viewed')
    assert.equal((await ana.finish()).status, 200)

    const entries = await trailOf(ana)
    const granted = entries.find(({ action }) => action === 'access.granted')!
    assert.deepEqual(granted.body.details, { signerId: ana.link.signerId, method: 'code' })
    const signed = entries.find(({ action }) => action === 'document.signed')!
    assert.equal(signed.body.details.access, 'code')
    assert.deepEqual(await inLive(acme, () => documentEvidence([ana.link.documentId])), [])
  })

  test('keeps everybody else from every page and every call of the link', async ({ assert }) => {
    const ana = await CodeBearer.of(acme)
    await ana.enter(CODE)
    await ana.consent()
    await ana.call('/viewed')
    const stranger = new CodeBearer(ana.link)
    const { path } = ana.link
    for (const page of ['/decline', '/file', '/pages/1', '/download', '/consent', '/identity']) {
      const { status, text } = await stranger.get(path + page)
      assert.deepEqual([page, status], [page, 403])
      assert.notInclude(text, TITLE)
    }
    for (const call of ['/opened', '/viewed', '/heartbeat']) {
      const { status, body } = await stranger.call(call)
      assert.deepEqual([call, status, body.error?.code], [call, 403, 'access_code_required'])
    }
    assert.equal((await stranger.get(`${path}/status`)).status, 403)
    assert.equal((await stranger.finish()).body.error?.code, 'access_code_required')
    assert.equal((await stranger.post(`${path}/decline`, { reason: 'No' })).status, 403)
    assert.equal((await stranger.consent()).status, 403)
    assert.notInclude((await stranger.get(`${path}/report`)).text, TITLE)
    const { status } = await inLive(acme, () => Document.findOrFail(ana.link.documentId))
    assert.equal(status, 'viewed')
  })

  test('is entered with the digits of any keyboard, and the one that was agreed in others', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme, [{ ...ANA, accessCode: 'Tulip-٤٧١٢' }])
    assert.equal((await ana.enter('tulip ۴۷۱۲')).status, 303)
    const ben = await CodeBearer.of(acme, [{ ...ANA, accessCode: 'Tulip-4712' }])
    assert.equal((await ben.enter('tulip ٤٧١٢')).status, 303)
  })

  test('that was agreed in other digits before these counted alike still lets in', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme)
    const { documentId, signerId } = ana.link
    const text = 'update signers set access_commitment = $2 where id = $1'
    await inLive(acme, async () => {
      const vault = await Vault.open((await Document.whole(documentId))!)
      const values = [signerId, vault.commitmentTo('access-code', 'TULIP٤٧١٢')]
      await CurrentTenant.batch([{ text, values }])
    })
    assert.equal((await ana.enter('tulip 4712')).status, 422)
    assert.equal((await ana.enter('tulip ٤٧١٢')).status, 303)
  })

  test('is asked for of one signer alone', async ({ assert }) => {
    const ben = await CodeBearer.of(acme, [BEN, GUARDED])
    assert.include((await ben.page).text, TITLE)
  })

  test('holds for twelve hours, also at the moment of signing', async ({ assert }) => {
    const ana = await CodeBearer.of(acme)
    await ana.enter(CODE)
    await ana.consent()
    await ana.call('/viewed')
    clock.travel(PASS_MS)
    assert.equal((await ana.finish()).body.error?.code, 'access_code_required')
    clock.restore()
    assert.equal((await ana.finish()).status, 200)
  })

  test('is asked for again by what has become of the document, which nobody else learns', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme)
    await inLive(acme, () =>
      Document.reference(ana.link.documentId).void({ reason: 'Sold', by: OLGA })
    )
    const door = await ana.page
    assert.equal(door.status, 200)
    assert.notInclude(door.text, TITLE)
    await ana.enter(CODE)
    assert.equal((await ana.page).status, 410)
  })

  test(`pauses after ${String(PAUSE_AFTER)} wrong codes, and compares none meanwhile`, async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme)
    const statuses = []
    for (let count = 0; count < PAUSE_AFTER; count += 1)
      statuses.push((await ana.enter('guess-work-1')).status)
    assert.deepEqual(statuses, [422, 422, 422, 422, 429])
    const paused = await ana.enter(CODE)
    assert.equal(paused.status, 429)
    assert.include(paused.text, 'Try again in 15 minutes')
    assert.include((await ana.page).text, 'Try again in 15 minutes')
    clock.travel(PAUSE_MS)
    assert.equal((await ana.enter(CODE)).status, 303)
    const failed = (await trailOf(ana)).filter(({ action }) => action === 'access.failed')
    assert.lengthOf(failed, 1) // the first of the hour, the others are counted
  })

  test('lets nobody try more often by trying at once', async ({ assert }) => {
    const ana = await CodeBearer.of(acme)
    const answers = await Promise.all(Array.from({ length: 12 }, () => ana.enter('guess-work-1')))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses.slice(0, 4), [422, 422, 422, 422])
    assert.deepEqual(new Set(statuses.slice(4)), new Set([429]))
    const [[row]] = await inLive(acme, () =>
      CurrentTenant.batch([
        {
          text: 'select failures from access_attempts where signer_id = $1',
          values: [ana.link.signerId],
        },
      ])
    )
    assert.equal(row.failures, PAUSE_AFTER)
  })

  test(`locks out after ${String(MOST_FAILURES)}, tells the sender once, and opens by another code`, async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme)
    const outcomes = []
    for (let round = 0; round < MOST_FAILURES / PAUSE_AFTER; round += 1) {
      for (let count = 0; count < PAUSE_AFTER; count += 1)
        outcomes.push((await ana.enter('guess-work-1')).status)
      clock.travel((round + 1) * PAUSE_MS)
    }
    assert.deepEqual(outcomes.slice(-2), [422, 403])
    assert.include((await ana.enter(CODE)).text, 'Ask Acme for a new code')
    const opened = await ana.page
    assert.include(opened.text, 'Ask Acme for a new code')
    assert.notInclude(opened.text, 'name="code"')
    const notices = await inLive(acme, () => Notice.query().where('kind', 'signer.locked_out'))
    assert.deepEqual(
      notices.map(({ details }) => details),
      [{ signerId: ana.link.signerId }]
    )
    const { documentId, signerId } = ana.link
    await inLive(acme, () =>
      Document.reference(documentId).correct(signerId, { accessCode: 'Daffodil 12' }, OLGA)
    )
    assert.equal((await ana.enter(CODE)).status, 422)
    assert.equal((await ana.enter('daffodil12')).status, 303)
    assert.include((await ana.page).text, TITLE)
    assert.deepEqual(await inLive(acme, () => documentEvidence([documentId])), [])
  })

  test('ends in every browser with another code, and with none the link is enough', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme)
    await ana.enter(CODE)
    const { documentId, signerId } = ana.link
    const correct = (accessCode: string | null) =>
      inLive(acme, () => Document.reference(documentId).correct(signerId, { accessCode }, OLGA))
    await correct('Daffodil 12')
    assert.include((await ana.page).text, 'Enter your access code')
    await correct(null)
    assert.include((await ana.page).text, TITLE)
    assert.equal((await ana.consent()).status, 303)
    const corrected = (await trailOf(ana)).filter(({ action }) => action === 'signer.corrected')
    assert.deepEqual(
      corrected.map(({ body }) => body.details.access),
      ['code', null]
    )
    assert.deepEqual(await inLive(acme, () => documentEvidence([documentId])), [])
  })

  test('that was replaced while it was being entered lets nobody in, and the trail does not say so', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme)
    const { documentId, signerId, token } = ana.link
    const session = await inLive(acme, async () => (await SignerSession.find(token))!)
    await inLive(acme, () =>
      Document.reference(documentId).correct(signerId, { accessCode: 'Daffodil 12' }, OLGA)
    )
    const client = { ipAddress: '203.0.113.9', userAgent: 'Tests/1.0' }
    const entered = { code: CODE, browser: 'a browser', client }
    await assert.rejects(
      () => inLive(acme, () => enterCode(session, entered)),
      SignerNotFound.message
    )
    assert.notInclude(
      (await trailOf(ana)).map(({ action }) => action),
      'access.granted'
    )
  })

  test('of another document does not open this one', async ({ assert }) => {
    const [one, two] = [await CodeBearer.of(acme), await CodeBearer.of(acme)]
    await one.enter(CODE)
    two.cookies = new Map(one.cookies)
    assert.include((await two.page).text, 'Enter your access code')
  })

  test('is kept as a commitment alone, other for each document', async ({ assert }) => {
    const [one, two] = [await CodeBearer.of(acme), await CodeBearer.of(acme)]
    const [rows] = await inLive(acme, () =>
      CurrentTenant.batch([
        {
          text: 'select access_commitment, to_jsonb(s)::text as row from signers s where id = any($1)',
          values: [[one.link.signerId, two.link.signerId]],
        },
      ])
    )
    assert.lengthOf(new Set(rows.map(({ access_commitment: kept }) => kept)), 2)
    for (const { row } of rows) assert.notInclude(String(row).toLowerCase(), 'tulip')
  })
})

function trailOf({ link }: CodeBearer) {
  return inLive(acme, () => AuditTrail.read(link.documentId))
}
