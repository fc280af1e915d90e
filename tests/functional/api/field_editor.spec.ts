import { FormData } from 'undici'
import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { clock } from '#app/foundation/clock'
import ApiKey from '#app/identity/keys/api_key'
import type { Scope } from '#app/identity/access/scope'
import { SESSION_MS } from '#app/signing/links/one_time_link'
import { EmbedOrigins } from '#app/signing/embedding/embed_origins'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, ask, hostOfTenant, type Answer } from '#tests/factories/api_client'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makePacket } from '#tests/factories/packet_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'

const ORIGIN = 'https://app.customer.example'
const SCOPES: Scope[] = ['documents:read', 'documents:write']
const COPY = { name: 'Cleo Copy', email: 'cleo@example.test', role: 'copy' as const }
const OWN = { 'sec-fetch-site': 'same-origin' }

/** As the board sends it; its first signer who acts is 0. */
const PLACED = { type: 'text', page: 1, x: 60, y: 300, width: 160, height: 24, unit: 'pt' }

test.group('API | field editor', (group) => {
  let acme: Tenant
  let client: ApiClient

  const inTenant = <T>(work: () => Promise<T>, environment: 'live' | 'test' = 'live') =>
    CurrentTenant.run({ tenant: acme.ref, environment }, work)
  const allow = (origin: string, environment: 'live' | 'test' = 'live') =>
    inTenant(() => unit(() => EmbedOrigins.allow(origin, OLGA)), environment)
  const clientOf = (scopes = SCOPES, environment: 'live' | 'test' = 'live') =>
    ApiClient.of(acme, environment, { scopes })

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    client = await clientOf()
    await allow(ORIGIN)
  })
  group.each.teardown(() => clock.restore())

  const make = (...[input, options]: Parameters<typeof makeDocument>) =>
    inTenant(() => makeDocument(input, { send: false, ...options }))
  const whole = async (id: string) => (await inTenant(() => Document.whole(id)))!
  const order = ({ id }: Document, by = client, origin: unknown = ORIGIN) =>
    by.post(`/api/v1/documents/${id}/editor-links`, { origin })
  const visit = (path: string, host = hostOfTenant(acme)) => ask({ path, headers: { host } })
  const pathOf = ({ body }: Answer) => new URL(String(body.url)).pathname
  const frameOf = ({ headers }: Answer) =>
    /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]
  const told = ({ text }: Answer) => /<frame-message [^>]*data-state="(\w+)"/.exec(text)?.[1]

  /** @returns the address at which the frame goes on */
  async function opened(document: Document, by = client): Promise<string> {
    const { headers } = await visit(pathOf(await order(document, by)))
    return String(headers.location)
  }

  const hidden = ({ text }: Answer) =>
    Object.fromEntries(
      ['once', 'version', 'ground'].map((name) => [
        name,
        new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '',
      ])
    )

  async function post(path: string, values: Record<string, string>, headers: object = OWN) {
    const form = new FormData()
    for (const [name, value] of Object.entries(values)) form.set(name, value)
    const host = hostOfTenant(acme)
    return ask({ method: 'POST', path, headers: { host, ...headers }, body: form })
  }

  async function save(path: string, fields: unknown, more: Record<string, string> = {}) {
    const values = { ...hidden(await visit(path)), fields: JSON.stringify(fields), ...more }
    return post(path, values)
  }

  test('speaks the language of the browser, to the end, and says where files begin', async ({
    assert,
  }) => {
    const draft = await inTenant(() => makePacket({}, { send: false }))
    const editor = await opened(draft)
    const headers = { 'host': hostOfTenant(acme), 'accept-language': 'de-CH,de;q=0.9' }
    const german = await ask({ path: editor, headers })
    assert.include(german.text, '<html lang="de" dir="ltr">')
    assert.include(german.text, 'Felder speichern')
    assert.include(german.text, 'Datei 2 von 3: Rules.pdf')
    assert.include(german.text, '<span>Unterschrift</span>')
    assert.include((await visit(editor)).text, 'Save fields')
    const saved = await ask({ path: `${editor}/saved`, headers })
    assert.include(saved.text, 'Die Felder sind gespeichert')
  })

  test('answers with an address that opens once, in frames of its origin alone', async ({
    assert,
  }) => {
    const answer = await order(await make())
    assert.equal(answer.status, 201)
    assert.containsSubset(answer.body, { object: 'editor_link', origin: ORIGIN, livemode: true })
    const first = await visit(pathOf(answer))
    assert.equal(first.status, 303)
    assert.match(String(first.headers.location), /^\/field-editor\/eds_[\w-]{43}$/)
    const page = await visit(String(first.headers.location))
    assert.deepEqual([page.status, told(page), frameOf(page)], [200, 'opened', ORIGIN])
    assert.isUndefined(page.headers['x-frame-options'])
    assert.equal(page.headers['referrer-policy'], 'no-referrer')
    assert.isUndefined(page.headers['set-cookie'])
    assert.include(page.text, 'Contract of sale')
    assert.notInclude(page.text, ANA.email)

    const second = await visit(pathOf(answer))
    assert.deepEqual([second.status, told(second), frameOf(second)], [410, 'expired', ORIGIN])
    assert.notInclude(second.text, 'Contract of sale')
  })

  test('lets one in of two who open it at the same time', async ({ assert }) => {
    const path = pathOf(await order(await make()))
    const answers = await Promise.all([1, 2, 3].map(() => visit(path)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 410, 410])
  })

  test('saves fields for those who act, and leaves the signers who they are', async ({
    assert,
  }) => {
    const before = await make({ signers: [COPY, ANA, BEN] })
    const path = await opened(before)
    const fields = [
      { ...PLACED, signer: 1, options: { label: 'City' } },
      { ...PLACED, signer: 0, y: 340 },
    ]
    const answer = await save(path, fields)
    assert.equal(answer.status, 303, answer.text)
    const page = await visit(String(answer.headers.location))
    assert.deepEqual([page.status, told(page)], [200, 'saved'])
    const { body } = await client.get(`/api/v1/documents/${before.id}`)
    const signers = body.signers as { id: string; name: string; fields: { y: number }[] }[]
    assert.deepEqual(
      signers.map(({ id }) => id),
      before.signers.map(({ id }) => id)
    )
    assert.deepEqual(
      signers.map((signer) => signer.fields.map(({ y }) => y)),
      [[], [340], [300]]
    )
    const entries = await inTenant(() => AuditTrail.read(before.id))
    const edit = entries.find(({ action }) => action === 'document.edited')!.body
    assert.deepEqual(edit.details.changed, ['fields'])
    assert.containSubset(edit.details.editor, { origin: ORIGIN })
    assert.match(String(edit.actor.via), /^key_/)
    const olga = await Visitor.as(acme)
    const trail = (await olga.get(`/documents/${before.id}`)).text
    assert.include(trail, `placed fields in the editor embedded at ${ORIGIN}`)
  })

  test('takes effect once when it is sent twice, and not at all when nothing is different', async ({
    assert,
  }) => {
    const { id } = await make()
    const path = await opened(await whole(id))
    const values = {
      ...hidden(await visit(path)),
      fields: JSON.stringify([{ ...PLACED, signer: 0 }]),
    }
    const answers = await Promise.all([post(path, values), post(path, values)])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303]
    )
    assert.equal((await save(path, [{ ...PLACED, signer: 0 }])).status, 303)
    const entries = await inTenant(() => AuditTrail.read(id))
    assert.lengthOf(
      entries.filter(({ action }) => action === 'document.edited'),
      1
    )
  })

  test('never overwrites unseen: fields that others have changed are replaced only by saving again', async ({
    assert,
  }) => {
    const document = await make()
    const path = await opened(document)
    const values = hidden(await visit(path))
    const mine = JSON.stringify([{ ...PLACED, signer: 0, y: 111 }])
    const revise = (fields: object[]) =>
      client.ask({
        method: 'PATCH',
        path: `/api/v1/documents/${document.id}`,
        json: { fields },
      })
    await client.ask({
      method: 'PATCH',
      path: `/api/v1/documents/${document.id}`,
      json: { title: 'Another title' },
    })
    await revise([{ ...PLACED, y: 222, signer: BEN.email }])
    const refused = await post(path, { ...values, fields: mine })
    assert.equal(refused.status, 409)
    assert.include(refused.text, 'Somebody else has changed the fields')
    assert.include(refused.text, '&quot;y&quot;:111')
    const places = async () => (await whole(document.id)).fields.map(({ y }) => y)
    assert.deepEqual(await places(), [222])
    const again = await post(path, { ...hidden(refused), fields: mine })
    assert.equal(again.status, 303)
    assert.deepEqual(await places(), [111])
    assert.equal((await whole(document.id)).title, 'Another title')
  })

  test('lets nobody place fields for signers who are others by now', async ({ assert }) => {
    const document = await make()
    const path = await opened(document)
    const values = hidden(await visit(path))
    await client.ask({
      method: 'PATCH',
      path: `/api/v1/documents/${document.id}`,
      json: { signers: [{ name: 'Zoe', email: 'zoe@example.test' }] },
    })
    const fields = JSON.stringify([{ ...PLACED, signer: 0 }])
    const refused = await post(path, { ...values, fields })
    assert.equal(refused.status, 409)
    assert.include(refused.text, 'The file or the signers of this document have changed')
    assert.include(refused.text, 'Zoe')
    assert.lengthOf((await whole(document.id)).fields, 0)
  })

  test('says what is wrong with what was placed, and changes nothing', async ({ assert }) => {
    const document = await make()
    const path = await opened(document)
    const text = { ...PLACED, signer: 0 }
    for (const [fields, words] of [
      [[{ ...text, options: { minLength: 9, maxLength: 3 } }], 'above the most characters'],
      [[{ ...text, page: 40 }], 'page'],
      [[{ ...text, x: 5_000 }], 'page'],
      [[{ ...text, signer: 2 }], 'Some field positions were lost'],
      [[{ ...text, type: 'rocket' }], 'Some field positions were lost'],
      [{ length: 1 }, 'Some field positions were lost'],
      [Array.from({ length: 501 }, () => text), 'Some field positions were lost'],
    ] as const) {
      const { status, text: page } = await save(path, fields)
      assert.equal(status, 422, JSON.stringify(fields).slice(0, 80))
      assert.include(page, words)
    }
    const odd = await post(path, {})
    assert.equal(odd.status, 409)
    const foreign = await post(path, {}, { 'sec-fetch-site': 'cross-site' })
    assert.equal(foreign.status, 403)
    const stored = await whole(document.id)
    assert.deepEqual(
      stored.fields.map(({ id }) => id),
      document.fields.map(({ id }) => id)
    )
  })

  test('is refused for what was sent, for other origins, scopes, tenants and environments', async ({
    assert,
  }) => {
    const document = await make()
    const codeOf = async (answer: Promise<Answer>) => (await answer).body.error?.code
    const sent = await make({}, { send: true })
    assert.equal(await codeOf(order(sent)), 'document_state_conflict')
    assert.equal(await codeOf(order(document, client, 'https://x.example')), 'origin_not_allowed')
    assert.equal(await codeOf(order(document, client, 'javascript:1')), 'validation_failed')
    const reader = await clientOf(['documents:read'])
    assert.equal(await codeOf(order(document, reader)), 'insufficient_scope')
    const sandbox = await clientOf(SCOPES, 'test')
    assert.notEqual((await order(document, sandbox)).status, 201)
    const other = await makeTenant()
    const theirs = await ApiClient.of(other, 'live', { scopes: SCOPES })
    assert.equal((await order(document, theirs)).status, 404)

    const answer = await order(document)
    assert.equal((await visit(pathOf(answer), hostOfTenant(other))).status, 404)
    const { headers } = await visit(pathOf(answer))
    const path = String(headers.location)
    assert.equal((await visit(path, hostOfTenant(other))).status, 404)
    assert.equal((await visit(`${path}/file`, hostOfTenant(other))).status, 404)
    assert.equal((await visit(`${path}/file`)).status, 200)
    assert.equal((await visit(path.replace('field-editor', 'sign'))).status, 404)
  })

  test('ends with its time, its draft, its key, its scope and its origin', async ({ assert }) => {
    const seen = async (path: string) => {
      const page = await visit(path)
      const { status } = await visit(`${path}/file`)
      const saved = await save(path, [], { version: 'x', ground: 'x', once: '' })
      return [page.status, told(page), status, saved.status]
    }
    const late = await opened(await make())
    clock.travel(SESSION_MS + 1_000)
    assert.deepEqual(await seen(late), [410, 'expired', 404, 410])
    clock.restore()

    const document = await make()
    const sent = await opened(document)
    await inTenant(() => document.send(OLGA))
    assert.deepEqual(await seen(sent), [410, 'closed', 404, 410])

    const deleted = await make()
    const gone = await opened(deleted)
    await inTenant(() => deleted.remove(OLGA))
    assert.deepEqual(await seen(gone), [404, undefined, 404, 404])

    for (const end of [
      (key: ApiKey) => key.revoke(OLGA),
      (key: ApiKey) => key.revise({ scopes: ['documents:read'] }, OLGA),
    ]) {
      const own = await clientOf()
      const path = await opened(await make(), own)
      await inTenant(async () => end(await ApiKey.findOrFail(own.keyId)))
      assert.deepEqual(await seen(path), [410, 'closed', 404, 410])
    }

    const origin = 'https://removed.example'
    await allow(origin)
    const answer = await order(await make(), client, origin)
    const { headers } = await visit(pathOf(answer))
    await inTenant(() => EmbedOrigins.forbid(origin, OLGA))
    const removed = await visit(String(headers.location))
    assert.deepEqual([removed.status, frameOf(removed)], [404, "'none'"])
  })

  test('is over once it is cancelled, and says so each time', async ({ assert }) => {
    const document = await make()
    const path = await opened(document)
    const answers = [await post(`${path}/cancel`, {}), await post(`${path}/cancel`, {})]
    for (const answer of answers)
      assert.deepEqual([answer.status, told(answer), frameOf(answer)], [200, 'cancelled', ORIGIN])
    assert.equal(told(await visit(path)), 'expired')
    assert.equal((await save(path, [])).status, 410)
    assert.lengthOf((await whole(document.id)).fields, document.fields.length)
  })

  test('works in the sandbox as in live', async ({ assert }) => {
    const sandbox = await clientOf(SCOPES, 'test')
    const document = await inTenant(() => makeDocument({}, { send: false }), 'test')
    const refused = await order(document, sandbox)
    assert.equal(refused.body.error?.code, 'origin_not_allowed')
    await allow(ORIGIN, 'test')
    const path = await opened(document, sandbox)
    assert.include((await visit(path)).text, 'No legal effect')
    assert.equal((await save(path, [{ ...PLACED, signer: 1 }])).status, 303)
    const stored = await inTenant(() => Document.whole(document.id), 'test')
    assert.deepEqual(
      stored!.fields.map(({ type }) => type),
      ['text']
    )
  })
})
