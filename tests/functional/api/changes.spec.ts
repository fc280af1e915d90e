import { test } from '@japa/runner'
import { AuditVerification } from '#app/audit/audit_verification'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import Signer from '#app/documents/signers/signer'
import { clock } from '#app/foundation/clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { ApiClient, ask, type Answer } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'

const HOUR_MS = 3_600_000
const DOCUMENTS = '/api/v1/documents'
const SIGNATURE = { type: 'signature', page: 1, x: 60, y: 200, width: 180, height: 50 }
const ANA = { name: 'Ana Buyer', email: 'ana@example.test', fields: [SIGNATURE] }
const BEN = { name: 'Ben Seller', email: 'ben@example.test' }

let live: ApiClient
let file: string

async function prepare(): Promise<void> {
  live = await ApiClient.of(await makeTenant(), 'live')
  file = Buffer.from(await makePdf()).toString('base64')
}

const within = <T>(work: () => Promise<T>) =>
  CurrentTenant.run({ tenant: live.tenant.ref, environment: 'live' }, work)

async function make(more: object = {}): Promise<string> {
  const order = { title: 'Lease', file, signers: [ANA, BEN], ...more }
  const answer = await live.post(DOCUMENTS, order)
  return String(answer.body.id)
}

const patch = (path: string, json: unknown) => live.ask({ method: 'PATCH', path, json })
const post = (id: string, verb: string, json: unknown = {}) =>
  live.post(`${DOCUMENTS}/${id}/${verb}`, json)
const actions = async (id: string) => {
  const { body } = await live.get(`${DOCUMENTS}/${id}/audit?limit=100`)
  return (body.data as { action: string }[]).map(({ action }) => action)
}
const refusal = ({ status, body }: Answer) => [status, body.error?.code]

test.group('API | drafts', (group) => {
  group.setup(prepare)

  test('are edited in parts', async ({ assert }) => {
    const id = await make({ send: false, message: 'Hello', metadata: { deal: '1' } })
    const path = `${DOCUMENTS}/${id}`
    const { body } = await patch(path, { title: 'Deed', message: null, metadata: { deal: '2' } })
    assert.containSubset(body, { title: 'Deed', message: null, metadata: { deal: '2' } })
    const before = body.signers as { id: string; fields: unknown[] }[]
    assert.lengthOf(before, 2)

    const moved = { ...SIGNATURE, y: 300, signer: BEN.email }
    const fields = (await patch(path, { fields: [moved] })).body.signers as typeof before
    assert.deepEqual(
      fields.map((signer) => [signer.id, signer.fields.length]),
      [
        [before[0].id, 0],
        [before[1].id, 1],
      ]
    )
    const signers = [{ name: 'Cid', email: 'cid@example.test', order: 1, fields: [SIGNATURE] }]
    const last = await patch(path, { signers, expiresIn: '60d' })
    assert.containSubset(last.body, { title: 'Deed', expiresIn: '60d' })
    assert.containSubset(last.body.signers, [{ name: 'Cid', order: 1, status: 'pending' }])
    assert.deepEqual((await live.get(path)).body.signers, last.body.signers)
    assert.lengthOf(
      (await actions(id)).filter((action) => action === 'document.edited'),
      3
    )
  })

  test('are refused what a new document is refused, and stay as they are', async ({ assert }) => {
    const id = await make({ send: false })
    const path = `${DOCUMENTS}/${id}`
    const before = await live.get(path)
    const off = await patch(path, {
      title: 'X',
      signers: [{ ...ANA, fields: [{ ...SIGNATURE, y: 900 }] }],
    })
    assert.deepEqual(refusal(off), [422, 'field_off_page'])
    assert.deepEqual(refusal(await patch(path, { status: 'completed' })), [400, 'unknown_field'])
    assert.deepEqual(refusal(await patch(path, { signers: [] })), [422, 'validation_failed'])
    assert.deepEqual((await live.get(path)).body.signers, before.body.signers)
    assert.equal((await live.get(path)).body.title, 'Lease')
  })

  test('are deleted with their files, and leave a trail that verifies', async ({ assert }) => {
    const id = await make({ send: false })
    const { status, body } = await live.delete(`${DOCUMENTS}/${id}`)
    assert.equal(status, 200)
    assert.containSubset(body, { id, object: 'document', deleted: true })
    assert.deepEqual(refusal(await live.get(`${DOCUMENTS}/${id}`)), [404, 'document_not_found'])
    const verification = new AuditVerification(live.tenant.ref, 'live')
    assert.isEmpty((await verification.ofDocument(id)).findings)
    const [left] = await within(() =>
      CurrentTenant.batch([{ text: `select * from personal_values where value = 'Lease'` }])
    )
    assert.isFalse(left.some((row) => String(row.entry_id).includes(id)))
  })

  test('are sent once, with their links', async ({ assert }) => {
    const id = await make({ send: false })
    const sent = await post(id, 'send')
    assert.equal(sent.body.status, 'pending')
    assert.equal(sent.body.emailsSent, 2)
    assert.lengthOf(sent.body.signerLinks as unknown[], 2)
    const again = await post(id, 'send')
    assert.deepEqual(refusal(again), [409, 'document_state_conflict'])
    assert.deepEqual(again.body.error?.details, { currentStatus: 'pending' })
  })

  test('alone are edited and deleted', async ({ assert }) => {
    const id = await make()
    assert.deepEqual(refusal(await patch(`${DOCUMENTS}/${id}`, { title: 'X' })), [
      409,
      'document_state_conflict',
    ])
    assert.deepEqual(refusal(await live.delete(`${DOCUMENTS}/${id}`)), [
      409,
      'document_state_conflict',
    ])
    const unknown = `${DOCUMENTS}/doc_01m7y40e2r6eqbqt8qhhqb7vwv`
    assert.deepEqual(refusal(await patch(unknown, { title: 'X' })), [404, 'document_not_found'])
  })
})

