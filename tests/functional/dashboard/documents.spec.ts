import { test } from '@japa/runner'
import Document from '#app/documents/document'
import type { Environment } from '#app/foundation/environment'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { listFile } from '#app/dashboard/documents/list_file'
import { ListFilter } from '#app/dashboard/documents/list_filter'
import { newDocument, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { sign } from '#tests/support/signing_hand'
import { doWork } from '#tests/support/inline_work'

const idOf = (location: unknown) => String(location).split('/').at(-1) ?? ''

test.group('Dashboard | new document', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
  })

  const within = <T>(environment: Environment, work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment }, work)
  const load = async (location: unknown, environment: Environment = 'live') => {
    const document = await within(environment, () => Document.whole(idOf(location)))
    if (!document) throw new Error(`No document at ${location}`)
    return document
  }

  test('is sent to its signers, who sign in parallel', async ({ assert }) => {
    const answer = await olga.upload('/documents', await newDocument({ message: 'Please\r\nsign' }))
    assert.equal(answer.status, 303, answer.text)
    const document = await load(answer.headers.location)
    assert.containSubset(document.$attributes, {
      status: 'pending',
      title: 'Contract of sale',
      message: 'Please\nsign',
      expiresInDays: 30,
      createdBy: olga.user?.id,
      createdVia: null,
      fileName: 'contract.pdf',
    })
    assert.deepEqual(
      document.signers.map(({ name, status, isOrdered }) => [name, status, isOrdered]),
      [
        ['Ana Buyer', 'sent', false],
        ['Ben Seller', 'sent', false],
      ]
    )
    const page = await olga.followed(answer)
    assert.include(page.text, 'The document is on its way.')
    assert.notInclude((await olga.followed(answer)).text, 'The document is on its way.')
  })

  test('can be kept as a draft, and sent later', async ({ assert }) => {
    const answer = await olga.upload('/documents', await newDocument({ send: 'no' }))
    assert.equal((await load(answer.headers.location)).status, 'draft')
    const sent = await olga.post(`${answer.headers.location}/send`)
    assert.equal(sent.headers.location, answer.headers.location)
    assert.equal((await load(answer.headers.location)).status, 'pending')
  })

  test('asks one signer after the other where that was wished', async ({ assert }) => {
    const answer = await olga.upload('/documents', await newDocument({ ordered: 'yes' }))
    const document = await load(answer.headers.location)
    assert.deepEqual(
      document.signers.map(({ turn, status }) => [turn, status]),
      [
        [1, 'sent'],
        [2, 'pending'],
      ]
    )
  })

  test('ignores rows that nobody filled in', async ({ assert }) => {
    const blank = { 'signers[1][name]': ' ', 'signers[1][email]': '', 'signers[7][name]': '' }
    const answer = await olga.upload('/documents', await newDocument(blank))
    assert.lengthOf((await load(answer.headers.location)).signers, 1)
  })

  test('belongs to the sandbox when it is made there', async ({ assert }) => {
    const answer = await olga.upload('/test/documents', await newDocument())
    assert.match(String(answer.headers.location), /^\/test\/documents\/doc_/)
    assert.equal((await load(answer.headers.location, 'test')).status, 'pending')
    assert.isNull(await within('live', () => Document.find(idOf(answer.headers.location))))
  })

  test('comes back with what was typed and what is wrong, beside each field', async ({
    assert,
  }) => {
    const wrong = {
      'title': '',
      'message': '<b>Hello</b>',
      'expiresInDays': '400',
      'signers[0][email]': 'ana@',
      'signers[1][name]': '',
    }
    const { status, text } = await olga.upload('/documents', await newDocument(wrong))
    assert.equal(status, 422)
    assert.include(text, 'Give the document a title.')
    assert.include(text, 'Give a number of days from 1 to 365.')
    assert.include(text, 'This is not an email address.')
    assert.include(text, 'Who signs?')
    assert.include(text, '&lt;b&gt;Hello&lt;/b&gt;')
    assert.include(text, 'value="Ana Buyer"')
  })

  test('says in the row that the same address signs twice', async ({ assert }) => {
    const twice = { 'signers[1][email]': 'ANA@example.test' }
    const { status, text } = await olga.upload('/documents', await newDocument(twice))
    assert.equal(status, 422)
    assert.match(text, /signers\[1\]\[email\]-error/)
  })

  test('takes no @sandbox.test among live signers', async ({ assert }) => {
    const form = await newDocument({ 'signers[0][email]': 'signer@sandbox.test' })
    assert.equal((await olga.upload('/documents', form)).status, 422)
    const inTest = await newDocument({ 'signers[0][email]': 'signer@sandbox.test' })
    assert.equal((await olga.upload('/test/documents', inTest)).status, 303)
  })

  test('knows the limits of the plan', async ({ assert }) => {
    const free = await makeTenant({ plan: 'free' })
    const ines = await Visitor.as(free)
    const page = await ines.get('/documents/new')
    assert.include(page.text, 'Up to 2 on the Free plan.')
    assert.include(page.text, 'data-most="2"')
    assert.notInclude(page.text, 'Days to sign')
    const three = { 'signers[2][name]': 'Cem', 'signers[2][email]': 'cem@example.test' }
    const refused = await ines.upload('/documents', await newDocument(three))
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'The Free plan allows 2 signers per document.')
  })

  test('shows accounts without the live API a call that they may make', async ({ assert }) => {
    const ines = await Visitor.as(await makeTenant({ plan: 'free' }))
    const { text } = await ines.get('/documents')
    assert.include(text, 'Bearer svc_test_')
    assert.notInclude(text, 'svc_live_')
    assert.include(
      (await (await Visitor.as(await makeTenant())).get('/documents')).text,
      'svc_live_'
    )
  })

  test('takes fields where they were placed, in percent of the page', async ({ assert }) => {
    const place = { page: 1, x: 10, y: 20, width: 25, height: 5 }
    const fields = JSON.stringify([
      { signer: 0, type: 'signature', ...place },
      { signer: 1, type: 'date', ...place, y: 50 },
    ])
    const answer = await olga.upload('/documents', await newDocument({ fields }))
    const document = await load(answer.headers.location)
    assert.deepEqual(
      document.signers.map((signer) => document.fieldsOf(signer).map(({ type, x }) => [type, x])),
      [[['signature', 59.5]], [['date', 59.5]]]
    )
  })

  test('refuses fields that no board of ours has sent: {$self}')
    .with([
      '{}',
      'nonsense',
      '[{"signer":0}]',
      '[{"signer":0,"type":"virus","page":1,"x":1,"y":1,"width":1,"height":1}]',
      '[{"signer":0,"type":"date","page":1,"x":-1,"y":1,"width":1,"height":1}]',
      '[{"signer":0,"type":"date","page":1,"x":"1e9","y":1,"width":1,"height":1}]',
      '[{"signer":0,"type":"date","page":9,"x":1,"y":1,"width":1,"height":1}]',
      '[{"signer":0,"type":"date","page":1,"x":90,"y":1,"width":20,"height":1}]',
      '[{"signer":7,"type":"date","page":1,"x":1,"y":1,"width":1,"height":1}]',
    ])
    .run(async ({ assert }, fields) => {
      const answer = await olga.upload('/documents', await newDocument({ fields }))
      assert.equal(answer.status, 422)
      assert.match(answer.text, /role="alert"|Who signs/)
    })

  const HOSTILE: [string, () => Promise<Uint8Array | null>, string][] = [
    ['nothing', async () => null, 'Choose a PDF.'],
    ['an empty file', async () => new Uint8Array(), 'file-error'],
    ['a page of HTML', async () => Buffer.from('<html><script>alert(1)</script>'), 'file-error'],
    ['a PDF in name only', async () => Buffer.from('%PDF-1.7\n%%EOF'), 'file-error'],
    [
      'a PDF that begins late',
      async () => Buffer.concat([Buffer.alloc(64 * 1024, '\n'), await makePdf()]),
      'file-error',
    ],
    [
      'more than 25 MiB',
      async () => Buffer.alloc(25 * 1024 * 1024 + 1, '%PDF-'),
      'A PDF may have 25 MiB.',
    ],
    [
      'far more than 25 MiB',
      async () => Buffer.alloc(27 * 1024 * 1024, '%PDF-'),
      'A PDF may have 25 MiB.',
    ],
  ]

  test('refuses as its file {0}')
    .with(HOSTILE)
    .run(async ({ assert }, [, file, words]) => {
      const { status, text } = await olga.upload('/documents', await newDocument({}, await file()))
      assert.equal(status, 422)
      assert.include(text, words)
      assert.notInclude(text, '<script>alert')
    })

  test('refuses a form that is cut off or that is none', async ({ assert }) => {
    const headers = {
      'sec-fetch-site': 'same-origin',
      'content-type': 'multipart/form-data; boundary=x',
    }
    const ask = (body: string) => olga.ask({ method: 'POST', path: '/documents', headers, body })
    assert.equal((await ask('--x\r\nContent-Disposition: form-data; name="file"; fil')).status, 400)
    assert.equal((await ask('nonsense')).status, 400)
    const json = { 'sec-fetch-site': 'same-origin' }
    const odd = await olga.ask({
      method: 'POST',
      path: '/documents',
      headers: json,
      json: { title: 'A' },
    })
    assert.equal(odd.status, 400)
    assert.equal((await olga.post('/documents', { title: 'A' })).status, 400)
  })

  test('lets names of fields reach nothing but the form', async ({ assert }) => {
    const odd = {
      'signers[__proto__][name]': 'Mallory',
      'signers[999999999][name]': 'Far',
      'signers[999999999][email]': 'far@example.test',
      'constructor[prototype][isAdmin]': 'yes',
      'createdBy': 'usr_somebody',
      'status': 'completed',
    }
    const answer = await olga.upload('/documents', await newDocument(odd))
    const document = await load(answer.headers.location)
    assert.deepEqual(
      document.signers.map(({ name }) => name),
      ['Ana Buyer', 'Ben Seller']
    )
    assert.equal(document.createdBy, olga.user?.id)
    assert.isUndefined(({} as Record<string, unknown>).isAdmin)
  })

  for (const title of ['Sale\r\nBcc: mallory@example.test', 'Sale\u0000', 'Sale\u2028x\u0007'])
    test(`takes no title that is more than a line: ${JSON.stringify(title)}`, async ({
      assert,
    }) => {
      assert.equal((await olga.upload('/documents', await newDocument({ title }))).status, 422)
    })

  test('shows a title as it was typed, and nothing else', async ({ assert }) => {
    const title = `"><script>alert(1)</script> {{ 7 * 7 }} ' onmouseover=alert(1) ünï`
    const answer = await olga.upload('/documents', await newDocument({ title }))
    const page = await olga.followed(answer)
    assert.include(page.text, '&lt;script&gt;alert(1)&lt;/script&gt; {{ 7 * 7 }}')
    assert.notInclude(page.text, '<script>alert')
    assert.equal((await load(answer.headers.location)).title, title)
  })

  test('names the downloaded file so that no header is broken', async ({ assert }) => {
    const form = await newDocument()
    const bytes = Buffer.from(await makePdf())
    form.set('file', new Blob([bytes]), 'a";\u00fc\\.pdf')
    const answer = await olga.upload('/documents', form)
    const file = await olga.get(`${answer.headers.location}/original`)
    assert.equal(file.status, 200)
    assert.isTrue(file.bytes.equals(bytes))
    assert.match(
      String(file.headers['content-disposition']),
      /^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w%.-]+$/
    )
  })

  test('is not made while the account is suspended', async ({ assert }) => {
    const frozen = await makeTenant()
    const visitor = await Visitor.as(frozen)
    const draft = await visitor.upload('/documents', await newDocument({ send: 'no' }))
    await Tenant.query().where('id', frozen.id).update({ status: 'suspended' })
    const { tenantResolver } = await import('#app/tenants/hosts/tenant_resolver')
    tenantResolver.forget()
    assert.include((await visitor.get('/documents')).text, 'This account is suspended')
    assert.equal((await visitor.upload('/documents', await newDocument())).status, 403)
    assert.equal((await visitor.post(`${draft.headers.location}/send`)).status, 403)
    assert.equal((await visitor.get('/documents/new')).status, 403)
  })
})

