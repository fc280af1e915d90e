import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import type Document from '#app/documents/document'
import type { SignerInput } from '#app/documents/drafts/draft_input'
import type { Environment } from '#app/foundation/environment'
import type { Scope } from '#app/identity/access/scope'
import type User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, hostOfTenant } from '#tests/factories/api_client'
import { ANA, BEN, makeDocument } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { makeUser, ownerOf, Visitor } from '#tests/support/dashboard_visitor'

const SCOPES: Scope[] = ['documents:read', 'documents:write', 'links:read']
const HERE: SignerInput = { ...ANA, inPerson: true }

test.group('API | signing in person', (group) => {
  let acme: Tenant
  let client: ApiClient
  let owner: User
  let file: string

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    client = await ApiClient.of(acme, 'live', { scopes: SCOPES })
    owner = await ownerOf(acme)
    file = Buffer.from(await makePdf()).toString('base64')
  })

  const within = <T>(work: () => Promise<T>, environment: Environment = 'live') =>
    CurrentTenant.run({ tenant: acme.ref, environment }, work)
  const make = (signers: SignerInput[] = [HERE, BEN], environment: Environment = 'live') =>
    within(() => makeDocument({ signers }), environment)
  const path = ({ id, signers }: Document, at = 0) =>
    `/api/v1/documents/${id}/signers/${signers[at].id}/in-person-links`
  const patch = (at: string, json: object) => client.ask({ method: 'PATCH', path: at, json })
  const order = (document: Document, { host = owner.email, at = 0, by = client } = {}) =>
    by.post(path(document, at), { host })

  test('answers with an address that opens once and logs out the person there', async ({
    assert,
  }) => {
    const document = await make()
    const { status, body } = await order(document)
    assert.equal(status, 201)
    assert.containsSubset(body, { object: 'in_person_link', livemode: true })
    assert.deepEqual(body.host, { id: owner.id, name: owner.name, email: owner.email })
    const { pathname } = new URL(String(body.url))
    assert.match(pathname, /^\/in-person\/inp_[\w-]{43}$/)
    const [entry] = (await within(() => AuditTrail.read(document.id))).filter(
      ({ action }) => action === 'in_person.started'
    )
    assert.match(String(entry.body.actor.via), /^key_/)
    assert.equal(entry.body.details.hostId, owner.id)

    const olga = await Visitor.as(acme)
    const opened = await olga.get(pathname)
    assert.equal(opened.status, 303)
    assert.match(String(opened.headers.location), /^\/sign\/ins_/)
    assert.isUndefined(olga.cookies.get('session'))
    assert.equal((await olga.get(pathname)).status, 410)
  })

  test('signers in person are said and have no link', async ({ assert }) => {
    const { id } = await make()
    const { body } = await client.get(`/api/v1/documents/${id}`)
    const [ana, ben] = body.signers as Record<string, unknown>[]
    assert.deepEqual([ana.inPerson, ana.status, 'signingUrl' in ana], [true, 'sent', false])
    assert.deepEqual(['inPerson' in ben, 'signingUrl' in ben], [false, true])
    const links = body.signerLinks as { email: string }[] | undefined
    assert.notInclude(
      (links ?? []).map(({ email }) => email),
      ANA.email
    )
  })

  test('asks for somebody who may look after the signers of this document', async ({ assert }) => {
    const document = await make()
    const viewer = await makeUser(acme, 'viewer')
    const member = await makeUser(acme, 'member')
    const gone = await makeUser(acme, 'admin')
    await within(() => gone.merge({ disabledAt: new Date() }).save())
    for (const host of [viewer.email, member.email, gone.email, 'nobody@example.test']) {
      const { status, body } = await order(document, { host })
      assert.equal(status, 422, host)
      assert.containsSubset(body.error, { code: 'host_unknown', param: 'host' })
    }
    for (const host of ['', 'x', null, 7]) {
      const { body } = await client.post(path(document), { host })
      assert.equal(body.error?.code, 'validation_failed', String(host))
    }
    const admin = await makeUser(acme, 'admin')
    assert.equal((await order(document, { host: admin.email.toUpperCase() })).status, 201)
  })

  test('is refused for others than such signers, and out of turn', async ({ assert }) => {
    const document = await make()
    assert.equal((await order(document, { at: 1 })).body.error?.code, 'not_in_person')
    const { id } = await make()
    const mixed = path(document).replace(document.id, id)
    const nobody = await client.post(mixed, { host: 'nobody@acme.example' })
    assert.equal(nobody.body.error?.code, 'signer_not_found', 'before a word about the host')
    const later = await make([
      { ...BEN, order: 1 },
      { ...HERE, order: 2 },
    ])
    const refused = await order(later, { at: 1 })
    assert.equal(refused.body.error?.code, 'document_state_conflict')
    const embedding = await client.post(path(document).replace('in-person', 'embed'), {
      origin: 'https://app.example',
    })
    assert.equal(embedding.body.error?.code, 'signs_in_person')
  })

  test('asks for a key that may see links, of this tenant and this environment', async ({
    assert,
  }) => {
    const document = await make()
    const narrow = await ApiClient.of(acme, 'live', { scopes: ['documents:write'] })
    assert.equal((await order(document, { by: narrow })).body.error?.code, 'insufficient_scope')
    const sandbox = await ApiClient.of(acme, 'test', { scopes: SCOPES })
    assert.notEqual((await order(document, { by: sandbox })).status, 201)
    const theirs = await ApiClient.of(await makeTenant(), 'live', { scopes: SCOPES })
    assert.equal((await order(document, { by: theirs })).status, 404)
    const inTest = await make([HERE], 'test')
    assert.notEqual((await order(inTest)).status, 201)
    const made = await order(inTest, { by: sandbox })
    assert.equal(made.status, 201)
    assert.isFalse(made.body.livemode)
    const visitor = new Visitor(acme, null, hostOfTenant(acme))
    const opened = await visitor.get(new URL(String(made.body.url)).pathname)
    assert.include((await visitor.followed(opened)).text, 'test-ribbon')
  })

  test('what does not go with it is refused, wherever it is said', async ({ assert }) => {
    const send = (signer: object) =>
      client.post('/api/v1/documents', {
        title: 'Sale',
        file,
        send: false,
        signers: [{ name: 'Ana Buyer', email: 'ana@example.test', ...signer }, BEN],
      })
    for (const [signer, param] of [
      [{ inPerson: true, role: 'approver' }, 'inPerson'],
      [{ inPerson: true, role: 'copy' }, 'inPerson'],
      [{ inPerson: true, identity: 'single_sign_on' }, 'identity'],
    ] as const) {
      const { status, body } = await send(signer)
      assert.equal(status, 422, param)
      assert.containsSubset(body.error?.details, [{ code: 'not_in_person' }])
    }
    const kept = await send({ inPerson: true, accessCode: 'blue-harbour' })
    assert.equal(kept.status, 201)
  })

  test('a correction changes the way to sign, and the old page ends', async ({ assert }) => {
    const document = await make()
    const { body } = await order(document)
    const visitor = new Visitor(acme)
    const opened = await visitor.get(new URL(String(body.url)).pathname)
    assert.equal((await visitor.followed(opened)).status, 200)
    const signer = path(document).replace('/in-person-links', '')
    const patched = await patch(signer, { inPerson: false })
    assert.equal(patched.status, 200)
    assert.equal((await visitor.followed(opened)).status, 410)
    assert.equal((await order(document)).body.error?.code, 'not_in_person')
    const entries = await within(() => AuditTrail.read(document.id))
    const corrected = entries.find(({ action }) => action === 'signer.corrected')!
    assert.containsSubset(corrected.body.details, { changed: ['inPerson'], inPerson: false })
    const back = await patch(signer, { inPerson: true })
    assert.equal(back.status, 200)
    assert.equal((await order(document)).status, 201)
  })

  test('repeats its answer for the same Idempotency-Key', async ({ assert }) => {
    const document = await make()
    const again = () =>
      client.post(path(document), { host: owner.email }, { 'idempotency-key': 'device-once' })
    const [first, second] = [await again(), await again()]
    assert.equal(second.body.url, first.body.url)
  })
})