test.group('API | sent documents', (group) => {
  group.setup(prepare)
  group.each.teardown(() => clock.restore())

  test('are voided with a reason, once', async ({ assert }) => {
    const id = await make()
    const { body } = await post(id, 'void', { reason: 'Sold' })
    assert.containSubset(body, { status: 'voided', voidReason: 'Sold' })
    assert.containSubset(body.signers, [{ status: 'voided' }, { status: 'voided' }])
    assert.deepEqual(refusal(await post(id, 'void')), [409, 'document_state_conflict'])
    assert.include(await actions(id), 'document.voided')
  })

  test('have no reason where an empty one is given', async ({ assert }) => {
    const { body } = await post(await make(), 'void', { reason: '' })
    assert.containSubset(body, { status: 'voided', voidReason: null })
  })

  test('remind each signer at most hourly', async ({ assert }) => {
    const id = await make()
    assert.equal((await post(id, 'reminders')).status, 200)
    const soon = await post(id, 'reminders')
    assert.deepEqual(refusal(soon), [429, 'reminder_too_soon'])
    assert.match(String(soon.headers['retry-after']), /^3(600|59\d)$/)
    await within(() =>
      Signer.query().where({ documentId: id, name: 'Ben Seller' }).update({ reminded_at: null })
    )
    assert.equal((await post(id, 'reminders')).status, 200)
    const { body } = await live.get(`${DOCUMENTS}/${id}/audit?limit=100`)
    const told = (body.data as { action: string; details: { signerIds: string[] } }[])
      .filter(({ action }) => action === 'document.reminded')
      .map(({ details }) => details.signerIds.length)
    assert.deepEqual(told, [2, 1])
    clock.travel(HOUR_MS + 1000)
    assert.equal((await post(id, 'reminders')).status, 200)
  })

  test('are given more time, never less', async ({ assert }) => {
    const id = await make()
    const { body } = await post(id, 'extend', { expiresIn: '60d' })
    const days = (Date.parse(String(body.expiresAt)) - Date.now()) / (24 * HOUR_MS)
    assert.closeTo(days, 60, 0.01)
    assert.equal(body.expiresIn, '60d')
    const shorter = await post(id, 'extend', { expiresIn: '10d' })
    assert.deepEqual(refusal(shorter), [422, 'validation_failed'])
    assert.equal(shorter.body.error?.param, 'expiresIn')
    assert.deepEqual(refusal(await post(id, 'extend')), [422, 'validation_failed'])
    assert.include(await actions(id), 'document.extended')
  })

  test('get another tracking link, and the old one is dead at once', async ({ assert }) => {
    const id = await make()
    const before = String((await live.get(`${DOCUMENTS}/${id}`)).body.trackingUrl)
    const path = `${DOCUMENTS}/${id}/rotate-tracking-link`
    const rotated = await Promise.all([
      live.post(path, {}, { 'idempotency-key': `tracking-${id}` }),
      live.post(path, {}),
    ])
    for (const { status, text } of rotated) assert.equal(status, 200, text)
    const { body } = await live.get(`${DOCUMENTS}/${id}`)
    const links = [before, ...rotated.map((answer) => String(answer.body.trackingUrl))]
    assert.lengthOf(new Set(links), 3)
    for (const link of links) {
      const { pathname, host } = new URL(link)
      const { status } = await ask({ path: pathname, headers: { host } })
      assert.equal(status, link === body.trackingUrl ? 200 : 404)
    }
    assert.lengthOf(
      (await actions(id)).filter((action) => action === 'tracking_link.rotated'),
      2
    )
    const repeated = await live.post(path, {}, { 'idempotency-key': `tracking-${id}` })
    assert.equal(repeated.text, rotated[0].text)
    const verification = new AuditVerification(live.tenant.ref, 'live', documentEvidence)
    assert.deepEqual((await verification.ofDocument(id)).findings, [])
  })

  test('are copied into drafts of the same bytes', async ({ assert }) => {
    const id = await make({ metadata: { deal: '7' } })
    const source = (await live.get(`${DOCUMENTS}/${id}`)).body
    const { status, body, headers } = await post(id, 'copy')
    assert.equal(status, 201)
    assert.equal(headers.location, `${DOCUMENTS}/${body.id}`)
    assert.notEqual(body.id, id)
    assert.containSubset(body, {
      status: 'draft',
      title: 'Lease',
      metadata: { deal: '7' },
      signerLinks: [],
      originalSha256: source.originalSha256,
      canonicalSha256: source.canonicalSha256,
    })
    const bytes = await live.get(`${DOCUMENTS}/${body.id}/file`)
    assert.equal(bytes.bytes.toString('base64'), file)
    const names = (signers: unknown) =>
      (signers as { name: string; fields: object[] }[]).map(({ name, fields }) => [
        name,
        fields.length,
      ])
    assert.deepEqual(names(body.signers), names(source.signers))
  })

  test('have signers whose address is corrected by a new link', async ({ assert }) => {
    const id = await make()
    const [ana] = (await live.get(`${DOCUMENTS}/${id}`)).body.signers as { id: string }[]
    const path = `${DOCUMENTS}/${id}/signers/${ana.id}`
    const { body } = await patch(path, { email: 'ana@new.example' })
    assert.containSubset(body.signers, [{ id: ana.id, email: 'ana@new.example', status: 'sent' }])
    const none = `${DOCUMENTS}/${id}/signers/sig_01m7y40e2r6eqbqt8qhhqb7vwv`
    assert.deepEqual(refusal(await patch(none, { name: 'X' })), [404, 'signer_not_found'])
    assert.deepEqual(refusal(await patch(path, { email: BEN.email })), [422, 'validation_failed'])
  })
})

