import { test } from '@japa/runner'
import Brand from '#app/brand/brand'
import Document from '#app/documents/document'
import ApiKey from '#app/identity/keys/api_key'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { PublicForms } from '#app/templates/forms/public_forms'
import { Templates } from '#app/templates/templates'
import { Signing } from '#app/signing/signing'
import type { Answer } from '#tests/factories/api_client'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTemplate, SALE } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { filledForm, type FilledForm } from '#tests/support/page_forms'
import { CLIENT } from '#tests/support/signing_link'

/** A page that is open in a browser: its form goes as it stands there, but for what is changed in it. */
async function opened(visitor: Visitor, path: string, action: string) {
  const { text } = await visitor.get(path)
  const sent = filledForm({ path, html: text }, action)
  return (changed: FilledForm): Promise<Answer> => visitor.post(action, { ...sent, ...changed })
}

test.group('Dashboard | two tabs with the same form', (group) => {
  let olga: Visitor

  group.setup(async () => {
    olga = await Visitor.as(await makeTenant({ plan: 'pro' }))
  })

  test('both change the brand, each what was changed in it', async ({ assert }) => {
    const path = '/settings/brand'
    const clauses = 'Terms\nAll of them.\n\nMore\nOf them.'
    await (
      await opened(olga, path, path)
    )({ consentStatement: ['I agree'], consentText: [clauses], firstLanguage: ['de'] })
    const [legal, looks] = [await opened(olga, path, path), await opened(olga, path, path)]
    const refused = await looks({ color: ['no color'] })
    assert.equal(refused.status, 422)
    assert.equal((await legal({ consentStatement: ['I agree to it'] })).status, 303)
    assert.equal((await looks({ color: ['#7a1fa2'] })).status, 303)
    const { consent, color, languages } = await inLive(olga.tenant, () => Brand.current())
    assert.equal(consent!.statement, 'I agree to it')
    assert.lengthOf(consent!.clauses, 2)
    assert.equal(color, '#7a1fa2')
    assert.equal(languages![0], 'de')
  })

  test('both change a key: what one has narrowed stays so', async ({ assert }) => {
    const { id } = await inLive(olga.tenant, async () => {
      const scopes = ['documents:write', 'documents:read'] as const
      const wanted = { environment: 'live', name: 'Shop', scopes, createdBy: olga.user! } as const
      return (await ApiKey.issue(wanted)).key
    })
    const path = `/settings/keys/${id}`
    const [narrowing, naming] = [
      await opened(olga, `${path}/edit`, path),
      await opened(olga, `${path}/edit`, path),
    ]
    const narrowed = { 'scopes[]': ['documents:read'], 'addresses': ['203.0.113.7'] }
    assert.equal((await narrowing(narrowed)).status, 303)
    assert.equal((await naming({ name: [''] })).status, 422)
    assert.equal((await naming({ name: ['Web shop'] })).status, 303)
    const key = await inLive(olga.tenant, () => ApiKey.findOrFail(id))
    assert.deepEqual([...key.scopes], ['documents:read'])
    assert.deepEqual([...key.allowedIps], ['203.0.113.7'])
    assert.equal(key.name, 'Web shop')
  })

  test('both change the lists of a key: what one has taken out stays out, and nothing is opened to all', async ({
    assert,
  }) => {
    const { id } = await inLive(olga.tenant, async () => {
      const scopes = ['documents:write', 'documents:read'] as const
      const wanted = { environment: 'live', name: 'Shop', scopes, createdBy: olga.user! } as const
      return (await ApiKey.issue({ ...wanted, allowedIps: ['203.0.113.7', '203.0.113.8'] })).key
    })
    const path = `/settings/keys/${id}`
    const open = () => opened(olga, `${path}/edit`, path)
    const [narrowing, widening, emptying] = [await open(), await open(), await open()]
    const narrowed = { 'scopes[]': ['documents:read'], 'addresses': ['203.0.113.8'] }
    assert.equal((await narrowing(narrowed)).status, 303)
    const widened = {
      'scopes[]': ['documents:write', 'documents:read', 'usage:read'],
      'addresses': ['203.0.113.7\n203.0.113.8\n203.0.113.9'],
    }
    assert.equal((await widening(widened)).status, 303)
    const terms = async () => {
      const key = await inLive(olga.tenant, () => ApiKey.findOrFail(id))
      return [[...key.scopes], [...key.allowedIps]]
    }
    const both = [
      ['documents:read', 'usage:read'],
      ['203.0.113.8', '203.0.113.9'],
    ]
    assert.deepEqual(await terms(), both)
    const later = await open()
    assert.equal((await later({ addresses: ['203.0.113.8'] })).status, 303)
    const refused = await emptying({ addresses: ['203.0.113.7'] })
    assert.equal(refused.status, 409)
    assert.include(refused.text, 'Somebody has changed this since')
    assert.deepEqual(await terms(), [both[0], ['203.0.113.8']])
    const shown = filledForm({ path: `${path}/edit`, html: refused.text }, path)
    assert.deepEqual(shown.addresses, ['203.0.113.8'])
    assert.equal((await olga.post(path, { ...shown, name: ['Web shop'] })).status, 303)
  })

  test('both change the lists of the brand: what one has taken out stays out', async ({
    assert,
  }) => {
    const path = '/settings/brand'
    const hosts = 'a.example.test\nb.example.test'
    const languages = { languages: ['de', 'en', 'fr'], firstLanguage: ['de'] }
    const first = await opened(olga, path, path)
    assert.equal((await first({ redirectHosts: [hosts], ...languages })).status, 303)
    const [narrowing, widening] = [await opened(olga, path, path), await opened(olga, path, path)]
    const narrowed = { redirectHosts: ['b.example.test'], languages: ['de', 'en'] }
    assert.equal((await narrowing(narrowed)).status, 303)
    const widened = {
      redirectHosts: [`${hosts}\nc.example.test`],
      languages: ['de', 'en', 'es', 'fr'],
      firstLanguage: ['en'],
    }
    assert.equal((await widening(widened)).status, 303)
    const brand = await inLive(olga.tenant, () => Brand.current())
    assert.deepEqual(brand.redirectHosts, ['b.example.test', 'c.example.test'])
    assert.deepEqual(brand.languages, ['en', 'de', 'es'])
  })

  test('both change where the brand sends signers: never to a host that the other has taken out', async ({
    assert,
  }) => {
    const path = '/settings/brand'
    const first = await opened(olga, path, path)
    const hosts = ['a.example.test', 'b.example.test']
    assert.equal((await first({ redirectHosts: [hosts.join('\n')] })).status, 303)
    const [narrowing, sending] = [await opened(olga, path, path), await opened(olga, path, path)]
    assert.equal((await narrowing({ redirectHosts: ['b.example.test'] })).status, 303)
    const refused = await sending({
      redirectUrl: ['https://a.example.test/thanks'],
      mailFooter: ['Typed for long'],
    })
    assert.equal(refused.status, 409)
    assert.include(refused.text, 'Somebody has changed this since')
    const stored = async () => {
      const { redirectUrl, redirectHosts } = await inLive(olga.tenant, () => Brand.current())
      return { redirectUrl, redirectHosts }
    }
    const kept = { redirectUrl: null, redirectHosts: ['b.example.test'] }
    assert.deepEqual(await stored(), kept)
    const again = filledForm({ path, html: refused.text }, path)
    assert.deepInclude(again, { mailFooter: ['Typed for long'], redirectUrl: [''] })
    const allowed = { ...again, redirectUrl: ['https://b.example.test/thanks'] }
    assert.equal((await olga.post(path, allowed)).status, 303)
    assert.deepEqual(await stored(), { ...kept, redirectUrl: 'https://b.example.test/thanks' })
  })

  test('both change the events of a webhook: what one has taken out stays out', async ({
    assert,
  }) => {
    const { endpoint } = await inLive(olga.tenant, () =>
      Endpoint.register({
        url: 'https://old.example.test/hooks',
        events: ['document.signed', 'document.completed'],
      })
    )
    const path = `/settings/webhooks/${endpoint.id}`
    const open = () => opened(olga, `${path}/edit`, path)
    const [narrowing, widening, emptying] = [await open(), await open(), await open()]
    assert.equal((await narrowing({ 'events[]': ['document.completed'] })).status, 303)
    const widened = ['document.signed', 'document.completed', 'document.declined']
    assert.equal((await widening({ 'events[]': widened })).status, 303)
    const events = async () =>
      (await inLive(olga.tenant, () => Endpoint.findOrFail(endpoint.id))).events
    assert.deepEqual(await events(), ['document.completed', 'document.declined'])
    assert.equal((await (await open())({ 'events[]': ['document.completed'] })).status, 303)
    assert.equal((await emptying({ 'events[]': ['document.signed'] })).status, 409)
    assert.deepEqual(await events(), ['document.completed'])
  })

  test('both correct a signer: the address stays the one that it was given last', async ({
    assert,
  }) => {
    const { id, signers } = await inLive(olga.tenant, () => makeDocument())
    const [ana] = signers
    const path = `/documents/${id}/signers/${ana.id}`
    const [moving, naming, asking] = [
      await opened(olga, `${path}/edit`, path),
      await opened(olga, `${path}/edit`, path),
      await opened(olga, `${path}/edit`, path),
    ]
    assert.equal((await moving({ email: ['ana.new@example.test'] })).status, 303)
    assert.equal((await asking({ oneTimeCode: ['email'] })).status, 303)
    assert.equal((await naming({ name: [''] })).status, 422)
    assert.equal((await naming({ name: ['Ana Maria Buyer'] })).status, 303)
    const whole = await inLive(olga.tenant, () => Document.whole(id))
    const { email, name, oneTimeCode, tokenCounter } = whole!.signers[0]
    assert.deepEqual(
      [email, name, oneTimeCode],
      ['ana.new@example.test', 'Ana Maria Buyer', 'email']
    )
    assert.equal(tokenCounter, ana.tokenCounter + 1)
  })

  test('both choose how a signer proves who they are: the last choice holds, and a refused one can be mended', async ({
    assert,
  }) => {
    const { id, signers } = await inLive(olga.tenant, () => makeDocument())
    const path = `/documents/${id}/signers/${signers[0].id}`
    const open = () => opened(olga, `${path}/edit`, path)
    const [mailing, asking, signing] = [await open(), await open(), await open()]
    assert.equal((await mailing({ oneTimeCode: ['email'] })).status, 303)
    assert.equal((await asking({ accessCode: ['a secret of ours'] })).status, 303)
    const now = async () => {
      const whole = await inLive(olga.tenant, () => Document.whole(id))
      const { name, oneTimeCode, accessCommitment } = whole!.signers[0]
      return { name, oneTimeCode, hasCode: oneTimeCode === null && accessCommitment !== null }
    }
    assert.deepEqual(await now(), { name: signers[0].name, oneTimeCode: null, hasCode: true })
    assert.equal((await (await open())({ name: ['Ana Maria Buyer'] })).status, 303)
    const both = { accessCode: ['another of ours'], oneTimeCode: ['email'] }
    const refused = await signing(both)
    assert.equal(refused.status, 422)
    const mended = filledForm({ path, html: refused.text }, path)
    assert.deepEqual(mended.name, ['Ana Maria Buyer'])
    assert.equal((await olga.post(path, { ...mended, accessCode: [''] })).status, 303)
    assert.deepEqual(await now(), { name: 'Ana Maria Buyer', oneTimeCode: 'email', hasCode: false })
  })

  test('do not take signing back from whom a signer has handed it to', async ({ assert }) => {
    const { id, signers } = await inLive(olga.tenant, () => makeDocument({ allowDelegation: true }))
    const [ana] = signers
    const path = `/documents/${id}/signers/${ana.id}`
    const asking = await opened(olga, `${path}/edit`, path)
    await inLive(olga.tenant, () =>
      new Signing(id, ana.id, CLIENT).delegate({
        to: { name: 'Dan Deputy', email: 'dan@example.test' },
        reason: null,
      })
    )
    const refused = await olga.followed(await asking({ inPerson: ['yes'] }))
    assert.include(refused.text, 'Nothing was saved')
    const whole = await inLive(olga.tenant, () => Document.whole(id))
    const { email, name, inPerson } = whole!.signers[0]
    assert.deepEqual([email, name, inPerson], ['dan@example.test', 'Dan Deputy', false])
  })

  test('send no draft that says something else by now', async ({ assert }) => {
    const { id } = await inLive(olga.tenant, () => makeDocument({}, { send: false }))
    const path = `/documents/${id}`
    const sending = await opened(olga, path, `${path}/send`)
    await inLive(olga.tenant, () =>
      Document.reference(id).revise({ title: 'Another contract' }, OLGA)
    )
    const refused = await olga.followed(await sending({}))
    assert.include(refused.text, 'Another contract')
    assert.include(refused.text, 'has been changed since it was read')
    const status = async () => (await inLive(olga.tenant, () => Document.whole(id)))!.status
    assert.equal(await status(), 'draft')
    const again = filledForm({ path, html: refused.text }, `${path}/send`)
    assert.equal((await olga.post(`${path}/send`, again)).status, 303)
    assert.equal(await status(), 'pending')
  })

  test('sign no draft themselves that says something else by now', async ({ assert }) => {
    const { id } = await inLive(olga.tenant, () => makeDocument({}, { send: false }))
    const path = `/documents/${id}`
    const action = `${path}/own-signature`
    const signing = await opened(olga, path, action)
    await inLive(olga.tenant, () =>
      Document.reference(id).revise({ title: 'Another contract' }, OLGA)
    )
    const refused = await olga.followed(await signing({}))
    assert.include(refused.text, 'has been changed since it was read')
    const whole = async () => (await inLive(olga.tenant, () => Document.whole(id)))!
    assert.equal((await whole()).status, 'draft')
    const again = filledForm({ path, html: refused.text }, action)
    assert.equal((await olga.post(action, again)).status, 303)
    assert.equal((await whole()).status, 'pending')
  })

  test('do not open a public form that a colleague has closed, until they say so', async ({
    assert,
  }) => {
    const { id } = await inLive(olga.tenant, () => makeTemplate())
    const path = `/templates/${id}/form`
    const action = `${path}?version=1`
    const form = { 'title': ['Sale'], 'roles[0]': ['visitor'], 'roles[1]': [olga.user!.id] }
    assert.equal((await (await opened(olga, path, action))(form)).status, 303)
    const saving = await opened(olga, path, action)
    await olga.post(`${path}/off`)
    const refused = await saving({ welcome: ['Hello'] })
    assert.equal(refused.status, 409)
    assert.include(refused.text, 'turned the form off')
    const isOn = () =>
      inLive(olga.tenant, async () => {
        const text = 'select is_on from template_forms where template_id = $1'
        const [[row]] = await CurrentTenant.batch([{ text, values: [id] }])
        return row.is_on
      })
    assert.isFalse(await isOn())
    const again = filledForm({ path, html: refused.text }, action)
    assert.equal((await olga.post(action, again)).status, 303)
    assert.isTrue(await isOn())
  })

  test('both change a public form, each what was changed in it: what one has ended is not opened by the other', async ({
    assert,
  }) => {
    const { id } = await inLive(olga.tenant, () => makeTemplate())
    const path = `/templates/${id}/form`
    const action = `${path}?version=1`
    const form = { 'title': ['Sale'], 'roles[0]': ['visitor'], 'roles[1]': [olga.user!.id] }
    assert.equal((await (await opened(olga, path, action))({ ...form, most: ['9'] })).status, 303)
    const [ending, greeting] = [await opened(olga, path, action), await opened(olga, path, action)]
    assert.equal((await ending({ most: ['2'], closesOn: ['2199-01-31'] })).status, 303)
    const refused = await greeting({ title: [''], welcome: ['Hello'] })
    assert.equal(refused.status, 422)
    const again = filledForm({ path, html: refused.text }, action)
    assert.equal((await olga.post(action, { ...again, title: ['Sale'] })).status, 303)
    assert.equal((await greeting({ welcome: ['Hello there'] })).status, 303)
    const [row] = await inLive(olga.tenant, async () => {
      const text =
        'select title, welcome, most, closes_at from template_forms where template_id = $1'
      return (await CurrentTenant.batch([{ text, values: [id] }]))[0]
    })
    assert.deepInclude(row, { title: 'Sale', welcome: 'Hello there', most: 2 })
    assert.equal((row.closes_at as Date).toISOString(), '2199-01-31T23:59:59.999Z')
  })

  test('set a public form up, or delete it: the other one opens nothing that its page did not show', async ({
    assert,
  }) => {
    const { id } = await inLive(olga.tenant, () => makeTemplate())
    const path = `/templates/${id}/form`
    const action = `${path}?version=1`
    const form = { 'title': ['Sale'], 'roles[0]': ['visitor'], 'roles[1]': [olga.user!.id] }
    const [first, second] = [await opened(olga, path, action), await opened(olga, path, action)]
    assert.equal((await first({ ...form, most: ['9'], welcome: ['Hello'] })).status, 303)
    assert.equal((await first({ ...form, most: ['9'], welcome: ['Hello'] })).status, 303)
    const refused = await second({ title: ['Rent'] })
    assert.equal(refused.status, 409)
    assert.include(refused.text, 'has set this form up')
    const seen = filledForm({ path, html: refused.text }, action)
    assert.deepInclude(seen, { title: ['Rent'], welcome: ['Hello'], most: ['9'] })
    assert.equal((await olga.post(action, seen)).status, 303)

    const stale = await opened(olga, path, action)
    await inLive(olga.tenant, () => PublicForms.remove(id))
    const gone = await stale({ welcome: ['Good day'] })
    assert.equal(gone.status, 409)
    assert.include(gone.text, 'has deleted this form')
    const [[row]] = await inLive(olga.tenant, () =>
      CurrentTenant.batch([
        { text: 'select id from template_forms where template_id = $1', values: [id] },
      ])
    )
    assert.isUndefined(row)
    const anew = filledForm({ path, html: gone.text }, action)
    assert.deepInclude(anew, { welcome: ['Good day'], most: [''] })
    assert.equal((await olga.post(action, anew)).status, 303)
  })

  test('rename a role of a public form: who signs for it has to be chosen', async ({ assert }) => {
    const { id } = await inLive(olga.tenant, () => makeTemplate())
    const path = `/templates/${id}/form`
    const form = { 'title': ['Sale'], 'roles[0]': ['visitor'], 'roles[1]': [olga.user!.id] }
    const first = `${path}?version=1`
    assert.equal((await (await opened(olga, path, first))(form)).status, 303)
    const [buyer, seller] = SALE.roles
    const roles = [buyer, { ...seller, name: 'Landlord' }]
    await inLive(olga.tenant, () => Templates.save(id, { ...SALE, roles }, { by: OLGA }))
    const second = `${path}?version=2`
    const shown = filledForm({ path, html: (await olga.get(path)).text }, second)
    assert.deepInclude(shown, { 'roles[0]': ['visitor'], 'roles[1]': [''] })
    assert.equal((await olga.post(second, shown)).status, 422)
  })

  test('do not open a form that was closed by one who saved the template as well, until they say so', async ({
    assert,
  }) => {
    const { id } = await inLive(olga.tenant, () => makeTemplate())
    const path = `/templates/${id}/form`
    const form = { 'title': ['Sale'], 'roles[0]': ['visitor'], 'roles[1]': [olga.user!.id] }
    const first = `${path}?version=1`
    assert.equal((await (await opened(olga, path, first))(form)).status, 303)
    const saving = await opened(olga, path, first)
    await inLive(olga.tenant, () =>
      Templates.planReminders(id, { first: 2, every: 2, most: 3 }, OLGA)
    )
    await olga.post(`${path}/off`)
    const refused = await saving({ welcome: ['Hello'] })
    assert.equal(refused.status, 409)
    assert.include(refused.text, 'turned the form off')
    assert.include(refused.text, 'Version 2 of this template was saved')
    const second = `${path}?version=2`
    const again = filledForm({ path, html: refused.text }, second)
    assert.deepEqual(again.welcome, ['Hello'])
    assert.equal((await olga.post(second, again)).status, 303)
  })

  test('both change a webhook: its address stays the one that it was given last', async ({
    assert,
  }) => {
    const { endpoint } = await inLive(olga.tenant, () =>
      Endpoint.register({
        url: 'https://old.example.test/hooks',
        events: ['document.signed', 'document.completed'],
      })
    )
    const path = `/settings/webhooks/${endpoint.id}`
    const [moving, naming] = [
      await opened(olga, `${path}/edit`, path),
      await opened(olga, `${path}/edit`, path),
    ]
    assert.equal((await moving({ url: ['https://new.example.test/hooks'] })).status, 303)
    assert.equal((await naming({ name: ['Shop'] })).status, 303)
    const now = await inLive(olga.tenant, () => Endpoint.findOrFail(endpoint.id))
    assert.equal(now.url, 'https://new.example.test/hooks')
    assert.equal(now.name, 'Shop')
    assert.sameMembers(now.events, ['document.signed', 'document.completed'])
  })
})