test.group('Dashboard | list of documents', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
    await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, async () => {
      for (let count = 1; count <= 30; count++) await makeDocument({ title: `Lease ${count}` })
      await makeDocument(
        { title: '100% of all_things', signers: [{ ...ANA, name: 'Zoë Zander' }] },
        { send: false }
      )
    })
  })

  const titles = (html: string) =>
    [...html.matchAll(/href="\/documents\/doc_[^"]+">([^<]+)</g)].map(([, title]) => title)
  const older = (html: string) =>
    /href="([^"]+)"[^>]*>\s*<span>Older/.exec(html)?.[1].replaceAll('&amp;', '&')

  test('offers to create the first one when there is none', async ({ assert }) => {
    const { text } = await olga.get('/test/documents')
    assert.include(text, 'Send your first document')
    assert.include(text, `curl http://${olga.host}`)
  })

  test('shows the newest first and leads to the older ones, each once', async ({ assert }) => {
    const first = await olga.get('/documents')
    const second = await olga.get(older(first.text) ?? '')
    const all = [...titles(first.text), ...titles(second.text)]
    assert.lengthOf(titles(first.text), 25)
    assert.lengthOf(all, 31)
    assert.lengthOf([...new Set(all)], 31)
    assert.equal(all[1], 'Lease 30')
    assert.isUndefined(older(second.text))
  })

  test('can be read in every order, a page at a time, each document once', async ({ assert }) => {
    for (const order of ['newest', 'oldest', 'activity', 'expiring', 'title'] as const) {
      const first = await olga.get(`/documents?order=${order}`)
      const next = /href="([^"]+)"[^>]*>\s*<span>Next page/.exec(first.text)?.[1]
      const second = await olga.get(String(next).replaceAll('&amp;', '&'))
      const all = [...titles(first.text), ...titles(second.text)]
      assert.lengthOf([...new Set(all)], order === 'expiring' ? 30 : 31, order)
      assert.lengthOf(all, new Set(all).size, order)
      const sorted = [...all].sort((one, other) =>
        one.toLowerCase() < other.toLowerCase() ? -1 : 1
      )
      if (order === 'title') assert.deepEqual(all, sorted)
      if (order === 'oldest' || order === 'expiring') assert.equal(all[0], 'Lease 1')
    }
  })

  test('is narrowed by day, signer and whom documents belong to, also as CSV', async ({
    assert,
  }) => {
    const mia = await Visitor.as(acme, 'member')
    const { id, name } = mia.user!
    await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      makeDocument({ title: '=Mia’s', by: { type: 'user', id, name }, signers: [BEN] })
    )
    const today = new Date().toISOString().slice(0, 10)
    const found = async (query: string, visitor = olga) =>
      titles((await visitor.get(`/documents?${query}`)).text).length
    assert.equal(await found(`sender=${encodeURIComponent(mia.user!.email)}`), 1)
    assert.equal(await found('sender=nobody_at_all'), 0)
    assert.equal(await found(`signer=${encodeURIComponent(BEN.email)}&sender=Some`), 1)
    assert.equal(await found(`from=${today}&to=${today}`), 25)
    assert.equal(await found(`to=2020-01-01`), 0)
    assert.equal(await found('from=never&after=nonsense&order=none'), 25)
    assert.equal(await found('', mia), 1)
    const csv = async (visitor: Visitor) => (await visitor.get('/documents/list.csv')).text
    assert.isTrue((await csv(olga)).startsWith('\uFEFFid,title,'), 'as Excel reads it')
    assert.lengthOf((await csv(olga)).trim().split('\r\n'), 33)
    const own = (await csv(mia)).trim().split('\r\n')
    assert.lengthOf(own, 2)
    assert.include(own[1], "'=Mia’s")
    assert.include(own[1], 'Ben Seller <ben@example.test>')
    await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      CurrentTenant.batch([{ text: 'delete from documents where created_by = $1', values: [id] }])
    )
  })

  test('is whole as CSV, each document once, in however many parts it is read', async ({
    assert,
  }) => {
    const scope = { tenant: acme.ref, environment: 'live' } as const
    const parts = await Array.fromAsync(listFile(scope, ListFilter.of({}), null, { atOnce: 3 }))
    const ids = parts.flatMap((part) => part.match(/^doc_\w+/gm) ?? [])
    const [all] = await CurrentTenant.run(scope, () =>
      CurrentTenant.batch([{ text: 'select id from documents' }])
    )
    assert.isAbove(parts.length, 10)
    assert.sameMembers(
      ids,
      all.map(({ id }) => id)
    )
  })

  test('never shows more signed than was signed', async ({ assert }) => {
    const globex = await makeTenant()
    const owner = await Visitor.as(globex)
    const signers = ['ana', 'ben', 'cem'].map((name) => ({
      ...ANA,
      name,
      email: `${name}@thirds.test`,
    }))
    const { id } = await CurrentTenant.run({ tenant: globex.ref, environment: 'live' }, () =>
      makeDocument({ signers })
    )
    for (const { email } of signers.slice(1)) await sign(globex, id, email)
    const { text } = await owner.get('/documents')
    assert.deepEqual(
      [...text.matchAll(/<progress[^>]*value="(\d+)"/g)].map(([, value]) => value),
      ['66']
    )
  })

  test('finds by words and their beginnings in titles, names and addresses, as the API does', async ({
    assert,
  }) => {
    assert.deepEqual(titles((await olga.get('/documents?q=lease+17')).text), ['Lease 17'])
    assert.deepEqual(titles((await olga.get('/documents?q=zand')).text), ['100% of all_things'])
    assert.lengthOf(titles((await olga.get('/documents?q=ben@example')).text), 25)
    assert.deepEqual(titles((await olga.get('/documents?q=“17”+léase')).text), ['Lease 17'])
  })

  test('takes % and _ for what they are: {$self}')
    .with([
      ['%', 0],
      ['100%', 1],
      ['l_things', 0],
      ['all_things', 1],
      ['_ease', 0],
      ['\\', 0],
      ["'; drop table documents --", 0],
    ] as [string, number][])
    .run(async ({ assert }, [q, count]) => {
      const { status, text } = await olga.get(`/documents?q=${encodeURIComponent(q)}`)
      assert.equal(status, 200)
      assert.lengthOf(titles(text), count)
    })

  test('keeps to a status', async ({ assert }) => {
    assert.deepEqual(titles((await olga.get('/documents?status=draft')).text), [
      '100% of all_things',
    ])
    assert.include((await olga.get('/documents?status=voided')).text, 'Nothing found')
  })

  test('is not confused by an address that makes no sense: {$self}')
    .with([
      'after=nonsense',
      'after=zzzzzzzzzzzz-doc_x',
      'status=constructor',
      'q[]=a&q[]=b',
      'after[a]=b',
      'q=%00%ff',
    ])
    .run(async ({ assert }, query) => {
      assert.equal((await olga.get(`/documents?${query}`)).status, 200)
    })
})

