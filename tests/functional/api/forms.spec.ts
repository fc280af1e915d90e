import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { OPERATIONS } from '#app/api/v1/operations/index'
import { clock } from '#app/foundation/clock'
import { HOUR_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
import type User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { Templates } from '#app/templates/templates'
import type { Template } from '#app/templates/template'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { OLGA } from '#tests/factories/document_factory'
import { makeTemplate, SALE } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { makeUser, ownerOf, Visitor } from '#tests/support/dashboard_visitor'

test.group('API | forms', (group) => {
  let acme: Tenant
  let sam: User
  let client: ApiClient
  let template: Template

  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'business', withSandbox: true })
    sam = await makeUser(acme, 'member')
    client = await ApiClient.of(acme, 'test')
    template = await inSandbox(() => makeTemplate())
    return () => clock.restore()
  })

  const inSandbox = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, work)
  const sellers = () => [{ role: 'seller', member: sam.email.toUpperCase() }]
  const create = (more: object = {}, headers = {}) => {
    const json = { role: 'buyer', members: sellers(), ...more }
    return client.post(`/api/v1/templates/${template.id}/forms`, json, headers)
  }
  const at = ({ body }: Answer) => `/api/v1/forms/${String(body.id)}`
  const patch = (path: string, json: object) => client.ask({ method: 'PATCH', path, json })
  const linkOf = ({ body }: Answer) => new URL(String(body.url)).pathname
  const visit = async (answer: Answer) => (await new Visitor(acme).get(linkOf(answer))).status
  const leave = (user: User) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      user.merge({ disabledAt: new Date() }).save()
    )
  const codes = ({ body }: Answer) =>
    (body.error?.details as { param: string; code: string }[]).map(
      ({ param, code }) => `${param} ${code}`
    )

  async function submit(answer: Answer): Promise<number> {
    const vera = new Visitor(acme)
    const email = `vera${randomUUID()}@example.test`
    const form = { once: randomUUID(), name: 'Vera Visitor', email }
    const { text } = await vera.post(linkOf(answer), form)
    const link = /\/confirm\/cfm_[\w-]{43}/.exec(text)?.[0] ?? ''
    return (await vera.post(link)).status
  }

  test('are created once for one Idempotency-Key, and make documents', async ({ assert }) => {
    const key = { 'idempotency-key': 'form-1' }
    const made = await create({ most: 1, welcome: 'Ahoy' }, key)
    assert.equal(made.status, 201)
    assert.equal(made.headers.location, at(made))
    assert.containSubset(made.body, {
      ...{ object: 'form', status: 'open', templateId: template.id, title: SALE.title },
      ...{ role: 'Buyer', members: [{ role: 'Seller', member: sam.id }], welcome: 'Ahoy' },
      ...{ responsible: (await ownerOf(acme)).id, closesAt: null, most: 1, submissions: 0 },
    })
    assert.equal((await create({ most: 1, welcome: 'Ahoy' }, key)).text, made.text)
    assert.equal(await submit(made), 303)
    assert.containSubset((await client.get(at(made))).body, { status: 'full', submissions: 1 })
    const { body } = await client.get(`/api/v1/documents?templateId=${template.id}`)
    const [document] = body.data as { signers: { email: string }[] }[]
    assert.equal(document.signers[1].email, sam.email)
    const another = await create()
    assert.equal(another.body.error?.code, 'form_exists')
  })

  test('are closed, opened, given another link and deleted, twice as once', async ({ assert }) => {
    const made = await create()
    const post = (verb: string) => client.post(`${at(made)}/${verb}`, {})
    assert.equal(await visit(made), 200)
    assert.equal((await post('close')).body.status, 'closed')
    const closed = await post('close')
    assert.equal(closed.body.status, 'closed')
    assert.equal(await visit(made), 410)
    assert.equal((await patch(at(made), { title: 'Rent' })).body.status, 'closed')
    assert.equal((await post('open')).body.status, 'open')
    assert.equal(await visit(made), 200)
    const rotated = await post('rotate-link')
    assert.equal(await visit(made), 404)
    assert.equal(await visit(rotated), 200)
    await inSandbox(() => Templates.archive(template.id))
    assert.equal((await client.get(at(made))).body.status, 'archived')
    assert.equal((await post('open')).body.error?.code, 'template_archived')
    const gone = await client.delete(at(made))
    assert.containSubset(gone.body, { object: 'form', deleted: true })
    assert.equal(await visit(rotated), 404)
    assert.equal((await client.get(at(made))).body.error?.code, 'form_not_found')
  })

  test('are changed in part, and end when their time is over', async ({ assert }) => {
    const made = await create({ welcome: 'Ahoy', most: 5 })
    const closesAt = new Date(Date.now() + HOUR_MS).toISOString()
    const changed = await patch(at(made), { welcome: null, closesAt, responsible: sam.id })
    assert.containSubset(changed.body, {
      ...{ title: SALE.title, role: 'Buyer', welcome: null, most: 5 },
      ...{ closesAt, responsible: sam.id, url: made.body.url },
    })
    const swapped = await patch(at(made), {
      role: 'Seller',
      members: [{ role: 'Buyer', member: sam.id }],
    })
    assert.containSubset(swapped.body, { role: 'Seller', members: [{ role: 'Buyer' }] })
    clock.travel(2 * HOUR_MS)
    assert.equal((await client.get(at(made))).body.status, 'ended')
    const endless = await patch(at(made), { closesAt: null, most: null })
    assert.containSubset(endless.body, { status: 'open', closesAt: null, most: null })
  })

  test('are judged by what is sent: what ended, left or was renamed meanwhile refuses nothing else', async ({
    assert,
  }) => {
    const closesAt = new Date(Date.now() + HOUR_MS).toISOString()
    const made = await create({ closesAt, responsible: sam.id })
    clock.travel(2 * HOUR_MS)
    const [buyer, seller] = SALE.roles
    const renamed = { ...SALE, roles: [{ ...buyer, name: 'Customer' }, seller] }
    await inSandbox(() => Templates.save(template.id, renamed, { by: OLGA }))
    await leave(sam)
    const titled = await patch(at(made), { title: 'Rent', most: 7 })
    assert.equal(titled.status, 200, titled.text)
    assert.containSubset(titled.body, {
      ...{ title: 'Rent', most: 7, status: 'ended', closesAt, role: 'Buyer' },
      ...{ members: [{ role: 'Seller', member: sam.id }], responsible: sam.id },
    })
    assert.equal((await patch(at(made), { role: 'Customer' })).body.role, 'Customer')
    assert.deepEqual(codes(await patch(at(made), { closesAt })), ['closesAt in_the_past'])
    assert.deepEqual(codes(await patch(at(made), { responsible: sam.id })), [
      'responsible unknown_member',
    ])
    assert.deepEqual(codes(await patch(at(made), { members: sellers() })), [
      'members[0].member unknown_member',
    ])
  })

  test('name the member who has the role that the visitor is to take', async ({ assert }) => {
    const made = await create()
    const refused = await patch(at(made), { role: 'Seller' })
    assert.deepEqual(codes(refused), ['role duplicate', 'members role_empty'])
    assert.include(refused.text, `${sam.name} has this role`)
    await leave(sam)
    const gone = await patch(at(made), { role: 'Seller' })
    assert.include(gone.text, 'A member who may no longer send documents has this role')
  })

  test('refuse what does not fit, and nothing is made or changed', async ({ assert }) => {
    const viewer = await makeUser(acme, 'viewer')
    const member = viewer.id
    assert.deepEqual(codes(await create({ members: [] })), ['members role_empty'])
    assert.deepEqual(codes(await create({ members: [{ role: 'Seller', member }] })), [
      'members[0].member unknown_member',
    ])
    const odd = { role: 'Notary', members: [...sellers(), ...sellers()], responsible: 'nobody' }
    assert.sameMembers(codes(await create(odd)), [
      ...['role unknown_role', 'members[1].role duplicate', 'members role_empty'],
      'responsible unknown_member',
    ])
    assert.deepEqual(codes(await create({ closesAt: '2020-01-01' })), ['closesAt in_the_past'])
    for (const more of [{ most: 0 }, { most: 1.5 }, { role: '' }, { members: {} }, { title: null }])
      assert.equal((await create(more)).status, 422, JSON.stringify(more))
    assert.lengthOf((await client.get('/api/v1/forms')).body.data as object[], 0)
    const made = await create()
    assert.equal((await patch(at(made), { title: 'X', role: 'Seller' })).status, 422)
    assert.equal((await client.get(at(made))).body.title, SALE.title)
    const nothing = `/api/v1/forms/${newId('frm', 'test')}`
    assert.equal((await client.get(nothing)).body.error?.code, 'form_not_found')
    assert.equal((await client.delete(nothing)).status, 404)
  })

  test('refuse a visitor who would sign in person, who has no device of a member at hand', async ({
    assert,
  }) => {
    const [buyer, seller] = SALE.roles
    const roles = [{ ...buyer, inPerson: true }, seller]
    template = await inSandbox(() => makeTemplate({ roles }))
    assert.deepEqual(codes(await create()), ['role in_person'])
    const members = [{ role: 'Buyer', member: sam.id }]
    const made = await create({ role: 'Seller', members })
    assert.equal(made.status, 201)
    const swapped = await patch(at(made), { role: 'Buyer', members: sellers() })
    assert.equal(swapped.status, 422)
    assert.deepEqual(codes(swapped), ['role in_person'])
  })

  test('are listed, and take the scopes of what they do', async ({ assert }) => {
    const first = await create()
    template = await inSandbox(() => makeTemplate())
    const second = await create()
    const ids = ({ body }: Answer) => (body.data as { id: string }[]).map(({ id }) => id)
    const page = await client.get('/api/v1/forms?limit=1')
    assert.deepEqual(ids(page), [second.body.id])
    const next = await client.get(`/api/v1/forms?limit=1&cursor=${String(page.body.nextCursor)}`)
    assert.deepEqual(ids(next), [first.body.id])
    assert.isFalse(next.body.hasMore)
    const of = await client.get(`/api/v1/forms?templateId=${template.id}`)
    assert.deepEqual(ids(of), [second.body.id])
    const live = await ApiClient.of(acme, 'live')
    assert.equal((await live.get(at(first))).body.error?.code, 'mode_mismatch')
    const keeper = await ApiClient.of(acme, 'test', { scopes: ['templates:write'] })
    const refused = await keeper.post(`${at(first)}/open`, {})
    assert.deepEqual(refused.body.error?.details, { required: 'documents:write' })
    const closed = await keeper.post(`${at(first)}/close`, {})
    assert.equal(closed.body.status, 'closed')
  })

  test('are made as the reference shows', async ({ assert }) => {
    const [role] = SALE.roles
    template = await inSandbox(() => makeTemplate({ roles: [role] }))
    const { example } = OPERATIONS.find(({ name }) => name === 'templates.forms.store')!
    const made = await create({ members: undefined, ...example })
    assert.containSubset(made.body, { status: 'open', members: [], ...example })
    const change = OPERATIONS.find(({ name }) => name === 'forms.update')!.example!
    assert.containSubset((await patch(at(made), change)).body, change)
  })
})