test.group('API | records of a document', (group) => {
  group.setup(prepare)

  test('certify what has ended, in whichever way, without the document itself', async ({
    assert,
  }) => {
    const id = await make()
    const early = await live.get(`${DOCUMENTS}/${id}/certificate`)
    assert.deepEqual(refusal(early), [409, 'document_state_conflict'])
    await post(id, 'void', { reason: 'Sold' })
    const { status, headers, bytes } = await live.get(`${DOCUMENTS}/${id}/certificate`)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/pdf')
    const text = await textOf(bytes)
    assert.match(text, /Certificate/)
    assert.match(text, /Voided/)
    assert.match(text, /Ana Buyer/)
    assert.notMatch(text, /shown to every signer, unchanged/)
    assert.include(await actions(id), 'document.downloaded')
  })

  test('show the trail as a PDF at any time', async ({ assert }) => {
    const id = await make()
    const { status, bytes } = await live.get(`${DOCUMENTS}/${id}/audit?format=pdf`)
    assert.equal(status, 200)
    const text = await textOf(bytes)
    assert.match(text, /Audit trail/)
    assert.match(text, /As of|AS OF/)
  })
})

async function textOf(bytes: Buffer): Promise<string> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages = Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1))
  const contents = await Promise.all(pages.map(async (page) => (await page).getTextContent()))
  return contents
    .flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : '')))
    .join(' ')
}