test.group('Dashboard | a document’s page', (group) => {
  let acme: Tenant
  let olga: Visitor
  let path: string
  let id: string

  group.each.setup(async () => {
    acme ??= await makeTenant()
    olga ??= await Visitor.as(acme)
    const by = { type: 'user' as const, id: (await ownerOf(acme)).id, name: 'Olga Owner' }
    const document = await inAcme(() => makeDocument({ signers: [ANA, BEN], by }))
    id = document.id
    path = `/documents/${id}`
  })

  const inAcme = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const load = () => inAcme(async () => (await Document.whole(id)) as Document)

  test('shows signers, progress and the trail in words', async ({ assert }) => {
    await sign(acme, id, ANA.email)
    const { text } = await olga.get(path)
    assert.include(text, 'In Progress')
    assert.include(text, '50%')
    assert.include(text, '1 of 2 signed')
    const words = text.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')
    for (const line of [
      'Olga Owner created the document',
      'Olga Owner uploaded contract.pdf',
      'System invited Ben Seller',
      'Ana Buyer agreed to use electronic records',
      'Ana Buyer completed a signature field on page 1',
      'Ana Buyer signed',
    ])
      assert.include(words, line)
  })

  test('is voided with a reason that the trail keeps', async ({ assert }) => {
    assert.equal((await olga.get(`${path}/void`)).status, 200)
    const missing = await olga.post(`${path}/void`, { reason: '  ' })
    assert.equal(missing.status, 422)
    assert.include(missing.text, 'Enter a reason')
    const done = await olga.post(`${path}/void`, { reason: 'Wrong price' })
    assert.equal(done.headers.location, path)
    const page = await olga.followed(done)
    assert.include(page.text, 'The document has been voided.')
    assert.include(page.text, 'It was voided: “Wrong price”')
    assert.equal((await load()).status, 'voided')
  })

  test('says politely what cannot be done any more', async ({ assert }) => {
    await olga.post(`${path}/void`, { reason: 'Wrong price' })
    for (const [action, values] of [
      ['reminders', {}],
      ['send', {}],
    ] as const) {
      const answer = await olga.post(`${path}/${action}`, values)
      assert.equal(answer.status, 303)
      assert.include((await olga.followed(answer)).text, 'This document was voided, so ')
    }
  })

  test('reminds, but not again within the hour', async ({ assert }) => {
    const first = await olga.post(`${path}/reminders`)
    assert.include((await olga.followed(first)).text, 'The reminder is on its way.')
    const second = await olga.post(`${path}/reminders`)
    assert.include((await olga.followed(second)).text, 'They were reminded within the last hour.')
    const words = (await olga.get(path)).text.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')
    assert.include(words, 'Olga Owner reminded Ana Buyer and Ben Seller')
  })

  test('shows a signing link to who asks, and writes down who that was', async ({ assert }) => {
    const [ana] = (await load()).signers
    const { status, text } = await olga.post(`${path}/signers/${ana.id}/link`)
    assert.equal(status, 200)
    const token = await inAcme(() => ana.token())
    assert.include(text, `/sign/${token}`)
    const page = await olga.get(path)
    assert.notInclude(page.text, '/sign/')
    assert.include(page.text, 'looked up the signing link of Ana Buyer')
    assert.equal((await olga.post(`${path}/signers/sig_unknown/link`)).status, 404)
    await sign(acme, id, ANA.email)
    assert.equal((await olga.post(`${path}/signers/${ana.id}/link`)).status, 404)
  })

  test('gives out the file, writing that down', async ({ assert }) => {
    const { status, headers, bytes } = await olga.get(`${path}/original`)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(headers['cache-control'], 'no-store')
    assert.isTrue(bytes.subarray(0, 5).equals(Buffer.from('%PDF-')))
    assert.equal((await olga.get(`${path}/download`)).status, 404)
    assert.include((await olga.get(path)).text, 'downloaded the original')
  })

  test('says that the document is being sealed, then gives out the sealed PDF', async ({
    assert,
  }) => {
    await sign(acme, id, ANA.email)
    await sign(acme, id, BEN.email)
    assert.include((await olga.get(path)).text, 'Sealing…')
    assert.include((await olga.get('/documents')).text, 'Sealing…')
    await doWork(acme, 'seal')
    const page = await olga.get(path)
    assert.include(page.text, 'Completed')
    assert.include(page.text, '100%')
    const file = await olga.get(`${path}/download`)
    assert.equal(file.status, 200)
    assert.match(String(file.headers['content-disposition']), /-signed\.pdf/)
    assert.include((await olga.get(path)).text, 'downloaded the sealed PDF')
  })

  test('shows on the basic plan who did what and when, and no more', async ({ assert }) => {
    const free = await makeTenant({ plan: 'free' })
    const ines = await Visitor.as(free)
    const made = await ines.upload('/documents', await newDocument())
    const page = await ines.followed(made)
    assert.include(page.text, 'sent the document')
    assert.notInclude(page.text, '127.0.0.1')
    assert.notInclude(page.text, 'timeline-proof')
  })

  test('is not there for an id that is none: {$self}')
    .with([
      'doc_0',
      'doc_01m7y3b4440afeee55e5w4v8jj',
      'sig_01m7y3b4440afeee55e5w4v8jj',
      '..%2f..%2fetc',
      '%00',
    ])
    .run(async ({ assert }, odd) => {
      assert.equal((await olga.get(`/documents/${odd}`)).status, 404)
    })
})
