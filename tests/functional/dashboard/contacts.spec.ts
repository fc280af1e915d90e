import { test } from '@japa/runner'
import { SavedViews } from '#app/documents/views/saved_views'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Membership } from '#app/identity/users/membership'
import type { Environment } from '#app/foundation/environment'
import type User from '#app/identity/users/user'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, newDocument, ownerOf, Visitor } from '#tests/support/dashboard_visitor'

const AT = '/account/contacts'

test.group('Dashboard | contacts', (group) => {
  let acme: Tenant
  let olga: Visitor
  let mia: Visitor

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
    mia = await Visitor.as(acme, 'member')
  })

  const send = async (visitor: Visitor, values: Record<string, string> = {}, base = '') =>
    visitor.upload(`${base}/documents`, await newDocument(values))
  const matches = async (visitor: Visitor, typed = '', base = '') => {
    const { text } = await visitor.get(`${base}${AT}/matches?q=${encodeURIComponent(typed)}`)
    return (JSON.parse(text).contacts as { name: string }[]).map(({ name }) => name)
  }
  const rows = (sql: string, environment: Environment = 'live') =>
    CurrentTenant.run({ tenant: acme.ref, environment }, async () => {
      const [found] = await CurrentTenant.batch([{ text: sql }])
      return found
    })
  const idOf = async (name: string) => {
    const [{ id }] = await rows(`select id from contacts where name = '${name}'`)
    return String(id)
  }

  test('are the people whom a member has asked to sign, the last ones first', async ({
    assert,
  }) => {
    await send(olga, { send: 'no' })
    assert.deepEqual(await matches(olga), [], 'a draft asks nobody')
    await send(olga, { 'signers[0][name]': 'Ana Häuser', 'signers[0][email]': 'ANA@example.test' })
    assert.sameMembers(await matches(olga), ['Ana Häuser', 'Ben Seller'])
    await send(olga, {
      'signers[1][name]': 'Cem Late',
      'signers[1][email]': 'cem@example.test',
    })
    assert.sameMembers((await matches(olga)).slice(0, 2), ['Ana Buyer', 'Cem Late'])
    assert.deepEqual(await matches(olga, 'seller BEN'), ['Ben Seller'])
    assert.deepEqual(await matches(olga, 'ana@'), ['Ana Buyer'], 'one for each address')
    assert.deepEqual(await matches(olga, '%'), [])
    const page = await olga.get(`${AT}?q=cem`)
    assert.match(page.text, /One contact, used last first/)
    assert.notMatch(page.text, /Ben Seller/)
  })

  test('are found without accents, whatever is typed', async ({ assert }) => {
    await send(olga, { 'signers[0][name]': 'Zoë Häuser' })
    assert.deepEqual(await matches(olga, 'zoe hauser'), ['Zoë Häuser'])
    assert.deepEqual(await matches(olga, 'HÄUSER'), ['Zoë Häuser'])
  })

  test('are never another member’s, an administrator’s not either', async ({ assert }) => {
    await send(mia)
    const id = await idOf('Ana Buyer')
    assert.deepEqual(await matches(olga), [])
    assert.match((await olga.get(AT)).text, /No contacts yet/)
    const values = { name: 'Eve', email: 'eve@example.test', language: '' }
    assert.equal((await olga.post(`${AT}/${id}`, values)).status, 404)
    assert.equal((await olga.post(`${AT}/${id}/delete`)).status, 404)
    await olga.post(`${AT}/delete`)
    assert.sameMembers(await matches(mia), ['Ana Buyer', 'Ben Seller'])
  })

  test('are separate in the sandbox, and go with its reset', async ({ assert }) => {
    await send(olga, {}, '/test')
    assert.deepEqual(await matches(olga), [])
    assert.sameMembers(await matches(olga, '', '/test'), ['Ana Buyer', 'Ben Seller'])
    const [{ id }] = await rows('select id from contacts', 'test')
    const values = { name: 'Eve', email: 'eve@example.test', language: '' }
    assert.equal((await olga.post(`${AT}/${String(id)}`, values)).status, 404)
    await olga.post('/test/reset', { confirmation: 'reset' })
    assert.deepEqual(await matches(olga, '', '/test'), [])
  })

  test('are changed one by one, and never to the address of another', async ({ assert }) => {
    await send(olga)
    const path = `${AT}/${await idOf('Ana Buyer')}`
    const name = 'Ana Nova'
    const wrong = await olga.post(path, { name: '', email: 'nobody', language: 'xx' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /Give the contact a name/)
    assert.match(wrong.text, /This is not an email address/)
    const twin = await olga.post(path, { name, email: 'BEN@example.test', language: '' })
    assert.equal(twin.status, 422)
    assert.match(twin.text, /Another of your contacts has this address/)
    const changed = { name, email: 'nova@example.test', language: 'de' }
    assert.equal((await olga.post(path, changed)).status, 303)
    const { text } = await olga.get(`${AT}/matches?q=nova`)
    assert.deepEqual(JSON.parse(text).contacts, [changed])
  })

  test('are deleted one by one and all at once', async ({ assert }) => {
    await send(olga)
    const path = `${AT}/${await idOf('Ana Buyer')}/delete`
    const once = { once: 'a-value-of-the-form-that-is-sent' }
    await olga.post(path, once)
    assert.equal((await olga.post(path, once)).status, 303, 'twice is once')
    assert.equal((await olga.post(path)).status, 404, 'it is gone')
    assert.deepEqual(await matches(olga), ['Ben Seller'])
    assert.match((await olga.get(`${AT}/delete`)).text, /Delete all of your contacts\?/)
    await olga.post(`${AT}/delete`)
    assert.deepEqual(await matches(olga), [])
  })

  test('are not remembered for somebody who turned that off', async ({ assert }) => {
    await send(olga)
    await olga.post(`${AT}/remembering`, { remembering: 'off' })
    await send(olga, { 'signers[1][name]': 'Cem', 'signers[1][email]': 'cem@example.test' })
    assert.sameMembers(await matches(olga), ['Ana Buyer', 'Ben Seller'], 'what is there stays')
    assert.match((await olga.get(AT)).text, /Remembering is off/)
    await olga.post(`${AT}/remembering`, { remembering: 'on' })
    await send(olga, { 'signers[1][name]': 'Cem', 'signers[1][email]': 'cem@example.test' })
    assert.include(await matches(olga), 'Cem')
  })

  test('are corrected with the signer, and forgotten where mail came back', async ({ assert }) => {
    const made = await send(olga)
    const path = String(made.headers.location)
    const signers = await rows('select id, name from signers order by position')
    const correct = (at: number, email: string) =>
      olga.post(`${path}/signers/${String(signers[at].id)}`, {
        name: String(signers[at].name),
        email,
      })
    await rows(`update signers set status = 'delivery_failed' where name = 'Ben Seller'`)
    await correct(0, 'ana@new.test')
    await correct(1, 'ben@new.test')
    const addresses = await rows('select address from contacts order by address')
    assert.deepEqual(
      addresses.map(({ address }) => address),
      ['ana@example.test', 'ana@new.test', 'ben@new.test']
    )
  })

  test('are at most a thousand: the ones not used for longest go', async ({ assert }) => {
    const { id } = await ownerOf(acme)
    await rows(`insert into contacts (id, user_id, address, name, email, created_at, last_used_at)
      select 'con_' || n, '${id}', n || '@x.test', 'N' || n, n || '@x.test', now(), now() - n * interval '1 hour'
        from generate_series(1, 1000) n`)
    await send(olga)
    const [{ count }] = await rows('select count(*)::int from contacts')
    assert.equal(count, 1000)
    const gone = await rows(`select 1 from contacts where name in ('N999', 'N1000')`)
    assert.deepEqual(gone, [])
    assert.sameMembers((await matches(olga)).slice(0, 2), ['Ana Buyer', 'Ben Seller'])
  })

  test('are one for each address, whatever is sent at the same time', async ({ assert }) => {
    const both = {
      'signers[0][email]': 'ben@example.test',
      'signers[1][email]': 'ana@example.test',
    }
    const answers = await Promise.all([send(olga), send(olga, both), send(olga), send(olga, both)])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303, 303, 303]
    )
    assert.lengthOf(await rows('select 1 from contacts'), 2)
  })

  test('are not what a program asked: a key has no contacts', async ({ assert }) => {
    const { id, name } = await ownerOf(acme)
    const by = { type: 'user' as const, id, name }
    await inLive(acme, () => makeDocument({ by: { ...by, via: 'key_of_a_program' } }))
    assert.deepEqual(await rows('select 1 from contacts'), [])
    await inLive(acme, () => makeDocument({ by }))
    assert.isNotEmpty(await rows('select 1 from contacts'))
  })

  test('go with the member, in both environments', async ({ assert }) => {
    await send(mia)
    await send(mia, {}, '/test')
    await mia.post(`${AT}/remembering`, { remembering: 'off' })
    await send(olga)
    const owner = await ownerOf(acme)
    const by = { type: 'user' as const, id: owner.id, name: owner.name }
    await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      new Membership(mia.user as User, by, 'owner').remove({ revokeKeys: false })
    )
    assert.deepEqual(await rows('select distinct user_id from contacts'), [{ user_id: owner.id }])
    assert.deepEqual(await rows('select 1 from contacts', 'test'), [])
    assert.deepEqual(await rows('select 1 from contacts_off'), [])
  })

  test('go with the person who is erased, from all members', async ({ assert }) => {
    await send(mia)
    await send(olga, {}, '/test')
    const email = 'ana@example.test'
    const asked = await olga.get(`/settings/data/person?email=${email}`)
    assert.match(asked.text, /One member has this address among their contacts/)
    await olga.post('/settings/data/person', { email, confirmation: email })
    assert.deepEqual(await matches(mia), ['Ben Seller'])
    assert.deepEqual(await matches(olga, '', '/test'), ['Ben Seller'])
  })

  test('go together with saved views that ask for the person, and leave other views', async ({
    assert,
  }) => {
    const email = 'ana@example.test'
    const views = [
      ['Ana', `signer=${encodeURIComponent('Ana@Example.test')}&status=pending`],
      ['Of ana@example.test', 'status=pending'],
      ['Her sister', `signer=${encodeURIComponent('jo-ana@example.test')}`],
    ]
    await inLive(acme, async () => {
      for (const [name, query] of views)
        await SavedViews.create({ id: mia.user!.id }, { name, shared_with: null }, query)
    })
    const asked = await olga.get(`/settings/data/person?email=${email}`)
    assert.include(asked.text, '2 saved views ask for this address')
    await olga.post('/settings/data/person', { email, confirmation: email })
    assert.deepEqual(await rows('select name from saved_views'), [{ name: 'Her sister' }])
    const again = await olga.get(`/settings/data/person?email=${email}`)
    assert.notInclude(again.text, 'saved view')
  })
})
