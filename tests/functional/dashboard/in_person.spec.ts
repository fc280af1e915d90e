import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { AuditVerification } from '#app/audit/audit_verification'
import Document from '#app/documents/document'
import type { SignerInput } from '#app/documents/drafts/draft_input'
import { clock } from '#app/foundation/clock'
import { HOUR_MS, MINUTE_MS } from '#app/foundation/duration'
import { SealMaterial } from '#app/signing/seal/seal_material'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, newDocument, makeUser, Visitor } from '#tests/support/dashboard_visitor'
import { emittedEvents } from '#tests/support/emitted_events'
import { doWork } from '#tests/support/inline_work'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { outboxRows } from '#tests/support/outbox_view'
import { sign } from '#tests/support/signing_hand'
import { SigningLink } from '#tests/support/signing_link'
import { connected, requestIn, SsoVisitor } from '#tests/support/single_sign_on'

const HERE: SignerInput = { ...ANA, inPerson: true }

test.group('Dashboard | signing in person', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme' })
  })
  group.each.teardown(() => clock.restore())

  const make = (signers: SignerInput[] = [HERE, BEN], options?: { send: boolean }) =>
    inLive(acme, () => makeDocument({ signers }, options))
  const found = async (id: string) => (await inLive(acme, () => Document.whole(id)))!
  const pathOf = ({ id, signers }: Document, at = 0) =>
    `/documents/${id}/signers/${signers[at].id}/in-person`
  const press = (host: Visitor, document: Document, at = 0) => host.post(pathOf(document, at))
  /** The host presses, and the browser goes where that leads. */
  const handOver = async (host: Visitor, document: Document) => {
    const pressed = await press(host, document)
    const opened = await host.followed(pressed)
    const token = String(opened.headers.location).slice('/sign/'.length)
    return { pressed, opened, link: (await SigningLink.of(acme, document)).through(token) }
  }
  const actionsOf = async (id: string) =>
    (await inLive(acme, () => AuditTrail.read(id))).map(({ action }) => action)

  test('a host presses, is logged out, and the signer signs on the device', async ({ assert }) => {
    const document = await make()
    const olga = await Visitor.as(acme)
    const own = await SigningLink.of(acme, document)
    const page = (await olga.get(`/documents/${document.id}`)).text
    assert.include(page, 'Sign in person with')
    assert.include(page, 'To sign in person')
    assert.notInclude(page, `${document.signers[0].id}/link`)

    const session = olga.cookies.get('session')!
    const { pressed, opened, link } = await handOver(olga, document)
    assert.match(String(pressed.headers.location), /^\/in-person\/inp_[\w-]{43}$/)
    assert.equal(opened.status, 303)
    assert.match(link.token, /^ins_[\w-]{43}$/)
    assert.isUndefined(olga.cookies.get('session'))
    olga.cookies.set('session', session)
    const back = await olga.get(`/documents/${document.id}`)
    assert.match(String(back.headers.location), /^\/login/, 'the session is dead, not forgotten')

    const consent = (await link.get()).text
    assert.include(consent, 'You sign in person, on the device of')
    assert.include(consent, olga.user!.name)
    await link.consent()
    assert.include((await link.get()).text, 'You sign in person, on the device of')
    assert.equal((await link.get('/file')).status, 200)
    assert.equal((await link.finish()).status, 200)
    const done = (await link.get()).text
    assert.include(done, 'Please give the device back to')
    assert.include(done, `/login?next=%2Fdocuments%2F${document.id}`)
    assert.include(done, 'ana@example.test')
    assert.equal((await link.get('/file')).status, 409)
    assert.equal((await own.get('/file')).status, 409)
    const { signers } = await found(document.id)
    assert.equal(signers[0].status, 'signed')
  })

  test('trail, event and certificate say on whose device', async ({ assert }) => {
    const document = await make()
    const { id } = document
    const olga = await Visitor.as(acme)
    const { name, email, id: hostId } = olga.user!
    const { link } = await handOver(olga, document)
    await link.consent()
    await link.finish()
    await sign(acme, id, BEN.email)
    const entries = await inLive(acme, () => AuditTrail.read(id))
    const signed = entries.find(({ action }) => action === 'document.signed')!
    assert.equal(signed.body.details.hostId, hostId)
    assert.containsSubset(signed.personal, { hostName: name, hostEmail: email })
    assert.match(String(signed.body.actor.via), /^inp_/)
    const started = entries.find(({ action }) => action === 'in_person.started')!
    assert.equal(started.body.details.inPersonId, signed.body.actor.via)
    const invited = entries.filter(({ action }) => action === 'invite.sent')
    assert.lengthOf(invited, 1, 'only the other one is invited')

    const events = (await emittedEvents()).map(
      (body) => JSON.parse(body) as { event: string; data: Record<string, unknown> }
    )
    const [first, second] = events.filter(
      ({ event, data }) => event === 'document.signed' && data.documentId === id
    )
    assert.deepEqual(first.data.host, { id: hostId, name, email })
    assert.containsSubset(first.data.signer, { inPerson: true })
    assert.notProperty(second.data, 'host')

    const { certificate } = await inLive(acme, async () =>
      (await SealMaterial.of(id)).record('audit')
    )
    assert.deepEqual(
      certificate.signers.map(({ inPerson }) => inPerson),
      [{ host: { name, email } }, null]
    )
    const line = certificate.entries.find(({ event }) => event === 'Document signed')!
    assert.equal(line.detail, `in person, on the device of ${name} <${email}>`)
    const olgaAgain = await Visitor.as(acme)
    const page = (await olgaAgain.get(`/documents/${id}`)).text
    assert.include(page, `signed on the device of`)
    assert.include(page, 'in their presence')
    assert.include(page, 'Signed in person')
    assert.equal(await doWork(acme, 'seal'), 1)
    const { findings } = await new AuditVerification(acme.ref, 'live').ofDocument(id)
    assert.deepEqual(findings, [])
  })

  test('gets no invitation, reminder or other mail before the finished document', async ({
    assert,
  }) => {
    const { id, emailsSent, signers } = await make([HERE])
    assert.equal(emailsSent, 0)
    assert.equal(signers[0].status, 'sent')
    const olga = await Visitor.as(acme)
    const page = (await olga.get(`/documents/${id}`)).text
    assert.notInclude(page, `/documents/${id}/reminders`)
    await olga.post(`/documents/${id}/reminders`)
    assert.notInclude(await actionsOf(id), 'document.reminded')
    const mine = (await outboxRows()).filter(({ ref }) => ref === signers[0].id)
    assert.deepEqual(mine, [])
  })

  test('their own link shows nothing and lets nobody sign', async ({ assert }) => {
    const document = await make()
    const own = await SigningLink.of(acme, document)
    assert.include((await own.get()).text, 'You sign this document in person')
    assert.equal((await own.consent()).status, 409)
    assert.equal((await own.get('/file')).status, 409)
    assert.equal((await own.call('/viewed')).status, 409)
    assert.equal((await own.finish()).status, 409)
    assert.equal((await found(document.id)).signers[0].status, 'sent')
  })

  test('a link is used once, for minutes, and its page ends after hours', async ({ assert }) => {
    const document = await make()
    const olga = await Visitor.as(acme)
    const { pressed, link } = await handOver(olga, document)
    const again = await olga.followed(pressed)
    assert.equal(again.status, 410)
    assert.include(again.text, 'This address no longer works')
    assert.notInclude(again.text, document.title)
    clock.travel(4 * HOUR_MS)
    const over = await link.get()
    assert.equal(over.status, 410)
    assert.include(over.text, 'Signing on this device is over')
    assert.include(over.text, 'data-device-back')
    assert.include(over.text, 'href="/login"')
    assert.notInclude(over.text, 'latest email')
    assert.notInclude(over.text, document.title)
    for (const path of ['/decline', '/file', '/language'])
      assert.equal((await link.get(path)).status, 410, path)
    for (const call of ['/finish', '/heartbeat']) {
      const { status, body } = await link.call(call, {})
      assert.deepEqual([call, status, body.error?.code], [call, 410, 'in_person_over'])
    }
    clock.restore()
    const late = await press(await Visitor.as(acme), document)
    clock.travel(5 * MINUTE_MS)
    assert.equal((await olga.followed(late)).status, 410)
  })

  test('of two devices the newer one is the one that signs', async ({ assert }) => {
    const document = await make()
    const [olga, other] = [await Visitor.as(acme), await Visitor.as(acme, 'admin')]
    const pressed = await Promise.all([press(olga, document), press(other, document)])
    const opened = await Promise.all([olga.followed(pressed[0]), other.followed(pressed[1])])
    assert.deepEqual(opened.map(({ status }) => status).sort(), [303, 410])
    const replaced = opened.find(({ status }) => status === 410)!
    assert.include(replaced.text, 'only until a newer one takes its place')
    assert.include(replaced.text, 'data-device-back')
    assert.notInclude(replaced.text, 'latest email')
    assert.notInclude(replaced.text, document.title)

    const { link } = await handOver(await Visitor.as(acme), document)
    await link.consent()
    const { link: newer } = await handOver(await Visitor.as(acme, 'admin'), document)
    assert.equal((await link.get()).status, 410)
    assert.equal((await link.call('/finish', {})).status, 410)
    assert.equal((await newer.get()).status, 200)
  })

  test('is refused out of turn, of drafts, after the end, and for others than such signers', async ({
    assert,
  }) => {
    const olga = await Visitor.as(acme)
    const later = await make([
      { ...BEN, order: 1 },
      { ...HERE, order: 2 },
    ])
    const draft = await make([HERE], { send: false })
    const voided = await make()
    await inLive(acme, () => voided.void({ reason: 'Wrong', by: OLGA }))
    for (const [document, at] of [
      [later, 1],
      [later, 0],
      [draft, 0],
      [voided, 0],
    ] as const) {
      const refused = await press(olga, document, at)
      assert.equal(String(refused.headers.location), `/documents/${document.id}`)
      assert.notInclude(await actionsOf(document.id), 'in_person.started')
    }
    assert.equal((await olga.get('/documents')).status, 200, 'the host is still logged in')
    await sign(acme, later.id, BEN.email)
    assert.match(String((await press(olga, later, 1)).headers.location), /^\/in-person\//)
  })

  test('ends with the document, which is voided while somebody reads it', async ({ assert }) => {
    const document = await make()
    const { link } = await handOver(await Visitor.as(acme), document)
    await link.consent()
    await inLive(acme, async () => document.void({ reason: 'Wrong', by: OLGA }))
    assert.equal((await link.finish()).status, 410)
    const page = await link.get()
    assert.equal(page.status, 410)
    assert.include(page.text, 'Please give the device back to')
  })

  test('ends when its host may no longer log in', async ({ assert }) => {
    const document = await make()
    const adam = await Visitor.as(acme, 'admin')
    const { link } = await handOver(adam, document)
    await link.consent()
    await inLive(acme, () => adam.user!.merge({ disabledAt: clock.now() }).save())
    assert.equal((await link.finish()).status, 410)
  })

  test('a form that is sent when it has ended says so as well', async ({ assert }) => {
    const document = await make()
    const { link } = await handOver(await Visitor.as(acme), document)
    await link.consent()
    await inLive(acme, () => document.correct(document.signers[0].id, { inPerson: false }, OLGA))
    const declined = await link.submit('/decline', { reason: 'The price' })
    assert.equal(declined.status, 410)
    assert.include(declined.text, 'Signing on this device is over')
  })

  test('strangers, viewers and members who do not see the document hand over nothing', async ({
    assert,
  }) => {
    const document = await make()
    const other = await makeTenant()
    const theirs = await Visitor.as(other)
    assert.equal((await press(theirs, document)).status, 404)
    for (const role of ['viewer', 'member', 'developer'] as const) {
      const visitor = await Visitor.as(acme, role)
      assert.include([403, 404], (await press(visitor, document)).status, role)
    }
    const { pressed } = await handOver(await Visitor.as(acme), document)
    assert.equal((await theirs.followed(pressed)).status, 410)
    assert.isNotEmpty(theirs.cookies.get('session'), 'nobody logs others out by it')
  })

  test('an access code is entered on the device, for this page alone', async ({ assert }) => {
    const document = await make([{ ...HERE, accessCode: 'blue-harbour' }, BEN])
    const { link } = await handOver(await Visitor.as(acme), document)
    assert.notInclude((await link.get()).text, document.title)
    const entered = await link.submit('/code', { code: 'blue-harbour' })
    assert.equal(entered.status, 303)
    assert.isUndefined(entered.headers['set-cookie'])
    await link.consent()
    const { link: next } = await handOver(await Visitor.as(acme), document)
    assert.notInclude((await next.get()).text, document.title)
    await next.submit('/code', { code: 'blue-harbour' })
    assert.equal((await next.finish()).status, 200)
  })

  test('a form says it, drafts and templates keep it, and a correction changes it', async ({
    assert,
  }) => {
    const olga = await Visitor.as(acme)
    const role = { 'signers[0][role]': 'in_person' }
    const sent = await olga.upload('/documents', await newDocument({ ...role, send: 'no' }))
    const path = String(sent.headers.location)
    const id = path.split('/').at(-1)!
    assert.isTrue((await found(id)).signers[0].inPerson)
    const edit = (await olga.get(`${path}/edit`)).text
    assert.lengthOf(edit.match(/value="in_person" selected/g) ?? [], 1)
    assert.equal((await olga.post(`${path}/send`)).status, 303)
    const { signers } = await found(id)
    const fix = `${path}/signers/${signers[0].id}`
    assert.include((await olga.get(`${fix}/edit`)).text, 'name="inPerson" value="yes"')
    const { name, email } = signers[0]
    assert.equal((await olga.post(fix, { name, email })).status, 303)
    const byMail = await found(id)
    assert.isFalse(byMail.signers[0].inPerson)
    assert.notEqual(byMail.signers[0].tokenSha256, signers[0].tokenSha256)
    assert.equal(byMail.emailsSent, 2)
    assert.equal((await olga.post(fix, { name, email, inPerson: 'yes' })).status, 303)
    assert.isTrue((await found(id)).signers[0].inPerson)
    const { findings } = await new AuditVerification(acme.ref, 'live').ofDocument(id)
    assert.deepEqual(findings, [])

    const roles = { ...role, 'signers[0][name]': 'Buyer', 'signers[1][name]': 'Seller' }
    const made = await olga.upload('/templates', await newDocument(roles))
    const template = String(made.headers.location)
    assert.include((await olga.get(template)).text, 'In person')
    const form = (await olga.get(`${template}/form`)).text
    assert.lengthOf(form.match(/value="visitor"/g) ?? [], 1)
  })

  test('an identity provider that knows the host from before lets nobody in', async ({
    assert,
  }) => {
    const corp = await makeTenant()
    const provider = await TestIdentityProvider.make()
    const connection = await connected(corp, provider, {}, ['corp.example'])
    const adam = await makeUser(corp, 'admin')
    const visitor = new SsoVisitor(corp)
    const logIn = (terms: object = {}) =>
      visitor.logIn(provider, connection, { nameId: adam.email, ...terms })
    await logIn()
    const document = await inLive(corp, () => makeDocument({ signers: [HERE] }))
    const pressed = await visitor.post(pathOf(document))
    assert.match(String(pressed.headers.location), /^\/in-person\//)

    const authenticatedAt = Date.now() - MINUTE_MS
    visitor.cookies.delete('handed_over')
    const refused = await logIn({ authenticatedAt })
    assert.equal(refused.status, 403)
    assert.include(refused.text, 'You handed a device to somebody')
    const asked = await visitor.get('/sso/saml/login')
    assert.include(requestIn(String(asked.headers.location)).xml, 'ForceAuthn="true"')
    assert.equal((await logIn()).status, 303)
    const usual = await visitor.get('/sso/saml/login')
    assert.notInclude(requestIn(String(usual.headers.location)).xml, 'ForceAuthn')
  })
})
