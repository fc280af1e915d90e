import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import { AuditTrail } from '#app/audit/audit_trail'
import { CONSOLE } from '#app/cli/_console'
import { clock } from '#app/foundation/clock'
import { sha256Hex } from '#app/foundation/opaque_token'
import Document from '#app/documents/document'
import { Profile } from '#app/brand/profile'
import { WORDINGS } from '#app/notifications/notices/index'
import { Reader } from '#app/notifications/reader'
import User from '#app/identity/users/user'
import { Attempts } from '#app/single_sign_on/attempt'
import { Connecting } from '#app/single_sign_on/connecting'
import type Connection from '#app/single_sign_on/connection'
import { LastProfile } from '#app/single_sign_on/last_profile'
import { SignerErasure } from '#app/portability/erasure/signer_erasure'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import type Tenant from '#app/tenants/tenant'
import { OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, ownerOf } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { INES, ProvingSigner } from '#tests/support/proving_signer'
import { countPatiently } from '#tests/support/redis_counts'
import { connected, responseOf, type SsoVisitor } from '#tests/support/single_sign_on'

const MINUTE_MS = 60_000

let acme: Tenant
let other: Tenant
let provider: TestIdentityProvider
let connection: Connection
let elsewhere: Connection

test.group('Signing link | proof of identity', (group) => {
  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme' })
    other = await makeTenant({ name: 'Other' })
    provider = await TestIdentityProvider.make()
    connection = await connected(acme, provider, { name: 'Acme ID' }, ['corp.example'])
    elsewhere = await connected(other, provider, {}, ['corp.example'])
  })
  group.each.teardown(() => clock.restore())

  test('is asked for at the end, given at the provider, and named by the signature', async ({
    assert,
  }) => {
    const ines = await ProvingSigner.of(acme)
    assert.include((await ines.page).text, 'log in to Acme ID as Ines@corp.example')
    const early = await ines.finish()
    assert.equal(early.status, 409)
    assert.equal(early.body.error?.code, 'identity_unproved')

    const { inResponseTo, relayState, xml } = await ines.leave()
    assert.include(xml, 'ForceAuthn="true"')
    const message = responseOf(provider, connection, { inResponseTo, nameId: 'INES@corp.example' })
    const back = await ines.return(await ines.bring(message, relayState))
    assert.equal(back.status, 303)
    assert.equal(back.headers.location, ines.link.path)
    assert.include((await ines.page).text, 'You have proved your identity.')
    const finished = await ines.finish()
    assert.equal(finished.status, 200)

    const entries = await trailOf(ines)
    const proved = entries.find(({ action }) => action === 'identity.proved')!
    const { details } = proved.body
    const received = Buffer.from(message, 'base64').toString()
    const [, digest] = /<ds:DigestValue>([^<]+)</.exec(received)!
    assert.equal(details.assertionSha256, Buffer.from(digest, 'base64').toString('hex'))
    assert.equal(details.responseSha256, sha256Hex(received))
    assert.equal(details.provider, provider.entityId)
    assert.match(String(details.authenticationContext), /PasswordProtectedTransport$/)
    const signed = entries.find(({ action }) => action === 'document.signed')!
    assert.deepEqual(signed.body.details.identity, { assertionSha256: details.assertionSha256 })
    const attempt = await latest(ines)
    assert.include({ ...attempt }, { purpose: 'signing', outcome: 'passed' })
  })

  test('logs nobody in and makes no member', async ({ assert }) => {
    await inLive(acme, () => Connecting.change({ makesMembers: true }, CONSOLE))
    const ines = await ProvingSigner.of(acme)
    await ines.prove(provider, connection)
    assert.isFalse(await ines.isKnown())
    assert.isFalse(ines.cookies.has('session'))
    assert.isNull(await inLive(acme, () => User.byEmail('ines@corp.example')))
  })

  test('holds for ten minutes', async ({ assert }) => {
    const ines = await ProvingSigner.of(acme)
    await ines.prove(provider, connection)
    clock.travel(10 * MINUTE_MS)
    assert.include((await ines.page).text, 'Ten minutes have passed')
    assert.equal((await ines.finish()).body.error?.code, 'identity_unproved')
    clock.restore()
    assert.equal((await ines.finish()).status, 200)
  })

  test('counts in the browser in which it was given', async ({ assert }) => {
    const ines = await ProvingSigner.of(acme)
    await ines.prove(provider, connection)
    const another = new ProvingSigner(ines.link)
    assert.equal((await another.finish()).body.error?.code, 'identity_unproved')
    assert.include((await another.page).text, 'log in to Acme ID')
  })

  test('is not given by another person', async ({ assert }) => {
    const ines = await ProvingSigner.of(acme)
    const answer = await ines.prove(provider, connection, { nameId: 'eve@corp.example' })
    await assertRefused(assert, ines, answer, 'other_person')
    assert.include((await ines.get(String(answer.headers.location))).text, 'somebody else than')
    const { outcome, fault } = await latest(ines)
    assert.equal(outcome, 'refused')
    assert.include(
      { ...(fault as object) },
      { code: 'E_OTHER_PERSON', received: 'eve@corp.example' }
    )
    // the attribute counts as the tenant has mapped it
    const attributes = { email: ['eve@corp.example'] }
    const mapped = await ines.prove(provider, connection, { attributes })
    await assertRefused(assert, ines, mapped, 'other_person')
    // the sender hears once what only they can mend
    const told = await inLive(acme, () => Notice.query().where('kind', 'signer.unproved'))
    const own = told.filter(({ details }) => details.signerId === ines.link.signerId)
    assert.deepEqual(
      own.map(({ details }) => details.reason),
      ['other_person']
    )
    const words = await inLive(acme, async () => {
      const reader = new Reader(await ownerOf(acme), await Profile.current(), 'de')
      return WORDINGS['signer.unproved'].words(own[0].details, reader)
    })
    assert.include(words!.subject, 'kann die eigene Identität nicht nachweisen')
    assert.equal(words!.action!.path, `/documents/${ines.link.documentId}`)
    // and may try again
    await ines.prove(provider, connection)
    assert.include((await ines.page).text, 'Identity proved')
    assert.equal((await ines.finish()).status, 200)
    assert.sameMembers([...new Set(await failuresOf(ines))], ['other_person'])
  })

  test('takes a new log-in, and not one of before', async ({ assert }) => {
    const ines = await ProvingSigner.of(acme)
    for (const minutes of [2, 6, -3]) {
      const authenticatedAt = Date.now() - minutes * MINUTE_MS
      const answer = await ines.prove(provider, connection, { authenticatedAt })
      await assertRefused(assert, ines, answer, 'not_fresh')
    }
    assert.equal(((await latest(ines)).fault as { code: string } | null)?.code, 'E_STALE')
    // five minutes are long enough, however long the person was there
    const { inResponseTo, relayState } = await ines.leave()
    clock.travel(6 * MINUTE_MS)
    const now = clock.now().getTime()
    const terms = {
      inResponseTo,
      nameId: 'ines@corp.example',
      now,
      authenticatedAt: now - 5.5 * MINUTE_MS,
    }
    const late = await ines.bring(responseOf(provider, connection, terms), relayState)
    await assertRefused(assert, ines, await ines.return(late), 'not_fresh')
  })

  test('is refused by the provider, and the signer is told', async ({ assert }) => {
    const ines = await ProvingSigner.of(acme)
    const status = 'urn:oasis:names:tc:SAML:2.0:status:Responder'
    await assertRefused(assert, ines, await ines.prove(provider, connection, { status }), 'refused')
    const evil = await TestIdentityProvider.make()
    const forged = await ines.prove(evil, connection)
    await assertRefused(assert, ines, forged, 'untrusted')
    assert.equal((await latest(ines)).purpose, 'signing')
    assert.deepEqual(await failuresOf(ines), ['refused', 'untrusted'])
  })

  test('is not given twice by one response, at once or later', async ({ assert }) => {
    const ines = await ProvingSigner.of(acme)
    const { inResponseTo, relayState } = await ines.leave()
    const message = responseOf(provider, connection, { inResponseTo, nameId: 'ines@corp.example' })
    const answers = await Promise.all([1, 2].map(() => ines.bring(message, relayState)))
    const accepted = answers.filter(({ status }) => status === 303)
    assert.lengthOf(accepted, 1)
    const returns = await Promise.all([1, 2].map(() => ines.complete(accepted[0])))
    assert.sameMembers(
      returns.map(({ status }) => status),
      [303, 403]
    )
    assert.equal((await ines.bring(message, relayState)).status, 403)
    const proofs = (await trailOf(ines)).filter(({ action }) => action === 'identity.proved')
    assert.lengthOf(proofs, 1)
  })

  test('is another thing than a log-in', async ({ assert }) => {
    const ann = await makeUser(acme, 'member')
    const ines = await ProvingSigner.of(acme, [{ ...INES, email: 'ines@corp.example' }])
    // the answer to a log-in proves nothing about a signer, whatever comes with it
    const { relayState } = await ines.leave()
    const logIn = await ines.begin()
    const message = responseOf(provider, connection, { inResponseTo: logIn, nameId: ann.email })
    const answer = await ines.bring(message, relayState)
    const { pathname, search } = new URL(String(answer.headers.location))
    assert.equal(pathname, '/sso/saml/complete')
    assert.equal((await ines.get(`/sign-identity${search}`)).status, 403)
    assert.equal((await ines.finish()).body.error?.code, 'identity_unproved')
    // the answer about a signer logs nobody in
    const asked = await ines.leave()
    const proof = responseOf(provider, connection, { ...asked, nameId: ann.email })
    const back = new URL(String((await ines.bring(proof, asked.relayState)).headers.location))
    assert.equal(back.pathname, '/sign-identity')
    assert.include([403, 404], (await ines.get(`/sso/saml/complete${back.search}`)).status)
    assert.isFalse(await ines.isKnown())
  })

  test('begun by a link that is somebody else’s meanwhile leads nowhere, and says nothing of them', async ({
    assert,
  }) => {
    for (const nameId of ['ines@corp.example', 'eve@corp.example']) {
      const ines = await ProvingSigner.of(acme)
      const { inResponseTo, relayState } = await ines.leave()
      const message = responseOf(provider, connection, { inResponseTo, nameId })
      const arrived = await ines.bring(message, relayState)
      await handOn(ines, { name: 'Ivo Insider', email: 'ivo@corp.example' })
      const back = await ines.return(arrived)
      assert.equal(back.status, 403)
      assert.isUndefined(back.headers.location)
      const actions = (await trailOf(ines)).map(({ action }) => action)
      assert.notIncludeMembers(actions, ['identity.failed'])
      assert.notIncludeMembers(actions, ['identity.proved'])
      assert.notEqual((await latest(ines)).outcome, 'open')
    }
    // nor what the provider refused before anybody came back
    const ines = await ProvingSigner.of(acme)
    const { inResponseTo, relayState } = await ines.leave()
    await handOn(ines, { name: 'Ivo Insider', email: 'ivo@corp.example' })
    const status = 'urn:oasis:names:tc:SAML:2.0:status:Responder'
    const refused = responseOf(provider, connection, { inResponseTo, status })
    const back = await ines.return(await ines.bring(refused, relayState))
    assert.equal(back.status, 403)
    assert.isEmpty(await failuresOf(ines))
  })

  test('is asked for here: what nobody asked for proves nothing', async ({ assert }) => {
    await inLive(acme, () => Connecting.change({ allowsUnsolicited: true }, CONSOLE))
    const ines = await ProvingSigner.of(acme)
    const { relayState } = await ines.leave()
    const nameId = 'ines@corp.example'
    const message = responseOf(provider, connection, { inResponseTo: null, nameId })
    await ines.bring(message, relayState)
    assert.equal((await ines.finish()).body.error?.code, 'identity_unproved')
    await inLive(acme, () => Connecting.change({ allowsUnsolicited: false }, CONSOLE))
  })

  test('belongs to one browser, one signer and one tenant', async ({ assert }) => {
    const ines = await ProvingSigner.of(acme)
    const eve = await ProvingSigner.of(acme, [{ ...INES, email: 'eve@corp.example' }])
    const { inResponseTo, relayState } = await ines.leave()
    await eve.leave()
    const message = responseOf(provider, connection, { inResponseTo, nameId: 'ines@corp.example' })
    const arrived = await ines.bring(message, relayState)
    const lost = await eve.return(arrived)
    assert.equal(lost.status, 403)
    assert.notInclude(lost.text, ines.link.token)
    assert.equal(((await latest(ines)).fault as { code: string } | null)?.code, 'E_BROWSER')
    assert.equal((await ines.return(arrived)).status, 403)
    assert.equal((await ines.finish()).body.error?.code, 'identity_unproved')
    assert.equal((await eve.finish()).body.error?.code, 'identity_unproved')

    // the same provider, and the same person as a signer of another tenant
    const twin = await ProvingSigner.of(other)
    const there = await twin.leave()
    const theirs = responseOf(provider, elsewhere, { ...there, nameId: 'ines@corp.example' })
    assert.equal((await ines.bring(theirs, there.relayState)).status, 403)
    const mine = await ines.leave()
    const crossed = responseOf(provider, connection, { ...there, nameId: 'ines@corp.example' })
    await ines.bring(crossed, mine.relayState)
    assert.equal((await ines.finish()).body.error?.code, 'identity_unproved')
  })

  test('of one document says nothing about another', async ({ assert }) => {
    const first = await ProvingSigner.of(acme)
    const second = await ProvingSigner.of(acme)
    second.cookies = first.cookies
    await first.prove(provider, connection)
    assert.equal((await second.finish()).body.error?.code, 'identity_unproved')
    assert.equal((await first.finish()).status, 200)
  })

  test('ends with single sign-on, and the sender can lift it', async ({ assert }) => {
    const ines = await ProvingSigner.of(acme)
    const { inResponseTo, relayState } = await ines.leave()
    await inLive(acme, () => Connecting.turn(false, CONSOLE))
    try {
      const message = responseOf(provider, connection, {
        inResponseTo,
        nameId: 'ines@corp.example',
      })
      const back = await ines.return(await ines.bring(message, relayState))
      await assertRefused(assert, ines, back, 'turned_off')
      assert.include((await ines.page).text, 'You cannot prove your identity at the moment')
      const pressed = await ines.post(`${ines.link.path}/identity`)
      assert.equal(pressed.headers.location, ines.link.path)
    } finally {
      await inLive(acme, () => Connecting.turn(true, CONSOLE))
    }
    await inLive(acme, () =>
      Document.reference(ines.link.documentId).correct(ines.link.signerId, { identity: null }, OLGA)
    )
    assert.notInclude((await ines.page).text, 'Prove your identity')
    assert.equal((await ines.finish()).status, 200)
    const [corrected] = (await trailOf(ines)).filter(({ action }) => action === 'signer.corrected')
    assert.deepInclude(corrected.body.details, { changed: ['identity'], identity: null })
  })

  test('leaves nothing that the provider said, once the document or the person is erased', async ({
    assert,
  }) => {
    const texts = async () => {
      const tables = ['sso_attempts', 'sso_arrivals', 'sso_requests']
      const all = await inLive(acme, () =>
        CurrentTenant.batch(
          tables.map((table) => ({ text: `select to_json(t)::text as row from ${table} t` }))
        )
      )
      return JSON.stringify(all)
    }
    const said = () => inLive(acme, () => LastProfile.current())
    const end = ({ link }: ProvingSigner) =>
      link.within(() => Document.reference(link.documentId).void({ by: OLGA }))
    const erased = await ProvingSigner.of(acme, [{ ...INES, email: 'uma@corp.example' }])
    await erased.prove(provider, connection, { nameId: 'udo@corp.example' })
    await erased.prove(provider, connection, { nameId: 'uma@corp.example' })
    const asked = await erased.leave()
    // the browser never comes back
    await erased.bring(
      responseOf(provider, connection, { ...asked, nameId: 'uma@corp.example' }),
      asked.relayState
    )
    const away = await erased.leave()
    const stale = await erased.leave()
    await end(erased)
    const traces = ['uma@corp', 'udo@corp', erased.link.signerId]
    for (const trace of traces) assert.include(await texts(), trace)
    assert.equal((await said())?.nameId, 'uma@corp.example')
    await erased.link.within(() =>
      Document.reference(erased.link.documentId).erase({ by: OLGA, reason: 'request' })
    )
    for (const trace of ['uma@corp', 'udo@corp']) assert.notInclude(await texts(), trace)
    assert.isNull(await said())
    const attempts = await inLive(acme, () => Attempts.latest())
    const own = attempts.filter(({ begun_by: by }) => by === erased.link.signerId)
    assert.sameMembers(
      own.map(({ outcome, fault }) =>
        [outcome, (fault as { code: string } | null)?.code].join(' ')
      ),
      ['refused E_OTHER_PERSON', 'passed ', 'open '],
      'what became of them stays'
    )
    // and who comes back only now leaves nothing either
    const late = responseOf(provider, connection, { ...away, nameId: 'uma@corp.example' })
    const brought = await erased.bring(late, away.relayState)
    assert.notInclude(await texts(), 'uma@corp')
    assert.isNull(await said())
    const back = await erased.return(brought)
    assert.equal(back.status, 403)
    assert.notInclude(await texts(), 'uma@corp')
    const long = Date.now() - 20 * MINUTE_MS
    const refused = { ...stale, nameId: 'uma@corp.example', authenticatedAt: long }
    await erased.bring(responseOf(provider, connection, refused), stale.relayState)
    assert.notInclude(await texts(), 'uma@corp')

    // a person who came by the link of somebody else
    const ines = await ProvingSigner.of(acme)
    await ines.prove(provider, connection, { nameId: 'vic@corp.example' })
    const once = await ines.leave()
    const gone = responseOf(provider, connection, { ...once, nameId: 'vic@corp.example' })
    await ines.bring(gone, once.relayState)
    assert.include(await texts(), 'vic@corp')
    assert.equal((await said())?.nameId, 'vic@corp.example')
    await inLive(acme, () => SignerErasure.run('Vic@corp.example', OLGA))
    assert.notInclude(await texts(), 'vic@corp')
    assert.isNull(await said())
    assert.include(await texts(), 'ines@corp')
  })

  test('is tried ten times in a quarter of an hour', async ({ assert, cleanup }) => {
    cleanup(await countPatiently())
    const ines = await ProvingSigner.of(acme)
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => ines.post(`${ines.link.path}/identity`))
    )
    assert.lengthOf(
      tries.filter(({ status }) => status === 200),
      10
    )
    assert.lengthOf(
      tries.filter(({ status }) => status === 429),
      2
    )
  })
})

const handOn = ({ link }: ProvingSigner, to: { name: string; email: string }) =>
  link.within(() => Document.reference(link.documentId).correct(link.signerId, to, OLGA))

const trailOf = ({ link }: ProvingSigner) => link.within(() => AuditTrail.read(link.documentId))

const failuresOf = async (signer: ProvingSigner) =>
  (await trailOf(signer))
    .filter(({ action }) => action === 'identity.failed')
    .map(({ body }) => body.details.reason)

const latest = async ({ link }: ProvingSigner) =>
  (await inLive(acme, () => Attempts.latest())).find(({ begun_by: by }) => by === link.signerId)!

/** They come back with this reason, and cannot finish. */
async function assertRefused(
  assert: Assert,
  signer: ProvingSigner,
  answer: Awaited<ReturnType<SsoVisitor['get']>>,
  reason: string
): Promise<void> {
  assert.equal(answer.headers.location, `${signer.link.path}?identity=${reason}`)
  assert.equal((await signer.finish()).body.error?.code, 'identity_unproved')
}