test.group('API | webhooks and events', (group) => {
  let receiver: Receiver
  let hook: string

  group.setup(async () => {
    await prepare()
    receiver = await Receiver.open()
    const { body } = await live.post('/api/v1/webhooks', { url: receiver.url })
    hook = `/api/v1/webhooks/${body.id}`
  })
  group.teardown(() => receiver.close())

  test('change, pause and go on', async ({ assert }) => {
    const { body } = await patch(hook, { name: 'CRM', events: ['document.*'], status: 'paused' })
    assert.containSubset(body, { name: 'CRM', events: ['document.*'], status: 'paused' })
    assert.containSubset(
      (await patch(hook, { name: null, status: 'enabled', events: ['*'] })).body,
      {
        name: null,
        status: 'enabled',
      }
    )
    assert.deepEqual(refusal(await patch(hook, { events: ['x.y'] })), [422, 'validation_failed'])
    assert.deepEqual(refusal(await patch(hook, { status: 'disabled' })), [422, 'validation_failed'])
  })

  test('get a new secret, which is used alone once it is activated', async ({ assert }) => {
    const { body } = await live.post(`${hook}/rotate-secret`, {})
    assert.match(String(body.secret), /^whsec_/)
    const active = await live.post(`${hook}/activate-secret`, {})
    assert.equal(active.status, 200)
    assert.isUndefined(active.body.secret)
    assert.equal((await live.post(`${hook}/rotate-secret`, { immediate: true })).status, 200)
  })

  test('receive a test event, whose delivery can be read and repeated', async ({ assert }) => {
    const { body: told } = await live.post(`${hook}/test`, {})
    await doWork(live.tenant, 'webhooks.deliver')
    const { body } = await live.get(`${hook}/deliveries`)
    const [delivery] = body.data as { id: string; status: string; eventId: string }[]
    assert.containSubset(delivery, { status: 'delivered', eventId: told.eventId })
    const shown = await live.get(`/api/v1/deliveries/${delivery.id}`)
    assert.containSubset(shown.body, {
      id: delivery.id,
      attempts: [{ number: 1, statusCode: 200 }],
    })

    const replay = await live.post(`/api/v1/deliveries/${delivery.id}/replay`, {})
    assert.equal(replay.status, 202)
    assert.containSubset(replay.body, { replayOf: delivery.id, status: 'pending', attempts: [] })
    await doWork(live.tenant, 'webhooks.deliver')
    const [first, second] = receiver.calls.slice(-2)
    assert.equal(second.body, first.body)
    const two = (await live.get(`${hook}/deliveries?limit=1`)).body
    assert.isTrue(two.hasMore)
    const rest = await live.get(`${hook}/deliveries?cursor=${two.nextCursor}`)
    assert.deepEqual(
      (rest.body.data as { id: string }[]).map(({ id }) => id),
      [delivery.id]
    )
    assert.lengthOf((await live.get(`${hook}/deliveries?status=failed`)).body.data as [], 0)
    const [entries] = await within(() =>
      CurrentTenant.batch([
        { text: `select * from security_entries where action = 'webhook.replayed'` },
      ])
    )
    assert.lengthOf(entries, 1)
    const none = await live.get('/api/v1/deliveries/del_01m7y40e2r6eqbqt8qhhqb7vwv')
    assert.deepEqual(refusal(none), [404, 'delivery_not_found'])
  })

  test('events can be polled, oldest first, and none is missed', async ({ assert }) => {
    const seen: string[] = []
    let cursor = ''
    const poll = async () => {
      for (;;) {
        const { body } = await live.get(`/api/v1/events?limit=2${cursor}`)
        seen.push(...(body.data as { event: string }[]).map(({ event }) => event))
        cursor = `&cursor=${body.nextCursor}`
        if (!body.hasMore) return
      }
    }
    await poll()
    seen.length = 0
    const id = await make()
    await post(id, 'void')
    await poll()
    assert.deepEqual(seen, ['document.sent', 'document.voided'])
    await poll()
    assert.lengthOf(seen, 2)
    const foreign = await live.get('/api/v1/events?cursor=bm9uZQ')
    assert.deepEqual(refusal(foreign), [400, 'invalid_cursor'])
  })

  test('have types that tell their schema and an example', async ({ assert }) => {
    const { body } = await live.get('/api/v1/events/types')
    const types = body.data as { name: string; example: { event: string } }[]
    assert.isAbove(types.length, 12)
    assert.isTrue(types.every(({ name, example }) => example.event === name))
  })
})
