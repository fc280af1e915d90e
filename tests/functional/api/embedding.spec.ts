import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { SecurityTrail } from '#app/audit/security_trail'
import Document from '#app/documents/document'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { LocalCount } from '#app/foundation/limits/local_count'
import type { Scope } from '#app/identity/access/scope'
import { AccessPass } from '#app/signing/access/access_pass'
import { EmbedOrigins, MAX_EMBED_ORIGINS } from '#app/signing/embedding/embed_origins'
import { SESSION_MS } from '#app/signing/links/one_time_link'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, ask, hostOfTenant, type Answer } from '#tests/factories/api_client'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { SigningLink } from '#tests/support/signing_link'
import { outcomeOf } from '#tests/support/outcome'

const ORIGIN = 'https://app.customer.example'
const SCOPES: Scope[] = ['documents:read', 'documents:write', 'links:read']

test.group('API | embedding', (group) => {
  let acme: Tenant
  let client: ApiClient

  const inTenant = <T>(work: () => Promise<T>, environment: 'live' | 'test' = 'live') =>
    CurrentTenant.run({ tenant: acme.ref, environment }, work)
  const allow = (origin: string, environment: 'live' | 'test' = 'live') =>
    inTenant(() => unit(() => EmbedOrigins.allow(origin, OLGA)), environment)
  const forbid = (origin: string) => inTenant(() => EmbedOrigins.forbid(origin, OLGA))

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    client = await ApiClient.of(acme, 'live', { scopes: SCOPES })
    await allow(ORIGIN)
  })
  group.each.teardown(() => clock.restore())

  const path = ({ id, signers }: Document, at = 0) =>
    `/api/v1/documents/${id}/signers/${signers[at].id}/embed-links`
  const order = (document: Document, { origin = ORIGIN, at = 0 } = {}) =>
    client.post(path(document, at), { origin })
  const make = (...given: Parameters<typeof makeDocument>) => inTenant(() => makeDocument(...given))
  const open = (url: string, host = hostOfTenant(acme)) =>
    ask({ path: new URL(url).pathname, headers: { host } })
  const visit = (location: unknown, more = '') =>
    ask({ path: `${String(location)}${more}`, headers: { host: hostOfTenant(acme) } })
  const stateOf = ({ text }: Answer) => /<frame-message [^>]*data-state="(\w+)"/.exec(text)?.[1]
  const frameOf = ({ headers }: Answer) =>
    /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]

  test('answers with an address that opens once, in frames of its origin alone', async ({
    assert,
  }) => {
    const document = await make()
    const { status, body } = await order(document)
    assert.equal(status, 201)
    assert.containsSubset(body, { object: 'embed_link', origin: ORIGIN, livemode: true })
    assert.match(String(body.url), /\/embed\/emb_[\w-]{43}$/)
    const first = await open(String(body.url))
    assert.equal(first.status, 303)
    const { location } = first.headers
    assert.match(String(location), /^\/sign\/ems_[\w-]{43}$/)
    const page = await visit(location)
    assert.equal(page.status, 200)
    assert.equal(frameOf(page), ORIGIN)
    assert.isUndefined(page.headers['x-frame-options'])
    assert.include(page.text, `data-origin="${ORIGIN}"`)

    const second = await open(String(body.url))
    assert.deepEqual([second.status, frameOf(second), stateOf(second)], [410, ORIGIN, 'expired'])
    assert.include(second.text, `data-document="${document.id}"`)
    assert.include(second.text, 'has been opened before')
    assert.notInclude(second.text, document.title)
  })

  test('leaves the signer’s own link outside of every frame', async ({ assert }) => {
    const document = await make()
    await order(document)
    const link = await SigningLink.of(acme, document)
    const page = await link.get()
    assert.equal(frameOf(page), "'none'")
    assert.equal(page.headers['x-frame-options'], 'DENY')
    assert.notInclude(page.text, '<frame-message')
  })

  test('lets one in of two who open it at the same time', async ({ assert }) => {
    const { body } = await order(await make())
    const answers = await Promise.all([1, 2, 3].map(() => open(String(body.url))))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 410, 410])
  })

  test('is refused for origins that are not allowed, or not allowed any more', async ({
    assert,
  }) => {
    const document = await make()
    const other = 'https://other.example'
    const refused = await order(document, { origin: other })
    assert.equal(refused.status, 422)
    assert.containsSubset(refused.body.error, { code: 'origin_not_allowed', param: 'origin' })
    for (const origin of [
      'https://app.customer.example/path',
      'http://app.example',
      '*',
      null,
      7,
    ]) {
      const odd = await client.post(path(document), { origin })
      assert.equal(odd.status, 422, String(origin))
      assert.equal(odd.body.error?.code, 'validation_failed', String(origin))
    }
    await allow(other)
    const { body } = await order(document, { origin: other })
    const waiting = await order(document, { origin: other })
    const opened = await open(String(body.url))
    assert.equal((await visit(opened.headers.location)).status, 200)
    await forbid(other)
    assert.equal((await visit(opened.headers.location)).status, 404)
    assert.equal((await open(String(waiting.body.url))).status, 404)
  })

  test('is refused for drafts, for those who have signed and for strangers', async ({ assert }) => {
    const draft = await make({}, { send: false })
    assert.equal((await order(draft)).body.error?.code, 'document_state_conflict')
    const document = await make()
    const link = await SigningLink.of(acme, document)
    await link.consent()
    await link.finish()
    assert.equal((await order(document)).body.error?.code, 'document_state_conflict')
    const unknown = `/api/v1/documents/${document.id}/signers/${newId('sig')}/embed-links`
    assert.equal((await client.post(unknown, { origin: ORIGIN })).status, 404)
    const another = await make()
    const foreign = `/api/v1/documents/${document.id}/signers/${another.signers[0].id}/embed-links`
    assert.equal((await client.post(foreign, { origin: ORIGIN })).status, 404)
  })

  test('asks for a key that may see links, of this tenant and this environment', async ({
    assert,
  }) => {
    const document = await make()
    const narrow = await ApiClient.of(acme, 'live', { scopes: ['documents:write'] })
    const refused = await narrow.post(path(document), { origin: ORIGIN })
    assert.equal(refused.status, 403)
    assert.equal(refused.body.error?.code, 'insufficient_scope')
    const sandbox = await ApiClient.of(acme, 'test', { scopes: SCOPES })
    assert.notEqual((await sandbox.post(path(document), { origin: ORIGIN })).status, 201)
    const other = await makeTenant()
    const theirs = await ApiClient.of(other, 'live', { scopes: SCOPES })
    assert.equal((await theirs.post(path(document), { origin: ORIGIN })).status, 404)
    const inTest = await inTenant(() => makeDocument(), 'test')
    const answer = await sandbox.post(path(inTest), { origin: ORIGIN })
    assert.equal(answer.body.error?.code, 'origin_not_allowed')

    const { body } = await order(document)
    assert.equal((await open(String(body.url), hostOfTenant(other))).status, 404)
    assert.equal((await open(String(body.url))).status, 303)
  })

  test('ends with the link of its signer', async ({ assert }) => {
    const document = await make()
    const { body } = await order(document)
    const waiting = await order(document)
    const { location } = (await open(String(body.url))).headers
    assert.equal((await visit(location)).status, 200)
    await inTenant(() =>
      Document.reference(document.id).correct(
        document.signers[0].id,
        { email: 'somebody.else@example.test' },
        OLGA
      )
    )
    const ended = await visit(location)
    assert.deepEqual([ended.status, frameOf(ended), stateOf(ended)], [410, ORIGIN, 'expired'])
    assert.notInclude(ended.text, document.title)
    assert.equal((await visit(location, '/file')).status, 410)
    const late = await open(String(waiting.body.url))
    assert.equal((await visit(late.headers.location)).status, 410)
  })

  test('says in its frame that its time is over, to one origin and for a day', async ({
    assert,
  }) => {
    const origin = 'https://brief.example'
    await allow(origin)
    const { body } = await order(await make(), { origin })
    const { location } = (await open(String(body.url))).headers
    clock.travel(SESSION_MS + 1000)
    await order(await make())
    const over = await visit(location)
    assert.deepEqual([over.status, frameOf(over), stateOf(over)], [410, origin, 'expired'])
    await forbid(origin)
    const none = await visit(location)
    assert.deepEqual([none.status, frameOf(none), stateOf(none)], [404, "'none'", undefined])
  })

  test('shows errors in the frame of its origin, and in no other', async ({ assert, cleanup }) => {
    const document = await make()
    const { body } = await order(document)
    const { location } = (await open(String(body.url))).headers
    const own = `/sign/${(await SigningLink.of(acme, document)).token}`
    const outcome = async (at: unknown) => {
      const answer = await visit(at)
      return [answer.status, frameOf(answer), answer.headers['x-frame-options'], stateOf(answer)]
    }
    const inFrame = (status: number) => [status, ORIGIN, undefined, 'failed']
    const inNone = (status: number) => [status, "'none'", 'DENY', undefined]
    const { isHeld } = AccessPass
    const { add } = LocalCount.prototype
    cleanup(() => {
      AccessPass.isHeld = isHeld
      LocalCount.prototype.add = add
    })
    AccessPass.isHeld = () => Promise.reject(new Error('broken on purpose'))
    assert.deepEqual(await outcome(location), inFrame(500))
    assert.deepEqual(await outcome(own), inNone(500))

    // as if everybody had asked too often: the guard sees nobody
    LocalCount.prototype.add = () => Number.POSITIVE_INFINITY
    assert.deepEqual(await outcome(location), inFrame(429))
    assert.deepEqual(await outcome(new URL(String(body.url)).pathname), inFrame(429))
    assert.deepEqual(await outcome(own), inNone(429))
    assert.deepEqual(await outcome(`/sign/ems_${'A'.repeat(43)}`), inNone(429))
    await forbid(ORIGIN)
    assert.deepEqual(await outcome(location), inNone(429))
    await allow(ORIGIN)
  })

  test('is signed in, and tells the page around it and nobody else', async ({ assert }) => {
    const document = await make()
    const { body } = await order(document, { at: 1 })
    const { location } = (await open(String(body.url))).headers
    const state = async (more = '') => stateOf(await visit(location, more))
    assert.equal(await state(), 'opened')
    assert.equal(await state('/decline'), 'opened')
    assert.equal(await state('/report'), 'opened')
    const token = String(location).slice('/sign/'.length)
    const link = (await SigningLink.of(acme, document, { at: 1 })).through(token)
    await link.consent()
    assert.equal((await link.get('/file')).status, 200)
    await link.finish()
    assert.equal(await state(), 'signed')
    const signed = await inTenant(() => Document.whole(document.id))
    assert.equal(signed!.signers[1].status, 'signed')
  })

  test('stands in the trail as any link that somebody was shown', async ({ assert }) => {
    const document = await make()
    await order(document)
    await order(document, { origin: 'https://nobody.example' })
    const entries = await inTenant(() => AuditTrail.read(document.id))
    const told = entries.filter(({ action }) => action === 'link.disclosed')
    assert.deepEqual(
      told.map(({ body }) => body.details.signerId),
      [document.signers[0].id]
    )
  })

  test('repeats its answer for the same Idempotency-Key', async ({ assert }) => {
    const document = await make()
    const again = () =>
      client.post(path(document), { origin: ORIGIN }, { 'idempotency-key': 'embed-once' })
    const [first, second] = [await again(), await again()]
    assert.equal(second.body.url, first.body.url)
  })

  test('has at most so many origins, also when two come at the same time', async ({ assert }) => {
    const full = await makeTenant()
    const within = <T>(work: () => Promise<T>) =>
      CurrentTenant.run({ tenant: full.ref, environment: 'live' }, work)
    const add = (n: number) =>
      within(() => unit(() => EmbedOrigins.allow(`https://app${n}.example`, OLGA)))
    for (let n = 1; n < MAX_EMBED_ORIGINS; n++) await add(n)
    const outcomes = await Promise.all([900, 901].map((n) => outcomeOf(() => add(n))))
    assert.deepEqual(outcomes.map(({ code }) => code ?? 'added').sort(), [
      'added',
      'too_many_embed_origins',
    ])
    await add(1)
    const [rows] = await within(() => CurrentTenant.batch([EmbedOrigins.reading()]))
    assert.lengthOf(rows, MAX_EMBED_ORIGINS)
    const trail = await within(() => SecurityTrail.read({ limit: 100 }))
    const told = trail.filter(({ action }) => action === 'embedding.origin_allowed')
    assert.lengthOf(told, MAX_EMBED_ORIGINS)
  })
})
