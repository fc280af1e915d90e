import { randomUUID } from 'node:crypto'
import { FormData } from 'undici'
import { test } from '@japa/runner'
import Document from '#app/documents/document'
import type { Environment } from '#app/foundation/environment'
import { BulkSends } from '#app/templates/bulk/bulk_sends'
import { PublicForms } from '#app/templates/forms/public_forms'
import { Template } from '#app/templates/template'
import { Teamwork } from '#app/identity/teams/teamwork'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeBulkSend, makeTemplate, SALE } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'

type Values = Record<string, string>

const ONCE = 'a'.repeat(30)
const FIELD = { signer: 1, type: 'text', page: 1, x: 10, y: 10, width: 20, height: 5 }

test.group('Dashboard | templates', (group) => {
  let acme: Tenant
  let globex: Tenant
  let olga: Visitor
  let pdf: Uint8Array

  group.setup(async () => {
    pdf = await makePdf()
    acme = await makeTenant({ withSandbox: true })
    globex = await makeTenant()
    olga = await Visitor.as(acme)
  })

  const formOf = (values: Values) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(values)) form.set(name, value)
    return form
  }
  const newTemplate = (values: Values = {}) => {
    const form = formOf({
      'once': ONCE,
      'title': 'Lease',
      'signers[0][name]': 'Tenant',
      'signers[1][name]': 'Landlord',
      'fields': JSON.stringify([FIELD]),
      ...values,
    })
    const file = new Blob([Buffer.from(pdf)], { type: 'application/pdf' })
    form.set('file', file, 'lease.pdf')
    return form
  }
  const stored = (id: string, version: number | null = null) =>
    inLive(acme, async () => (await Template.find(id, version)) as Template)
  const made = (input = {}, environment: Environment = 'live') =>
    CurrentTenant.run({ tenant: acme.ref, environment }, () => makeTemplate(input))
  const heldBy = ({ user }: Visitor, holderId: string | null = null) =>
    inLive(acme, () => {
      const { id, name } = user!
      return makeTemplate({}, { by: { type: 'user', id, name }, holderId })
    })
  const idIn = (location: unknown) => /tpl_\w+/.exec(String(location))?.[0] ?? ''
  const people = (values: Values = {}) => ({
    'once': ONCE,
    'title': 'For Ana',
    'people[0][name]': 'Ana Buyer',
    'people[0][email]': 'ana@example.test',
    'people[1][name]': 'Ben Seller',
    'people[1][email]': 'ben@example.test',
    'send': 'yes',
    ...values,
  })

  test('are made of a PDF once, however often the form is sent', async ({ assert }) => {
    assert.include((await olga.get('/test/templates')).text, 'Make your first template')
    const answers = [
      await olga.upload('/templates', newTemplate()),
      await olga.upload('/templates', newTemplate()),
    ]
    const [first, second] = answers.map(({ headers }) => idIn(headers.location))
    assert.equal(first, second)
    const { content } = await stored(first)
    assert.deepEqual(
      content.roles.map(({ name, fields }) => [name, fields.length]),
      [
        ['Tenant', 0],
        ['Landlord', 1],
      ]
    )
    const list = await olga.get('/templates?q=leas')
    assert.include(list.text, first)
    assert.include(list.text, 'Tenant, Landlord')
    assert.notInclude((await olga.get('/templates?q=nothing')).text, first)
    const page = await olga.get(`/templates/${first}`)
    assert.equal(page.status, 200)
    assert.equal(
      (await olga.get(`/templates/${first}/view`)).headers['content-type'],
      'application/pdf'
    )
  })

  test('say beside each field what is wrong, and keep what was typed', async ({ assert }) => {
    const form = newTemplate({ 'title': '', 'signers[1][name]': 'tenant' })
    const refused = await olga.upload('/templates', form)
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'Give the template a title.')
    const twins = await olga.upload('/templates', newTemplate({ 'signers[1][name]': 'tenant' }))
    assert.equal(twins.status, 422)
    assert.include(twins.text, 'Another role has this name.')
    assert.include(twins.text, 'value="Tenant"')
    const without = await olga.upload('/templates', formOf({ title: 'X' }))
    assert.include(without.text, 'Choose a PDF.')
    assert.include(without.text, 'Add at least one role.')
  })

  test('are saved in versions, and nobody overwrites unseen', async ({ assert }) => {
    const { id } = await made()
    const values = { 'known': '1', 'title': 'Second', 'signers[0][name]': 'Buyer' }
    const path = `/templates/${id}?version=1`
    assert.equal((await olga.upload(path, formOf(values))).status, 303)
    const stale = await olga.upload(path, formOf({ ...values, title: 'Third' }))
    assert.equal(stale.status, 409)
    assert.include(stale.text, 'Somebody saved version 2')
    assert.include(stale.text, 'name="known" value="2"')
    const meant = { ...values, title: 'Third', known: '2' }
    assert.equal((await olga.upload(path, formOf(meant))).status, 303)
    assert.equal((await stored(id)).version, 3)
    assert.equal((await stored(id, 2)).content.title, 'Second')
    const earlier = await olga.get(`/templates/${id}?version=1`)
    assert.include(earlier.text, 'This is version 1.')
    assert.equal((await olga.get(`/templates/${id}?version=9`)).status, 404)
    assert.include((await olga.get(`/templates/${id}/edit?version=1`)).text, 'Contract of sale')
  })

  test('become documents of the people in their roles, once', async ({ assert }) => {
    const { id } = await made()
    const path = `/templates/${id}/use`
    assert.include((await olga.get(path)).text, 'people[1][email]')
    const faulty = await olga.post(path, people({ 'people[1][email]': 'ben' }))
    assert.equal(faulty.status, 422)
    assert.include(faulty.text, 'This is not an email address.')
    assert.include(faulty.text, 'value="Ana Buyer"')
    const answers = [await olga.post(path, people()), await olga.post(path, people())]
    const [location, again] = answers.map(({ headers }) => String(headers.location))
    assert.equal(location, again)
    const document = await inLive(acme, () => Document.whole(location.split('/')[2]))
    assert.containsSubset(document, { status: 'pending', title: 'For Ana' })
    const page = await olga.get(location)
    assert.include(page.text, `/templates/${id}?version=1`)
  })

  test('send no message that their sender has deleted', async ({ assert }) => {
    const { id } = await made()
    const messageOf = async (message: string) => {
      const values = people({ once: randomUUID(), message })
      const { headers } = await olga.post(`/templates/${id}/use`, values)
      const documentId = String(headers.location).split('/')[2]
      return (await inLive(acme, () => Document.whole(documentId)))!.message
    }
    assert.equal(await messageOf('Soon'), 'Soon')
    assert.isNull(await messageOf(''))
  })

  test('are filled in by their sender, with a language and a message for each person', async ({
    assert,
  }) => {
    const box = { page: 1, x: 60, y: 300, width: 180, height: 24 }
    const fields = [
      { ...box, type: 'number' as const, options: { key: 'price', max: 1_000, default: '10' } },
      { ...box, type: 'checkbox' as const, y: 400, width: 20, options: { label: 'Paid' } },
      {
        ...box,
        type: 'select' as const,
        y: 450,
        options: { label: 'Floor', choices: ['First', 'Second'] },
      },
      { ...box, type: 'note' as const, y: 500, options: { label: 'Terms', text: 'As agreed' } },
    ]
    const [buyer, seller] = SALE.roles
    const roles = [{ ...buyer, fields: [...buyer.fields!, ...fields] }, seller]
    const { id } = await made({ roles })
    const path = `/templates/${id}/use`
    const blank = await olga.get(path)
    for (const words of [
      'placeholder="10"',
      '<bdi>Paid</bdi>',
      'Second',
      'placeholder="As agreed"',
    ])
      assert.include(blank.text, words)
    const typed = {
      'values[at0]': '2500',
      'people[1][language]': 'tlh',
      'values[at3]': 'As written',
    }
    const faulty = await olga.post(path, people({ ...typed, 'people[1][language]': 'tlh' }))
    assert.equal(faulty.status, 422)
    assert.include(faulty.text, 'aria-describedby="people[1][language]-error"')
    const unfit = await olga.post(path, people({ ...typed, 'people[1][language]': 'en' }))
    assert.equal(unfit.status, 422)
    assert.include(unfit.text, 'aria-describedby="values[at0]-error"')
    assert.include(unfit.text, 'As written')
    const fit = { 'values[at0]': '250', 'values[at1]': 'yes', 'values[at2]': 'Second' }
    const told = { 'people[1][language]': 'en', 'people[1][message]': 'Bring the keys' }
    const { headers } = await olga.post(path, people({ ...fit, ...told }))
    const document = await inLive(acme, () =>
      Document.whole(String(headers.location).split('/')[2])
    )
    const { fields: placed, signers } = document!
    const given = (type: string) => placed.find((one) => one.type === type)?.options
    assert.equal(given('number')?.default, '250')
    assert.isTrue(given('checkbox')?.default)
    assert.equal(given('select')?.default, 'Second')
    assert.equal(given('note')?.text, 'As agreed')
    assert.containsSubset(signers[1], { askedLanguage: 'en', message: 'Bring the keys' })
    assert.isNull(signers[0].askedLanguage)
  })

  test('are made of a document, duplicated, archived, restored and deleted', async ({ assert }) => {
    const document = await inLive(acme, () => makeDocument({ by: OLGA }))
    const saved = await olga.post(`/documents/${document.id}/template`, { once: ONCE })
    assert.match(String(saved.headers.location), /^\/templates\/tpl_\w+\/edit$/)
    const id = idIn(saved.headers.location)
    const copied = await olga.post(`/templates/${id}/copies`, { once: ONCE })
    const copy = idIn(copied.headers.location)
    assert.equal((await stored(copy)).content.title, 'Contract of sale (copy)')
    assert.equal((await olga.get(`/templates/${copy}/delete`)).status, 404)
    await olga.post(`/templates/${copy}/archive`)
    assert.include((await olga.get('/templates?archived=yes')).text, copy)
    assert.notInclude((await olga.get('/templates')).text, copy)
    const unused = await olga.post(`/templates/${copy}/use`, people())
    assert.equal(unused.status, 422)
    assert.include(unused.text, 'This template is archived.')
    await olga.post(`/templates/${copy}/restore`)
    assert.isFalse((await stored(copy)).isArchived)
    await olga.post(`/templates/${copy}/archive`)
    assert.include((await olga.get(`/templates/${copy}/delete`)).text, 'This cannot be undone')
    await olga.post(`/templates/${copy}/delete`, { once: ONCE })
    assert.equal((await olga.get(`/templates/${copy}`)).status, 404)
  })

  test('are deleted after a question that counts what goes with them, and not before bulk sends have ended', async ({
    assert,
  }) => {
    const template = await made()
    const { id } = template
    await inLive(acme, async () => {
      await PublicForms.create(id, async () => ({
        settings: {
          ...{ role: 'Buyer', members: {}, title: 'Sale', welcome: null },
          ...{ closesAt: null, most: null },
        },
        responsibleId: olga.user!.id,
      }))
    })
    const mia = await Visitor.as(acme, 'member')
    const { id: miaId, name } = mia.user!
    const bulk = await inLive(acme, () =>
      makeBulkSend(template, { by: { type: 'user', id: miaId, name } })
    )
    await olga.post(`/templates/${id}/archive`)
    const path = `/templates/${id}/delete`
    const before = (await olga.get(path)).text
    assert.include(before, 'Its form goes as well, with 0 submissions')
    assert.include(before, '1 bulk send of it has not ended')
    assert.notInclude(before, '<span>Delete template</span>')
    const refused = await olga.followed(await olga.post(path, { once: ONCE }))
    assert.include(refused.text, 'A bulk send of this template has not ended. Cancel it')
    assert.isNotNull(await stored(id))

    await inLive(acme, () => BulkSends.cancel(bulk, { isDraftKept: true }))
    const after = (await olga.get(path)).text
    assert.include(after, '1 bulk send of it, also')
    assert.notInclude(after, 'not ended')
    assert.include(after, '<span>Delete template</span>')
    await olga.post(path, { once: 'c'.repeat(30) })
    assert.equal((await olga.get(`/templates/${id}`)).status, 404)
  })

  test('belong to their maker or a team: nobody else finds, reads or changes them', async ({
    assert,
  }) => {
    const maker = await Visitor.as(acme, 'member')
    const mate = await Visitor.as(acme, 'member')
    const viewer = await Visitor.as(acme, 'viewer')
    const stranger = await Visitor.as(acme, 'member')
    const abroad = await Visitor.as(globex)
    const team = await inLive(acme, async () => {
      const work = new Teamwork(OLGA)
      const id = await work.create('Leases')
      for (const { user } of [mate, viewer]) await work.add(id, user!)
      return id
    })
    const own = await heldBy(maker)
    const shared = await heldBy(maker, team)
    const gets = ['', '/view', '/edit', '/use']
    const posts = ['', '/use', '/copies', '/archive', '/restore', '/delete']
    const hidden = async (who: Visitor, id: string) => {
      for (const page of gets)
        assert.equal((await who.get(`/templates/${id}${page}`)).status, 404, page)
      for (const page of posts)
        assert.equal((await who.post(`/templates/${id}${page}`, people())).status, 404, page)
      assert.notInclude((await who.get('/templates')).text, id)
    }
    await hidden(stranger, own.id)
    await hidden(stranger, shared.id)
    await hidden(abroad, own.id)
    await hidden(mate, own.id)
    await hidden(maker, shared.id) // who left it to a team, and is not in it
    assert.equal((await olga.get(`/test/templates/${own.id}`)).status, 404)
    assert.equal((await mate.get(`/templates/${shared.id}/use`)).status, 200)
    assert.include((await mate.get('/templates')).text, shared.id)
    assert.equal((await olga.get(`/templates/${own.id}/edit`)).status, 200)
    assert.equal((await viewer.get(`/templates/${shared.id}`)).status, 200)
    for (const page of ['/edit', '/use'])
      assert.equal((await viewer.get(`/templates/${shared.id}${page}`)).status, 403, page)
    for (const page of posts)
      assert.equal((await viewer.post(`/templates/${shared.id}${page}`)).status, 403, page)
    assert.equal((await stored(shared.id)).version, 1)
    assert.isFalse((await stored(shared.id)).isArchived)
  })

  test('are shared with teams by their holder: members use and change them, and lose them at once', async ({
    assert,
  }) => {
    const [maker, mate, other] = [
      await Visitor.as(acme, 'member'),
      await Visitor.as(acme, 'member'),
      await Visitor.as(acme, 'member'),
    ]
    const viewer = await Visitor.as(acme, 'viewer')
    const { work, team, others } = await inLive(acme, async () => {
      const teamwork = new Teamwork(OLGA)
      const [buyers, rest] = [await teamwork.create('Buyers'), await teamwork.create('Others')]
      for (const { user } of [mate, viewer]) await teamwork.add(buyers, user!)
      await teamwork.add(rest, other.user!)
      return { work: teamwork, team: buyers, others: rest }
    })
    const { id } = await heldBy(maker)
    const path = `/templates/${id}`
    const share = (who: Visitor, teams: string[]) => who.post(`${path}/teams`, { 'teams[]': teams })
    assert.equal((await share(mate, [team])).status, 404)
    assert.equal((await share(other, [others])).status, 404)
    assert.include((await maker.get(`${path}/teams`)).text, 'Buyers')
    await share(maker, [team, 'tea_nobody', 'usr_x'])
    await share(maker, [team])
    assert.include((await mate.get('/templates')).text, id)
    assert.include((await mate.get('/documents?status=open')).text, `value="${id}"`) // of the filter
    assert.include((await viewer.get(path)).text, 'Buyers')
    assert.equal((await viewer.get(`${path}/edit`)).status, 403)
    assert.equal((await mate.post(`${path}/use`, people())).status, 303)
    assert.equal((await mate.get(`${path}/edit`)).status, 200)
    assert.equal((await share(mate, [team, others])).status, 403)
    assert.equal((await share(viewer, [])).status, 403)
    assert.notInclude((await mate.get(path)).text, `${path}/teams`)
    await mate.post(`${path}/archive`)
    assert.equal((await mate.post(`${path}/delete`, { once: ONCE })).status, 403)
    await mate.post(`${path}/restore`)
    for (const page of ['', '/view', '/edit', '/teams'])
      assert.equal((await other.get(`${path}${page}`)).status, 404, page)
    assert.notInclude((await other.get('/templates')).text, id)
    assert.equal((await mate.get(`/test${path}`)).status, 404)
    await inLive(acme, () => work.take(team, mate.user!))
    assert.equal((await mate.get(path)).status, 404)
    assert.equal((await mate.post(`${path}/use`, people())).status, 404)
    await share(maker, [])
    assert.equal((await viewer.get(path)).status, 404)
    const entries = await inLive(acme, () =>
      CurrentTenant.batch([
        { text: "select action from security_entries where action = 'template.shared'" },
      ])
    )
    assert.lengthOf(entries[0], 2)
  })

  test('go with the documents of a member who leaves', async ({ assert }) => {
    const leaver = await Visitor.as(acme, 'member')
    const heir = await Visitor.as(acme, 'member')
    const { id } = await heldBy(leaver)
    const path = `/settings/members/${leaver.user!.id}/remove`
    assert.include((await olga.get(path)).text, '1 template')
    await olga.post(path, { heir: heir.user!.email })
    assert.equal((await heir.get(`/templates/${id}/edit`)).status, 200)
  })
})
