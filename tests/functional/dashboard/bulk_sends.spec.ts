import { FormData } from 'undici'
import { test } from '@japa/runner'
import { Labels } from '#app/documents/labels/labels'
import { BulkSend } from '#app/templates/bulk/bulk_send'
import type { Template } from '#app/templates/template'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { OLGA } from '#tests/factories/document_factory'
import { makeTemplate, SALE } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { changePlan } from '#tests/support/plan_change'

const ONCE = 'b'.repeat(30)
const PEOPLE = `Buyer name;Buyer e-mail;Seller name;Seller e-mail
Ana;ana@example.test;Ben;ben@example.test
Cy;cy@example.test;Di;di@example.test
`
const FAULTY = `${PEOPLE}Eve;nobody;Fay;fay@example.test
`

test.group('Dashboard | bulk sends', (group) => {
  let acme: Tenant
  let olga: Visitor
  let template: Template

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
    template = await inLive(acme, () => makeTemplate())
  })

  const csv = (text: string, once = ONCE, labels: readonly string[] = []) => {
    const form = new FormData()
    form.set('once', once)
    for (const id of labels) form.append('labels[]', id)
    form.set('file', new Blob([text], { type: 'text/csv' }), 'people.csv')
    return form
  }
  const pathOf = (end = '') => `/templates/${template.id}/bulk-sends${end}`
  const uploaded = async (text: string, by = olga) => {
    const answer = await by.upload(pathOf(), csv(text))
    return String(answer.headers.location)
  }
  const found = async (path: string) =>
    (await inLive(acme, () => BulkSend.find(/blk_\w+/.exec(path)![0])))!
  const all = async () => {
    while ((await doWork(acme, 'bulk.step')) > 0);
  }
  const documents = async () => {
    const [rows] = await inLive(acme, () =>
      CurrentTenant.batch([{ text: 'select id, status from documents' }])
    )
    return rows
  }

  test('are offered on the page of a template, with a sample that can be uploaded', async ({
    assert,
  }) => {
    assert.include((await olga.get(`/templates/${template.id}`)).text, 'Send to many')
    assert.include((await olga.get(pathOf('/new'))).text, 'Download a sample')
    const sample = await olga.get(pathOf('/sample.csv'))
    assert.match(sample.text, /Buyer name,Buyer email,Buyer language,Seller name/)
    const path = await uploaded(sample.text.replaceAll('ana@example.com', 'ana@example.test'))
    assert.containsSubset((await found(path)).row, {
      mapping: ['name:0', 'email:0', 'language:0', 'name:1', 'email:1', 'language:1'],
    })
  })

  test('show every row before anything is sent, and send them after a question', async ({
    assert,
  }) => {
    const path = await uploaded(PEOPLE)
    const { text } = await olga.get(path)
    assert.include(text, 'Send 2 documents')
    assert.include(text, 'ana@example.test')
    await all()
    assert.lengthOf(await documents(), 0)
    const sent = await olga.post(`${path}/send`, { once: ONCE })
    assert.equal(sent.headers.location, path)
    const again = await olga.post(`${path}/send`, { once: ONCE })
    assert.equal(again.headers.location, path)
    assert.match((await olga.get(path)).text, /0 of 2 rows/)
    await all()
    assert.lengthOf(await documents(), 2)
    const page = await olga.get(path)
    assert.match(page.text, /2 of 2 rows/)
    assert.include(page.text, 'Done')
    assert.match(page.text, /data-status="pending"/)
    assert.notInclude(page.text, '@!')
    assert.include((await olga.get('/bulk-sends')).text, path)
  })

  test('are made once by a file that is sent twice', async ({ assert }) => {
    const answers = await Promise.all([1, 2].map(() => olga.upload(pathOf(), csv(PEOPLE))))
    const [one, two] = answers.map(({ headers }) => headers.location)
    assert.equal(one, two)
    const [sends] = await inLive(acme, () =>
      CurrentTenant.batch([{ text: 'select id from bulk_sends' }])
    )
    assert.lengthOf(sends, 1)
  })

  test('give all their documents the labels that were ticked', async ({ assert }) => {
    const [rent, other] = await inLive(acme, async () => [
      await Labels.create({ name: 'Rent 2027', color: 'teal' }, OLGA),
      await Labels.create({ name: 'Other', color: 'teal' }, OLGA),
    ])
    const form = (await olga.get(pathOf('/new'))).text
    assert.include(form, `value="${rent}"`)
    const path = String((await olga.upload(pathOf(), csv(PEOPLE, ONCE, [rent]))).headers.location)
    const draft = await olga.get(path)
    assert.include(draft.text, '<bdi>Rent 2027</bdi>')
    assert.notInclude(draft.text, '<bdi>Other</bdi>')
    await olga.post(`${path}/send`, { once: ONCE })
    await all()
    assert.include((await olga.get(path)).text, '<bdi>Rent 2027</bdi>')
    const [given] = await inLive(acme, () =>
      CurrentTenant.batch([{ text: 'select document_id, label_id from document_labels' }])
    )
    assert.lengthOf(given, 2)
    assert.deepEqual([...new Set(given.map(({ label_id: id }) => id))], [rent])

    await inLive(acme, () => Labels.remove(other))
    const refused = await olga.upload(pathOf(), csv(PEOPLE, 'c'.repeat(30), [rent, other]))
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'One of these labels no longer exists.')
    assert.match(refused.text, new RegExp(`value="${rent}" checked`))
    const [sends] = await inLive(acme, () =>
      CurrentTenant.batch([{ text: 'select id from bulk_sends' }])
    )
    assert.lengthOf(sends, 1)
  })

  test('say what is wrong with a row, and leave it out only where that is ticked', async ({
    assert,
  }) => {
    const path = await uploaded(FAULTY)
    const { text } = await olga.get(`${path}?show=faulty`)
    assert.include(text, 'Buyer: “nobody” is not an email address.')
    assert.notInclude(text, 'cy@example.test')
    const german = await olga.get(`${path}?show=faulty`, { 'accept-language': 'de' })
    assert.include(german.text, 'Buyer: „nobody“ ist keine E-Mail-Adresse.')
    const refused = await olga.post(`${path}/send`, { once: ONCE })
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'Tick the box to leave them out')
    await olga.post(`${path}/send`, { once: ONCE, leaveOut: 'yes' })
    await all()
    assert.lengthOf(await documents(), 2)
    const results = (await olga.get(`${path}/rows.csv`)).text.trim().split('\r\n')
    assert.lengthOf(results, 4)
    assert.match(results[1], /^1,sent,,doc_\w+,pending,Ana,ana@example.test/)
    assert.match(results[3], /^3,failed,.*nobody.*,,,Eve,nobody,,Fay/)
    const inGerman = await olga.get(`${path}/rows.csv`, { 'accept-language': 'de' })
    const [heads, , , third] = inGerman.text.trim().split('\r\n')
    assert.match(heads, /Zeile,Ergebnis,Warum,Dokument,Dokumentstatus,Buyer Name,Buyer E-Mail/)
    assert.match(third, /^3,failed,.*„nobody“ ist keine E-Mail-Adresse/)
  })

  test('read the columns as somebody says', async ({ assert }) => {
    const path = await uploaded(PEOPLE.replace(/.*\n/, 'A;B;C;D\n'))
    assert.equal((await found(path)).counts.faulty, 2)
    await olga.post(`${path}/columns`, {
      ...{ 'columns[0]': 'name:1', 'columns[1]': 'email:1' },
      ...{ 'columns[2]': 'name:0', 'columns[3]': 'email:0' },
    })
    assert.equal((await found(path)).counts.faulty, 0)
    await olga.post(`${path}/columns`, { 'columns[0]': 'name:9', 'columns[1]': '<script>' })
    assert.deepEqual((await found(path)).row.mapping, ['', '', '', ''])
  })

  test('send nothing by columns whose rows nobody has seen', async ({ assert }) => {
    const path = await uploaded(PEOPLE)
    const swapped = {
      ...{ 'columns[0]': 'name:1', 'columns[1]': 'email:1' },
      ...{ 'columns[2]': 'name:0', 'columns[3]': 'email:0' },
    }
    const refused = await olga.post(`${path}/send`, { once: ONCE, ...swapped })
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'Nothing was sent: look at the rows')
    assert.equal((await found(path)).status, 'draft')
    await olga.post(`${path}/send`, { once: ONCE, ...swapped })
    assert.equal((await found(path)).status, 'running')
  })

  test('are paused, resumed and cancelled', async ({ assert }) => {
    const path = await uploaded(PEOPLE)
    await olga.post(`${path}/send`, { once: ONCE })
    await olga.post(`${path}/pause`, { once: ONCE })
    assert.include((await olga.get(path)).text, 'nothing is sent until somebody resumes it')
    await all()
    assert.lengthOf(await documents(), 0)
    await olga.post(`${path}/resume`, { once: ONCE })
    assert.equal((await found(path)).status, 'running')
    assert.include((await olga.get(`${path}/cancel`)).text, '2 rows that wait are not sent')
    await olga.post(`${path}/cancel`, { once: ONCE })
    await olga.post(`${path}/cancel`, { once: ONCE })
    await all()
    assert.lengthOf(await documents(), 0)
    assert.equal((await found(path)).status, 'cancelled')
  })

  test('say what they take of the plan, and pause with a link to the plans', async ({ assert }) => {
    await changePlan(acme, 'free')
    const lines = Array.from(
      { length: 8 },
      (_, n) => `Ana;ana${n}@example.test;Ben;ben${n}@example.test\n`
    )
    const path = await uploaded(PEOPLE.replace(/\n[^]*/, `\n${lines.join('')}`))
    assert.include((await olga.get(path)).text, 'has not enough left for all of them')
    await olga.post(`${path}/send`, { once: ONCE })
    await all()
    const { text } = await olga.get(path)
    assert.match(text, /It has paused\. The \S+ plan allows/)
    assert.include(text, 'See plans')
  })

  test('count no signature for roles that only get a copy, as the plan does not', async ({
    assert,
  }) => {
    await changePlan(acme, 'starter')
    const roles = SALE.roles.map((role, index) =>
      index === 0 ? role : { name: role.name, role: 'copy' as const, fields: [] }
    )
    template = await inLive(acme, () => makeTemplate({ roles }))
    const path = await uploaded(PEOPLE)
    const { text } = await olga.get(path)
    const cost = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    assert.include(cost, 'Signatures 2 of the 100 that are left')
  })

  test('refuse a file that is none, with what is wrong', async ({ assert }) => {
    const answer = await olga.upload(pathOf(), csv('Name\n"Ana'))
    assert.equal(answer.status, 422)
    assert.include(answer.text, 'This is no CSV file')
    const large = await olga.upload(pathOf(), csv('x'.repeat(6 * 1024 * 1024)))
    assert.equal(large.status, 422)
    assert.include(large.text, 'A CSV file may have 5 MiB.')
  })

  test('are nothing to other members, viewers, other tenants and the sandbox', async ({
    assert,
  }) => {
    const path = await uploaded(PEOPLE)
    const strangers = [
      await Visitor.as(acme, 'member'),
      await Visitor.as(acme, 'viewer'),
      await Visitor.as(await makeTenant()),
    ]
    for (const one of strangers) {
      assert.equal((await one.get(path)).status, 404)
      assert.equal((await one.get(`${path}/rows.csv`)).status, 404)
      for (const verb of ['columns', 'send', 'pause', 'resume', 'cancel'])
        assert.equal((await one.post(`${path}/${verb}`, { once: ONCE })).status, 404)
      assert.notInclude((await one.get('/bulk-sends')).text, path)
      assert.equal((await one.upload(pathOf(), csv(PEOPLE))).status, 404)
    }
    assert.equal((await olga.get(`/test${path}`)).status, 404)
    assert.equal((await olga.post(`/test${path}/send`, { once: ONCE })).status, 404)
    assert.equal((await found(path)).status, 'draft')
  })

  test('forget a person who stands in no document yet, in the sandbox as well, once an owner erases them', async ({
    assert,
  }) => {
    const inTest = <T>(work: () => Promise<T>) =>
      CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, work)
    const own = await inTest(() => makeTemplate())
    await uploaded(PEOPLE)
    await olga.upload(`/test/templates/${own.id}/bulk-sends`, csv(PEOPLE))
    const email = 'cy@example.test'
    const shown = await olga.get(`/settings/data/person?email=${encodeURIComponent(email)}`)
    assert.include(shown.text, 'One row of a list that is still to be sent')
    await olga.post('/settings/data/person', { email, confirmation: email })
    const left = { text: 'select people, cells, answers from bulk_rows' }
    for (const inScope of [inTest, <T>(work: () => Promise<T>) => inLive(acme, work)]) {
      const [rows] = await inScope(() => CurrentTenant.batch([left]))
      assert.lengthOf(rows, 2)
      assert.notInclude(JSON.stringify(rows), email)
    }
    const again = await olga.get(`/settings/data/person?email=${encodeURIComponent(email)}`)
    assert.notInclude(again.text, 'still to be sent')
  })

  test('send nothing in the sandbox but to its mailbox, and take nothing of the plan', async ({
    assert,
  }) => {
    const inTest = <T>(work: () => Promise<T>) =>
      CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, work)
    const own = await inTest(() => makeTemplate())
    const answer = await olga.upload(`/test/templates/${own.id}/bulk-sends`, csv(PEOPLE))
    const path = String(answer.headers.location)
    assert.include((await olga.get(path)).text, 'The sandbox takes nothing of your plan.')
    await olga.post(`${path}/send`, { once: ONCE })
    while ((await doWork(acme, 'bulk.step', { environment: 'test' })) > 0);
    assert.match((await olga.get(path)).text, /2 of 2 rows/)
    assert.lengthOf(await documents(), 0)
  })

  test('show nobody whose document their reader may no longer see', async ({ assert }) => {
    const path = await uploaded(PEOPLE)
    const member = await Visitor.as(acme, 'member')
    const text = 'update bulk_sends set holder_id = $1'
    await inLive(acme, () => CurrentTenant.batch([{ text, values: [member.user!.id] }]))
    await olga.post(`${path}/send`, { once: ONCE })
    while ((await doWork(acme, 'bulk.step')) > 0);
    for (const page of [path, `${path}/rows.csv`])
      assert.include((await member.get(page)).text, 'cy@example.test', page)
    const away = 'update documents set holder_id = null, created_by = $1'
    await inLive(acme, () => CurrentTenant.batch([{ text: away, values: [olga.user!.id] }]))
    for (const page of [path, `${path}/rows.csv`]) {
      const { status, text: seen } = await member.get(page)
      assert.equal(status, 200)
      for (const secret of ['cy@example.test', 'Cy', 'pending'])
        assert.notInclude(seen, secret, page)
      assert.include((await olga.get(page)).text, 'cy@example.test')
    }
  })

  test('of a team are seen by its members', async ({ assert }) => {
    const path = await uploaded(PEOPLE)
    const member = await Visitor.as(acme, 'member')
    const text = 'update bulk_sends set holder_id = $1'
    await inLive(acme, () => CurrentTenant.batch([{ text, values: [member.user!.id] }]))
    assert.equal((await member.get(path)).status, 200)
  })
})
