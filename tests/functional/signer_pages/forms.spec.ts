import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { clock } from '#app/foundation/clock'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import type { Environment } from '#app/foundation/environment'
import { MAX_OF_ADDRESS, MAX_OF_NETWORK } from '#app/signer_pages/forms/form_limits'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Templates } from '#app/templates/templates'
import type { Template } from '#app/templates/template'
import { Membership } from '#app/identity/users/membership'
import { Suspension } from '#app/tenants/suspension'
import type Tenant from '#app/tenants/tenant'
import { OLGA } from '#tests/factories/document_factory'
import { makeTemplate, SALE } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { makeUser, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { settle } from '#tests/support/platform_duty'
import { SmtpHost } from '#tests/support/smtp_host'

const UNKNOWN = `frm_${'A'.repeat(43)}`

test.group('Forms', (group) => {
  let acme: Tenant
  let globex: Tenant
  let olga: Visitor
  let host: SmtpHost

  // all come from one address: each test has a tenant whose visitors nobody has counted
  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'business', withSandbox: true, name: 'Acme Estates' })
    globex = await makeTenant({ plan: 'business' })
    olga = await Visitor.as(acme)
  })
  group.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    return () => host.close()
  })
  group.each.teardown(() => clock.restore())

  const inScope = <T>(work: () => Promise<T>, environment: Environment = 'live') =>
    CurrentTenant.run({ tenant: acme.ref, environment }, work)
  const rows = (text: string, values: unknown[] = [], environment: Environment = 'live') =>
    inScope(async () => (await CurrentTenant.batch([{ text, values }]))[0], environment)
  const base = (environment: Environment) => (environment === 'test' ? '/test' : '')

  const visitor = (tenant = acme) => new Visitor(tenant)

  const settings = (values: Record<string, string> = {}) => ({
    'title': 'Rent <a> boat',
    'welcome': 'Welcome & ahoy',
    'roles[0]': 'visitor',
    'roles[1]': olga.user!.id,
    ...values,
  })

  async function made(values: Record<string, string> = {}, environment: Environment = 'live') {
    const template = await inScope(() => makeTemplate(), environment)
    const at = `${base(environment)}/templates/${template.id}/form`
    const answer = await olga.post(at, settings(values))
    if (answer.status !== 303) throw new Error(answer.text)
    return { template, at, path: await pathOf(at) }
  }

  async function pathOf(at: string): Promise<string> {
    const { text } = await olga.get(at)
    return /\/f\/frm_[\w-]{43}/.exec(text)?.[0] ?? ''
  }

  const filled = (email: string, values: Record<string, string> = {}) => ({
    once: randomUUID(),
    name: 'Vera Visitor',
    email,
    ...values,
  })

  async function mailsTo(address: string) {
    await doWork(acme, 'mail.form')
    return host.received.filter(({ envelope }) => envelope.to.includes(address))
  }

  async function linkTo(address: string): Promise<string> {
    const mail = (await mailsTo(address)).at(-1)
    return /\/confirm\/cfm_[\w-]{43}/.exec(mail?.parsed.text ?? '')?.[0] ?? ''
  }

  const formRow = async ({ id }: Template) =>
    (await rows('select * from template_forms where template_id = $1', [id]))[0]
  const documentsOf = ({ id }: Template) =>
    rows('select * from documents where template_id = $1', [id])
  const email = () => `vera${randomUUID()}@example.test`

  test('lead from name and address by mail into the signing page, and count only then', async ({
    assert,
  }) => {
    const { template, path } = await made()
    const vera = visitor()
    const page = await vera.get(path, { 'accept-language': 'de' })
    assert.equal(page.status, 200)
    assert.include(page.text, 'Ihre E-Mail-Adresse')
    assert.include(page.text, 'Rent &lt;a&gt; boat')
    assert.equal(page.headers['referrer-policy'], 'no-referrer')
    assert.notProperty(page.headers, 'set-cookie')
    const address = email()
    const sent = await vera.post(`${path}?language=de`, filled(address))
    assert.equal(sent.status, 200)
    assert.include(sent.text, 'Sehen Sie in Ihrem Postfach nach')
    assert.notInclude(sent.text, 'cfm_')
    assert.isEmpty(await documentsOf(template))
    assert.equal((await formRow(template)).submissions, 0)

    const [mail] = await mailsTo(address)
    assert.include(mail.parsed.subject, 'Bestätigen Sie Ihre Adresse')
    assert.match(String(mail.parsed.html), /<h1[^>]*>Bestätigen Sie Ihre Adresse<\/h1>/)
    assert.notMatch(mail.raw, /countersign/i)
    const link = await linkTo(address)
    assert.equal((await vera.get(link)).status, 200)
    assert.isEmpty(await documentsOf(template), 'a program that follows the link makes nothing')
    const confirmed = await vera.post(link)
    assert.equal(confirmed.status, 303)
    const signing = await vera.followed(confirmed)
    assert.include(signing.text, 'Vera Visitor')
    assert.include(signing.text, 'Rent &lt;a&gt; boat', 'it is called as the form was')

    const [document, ...others] = await documentsOf(template)
    assert.isEmpty(others)
    assert.equal(document.status, 'pending')
    assert.equal(document.created_by, olga.user!.id)
    assert.equal((await formRow(template)).submissions, 1)
    const signers = await rows('select name, email, key from signers where document_id = $1', [
      document.id,
    ])
    assert.sameDeepMembers(signers, [
      { name: 'Vera Visitor', email: address, key: 'Buyer' },
      { name: olga.user!.name, email: olga.user!.email, key: 'Seller' },
    ])
    const [created] = await inScope(() => AuditTrail.read(String(document.id)))
    assert.containSubset(created.body.details, {
      form: (await formRow(template)).id,
      addressProvedBy: 'mail',
    })
    assert.include((await olga.get(`/documents/${document.id}`)).text, 'proved by email')
    const [left] = await rows('select name, email from form_submissions where document_id = $1', [
      document.id,
    ])
    assert.deepEqual(left, { name: null, email: null })
    assert.include((await olga.get('/templates')).text, 'form: 1 submission')
  })

  test('make one document of two clicks at once, and of a form that is sent twice one mail', async ({
    assert,
  }) => {
    const { template, path } = await made()
    const address = email()
    const values = filled(address)
    const vera = visitor()
    for (const at of [1, 2]) assert.equal((await vera.post(path, values)).status, 200, String(at))
    assert.lengthOf(await mailsTo(address), 1)
    const link = await linkTo(address)
    const answers = await Promise.all([vera.post(link), vera.post(link)])
    const [first, second] = answers.map(({ headers }) => headers.location)
    assert.match(String(first), /^\/sign\/tok_/)
    assert.equal(first, second)
    assert.lengthOf(await documentsOf(template), 1)
    assert.equal((await formRow(template)).submissions, 1)
  })

  test('lead nobody to the signing link of the person who signs in their place', async ({
    assert,
  }) => {
    const { template, path } = await made()
    const address = email()
    await visitor().post(path, filled(address))
    const link = await linkTo(address)
    const first = await visitor().post(link)
    assert.equal((await visitor().post(link)).headers.location, first.headers.location)
    const [{ id }] = await documentsOf(template)
    await inScope(async () => {
      const document = await Document.whole(String(id))
      const { id: signerId } = document!.signers.find((signer) => signer.email === address)!
      await document!.correct(signerId, { name: 'Yara Other', email: email() }, OLGA)
    })
    const again = await visitor().post(link)
    assert.equal(again.status, 404)
    assert.isUndefined(again.headers.location)
  })

  test('lead nobody to the signing link of a member who was given the role of visitors since', async ({
    assert,
  }) => {
    const { template, at, path } = await made()
    const address = email()
    await visitor().post(path, filled(address))
    const link = await linkTo(address)
    const first = await visitor().post(link)
    await olga.post(at, settings({ 'roles[0]': olga.user!.id, 'roles[1]': 'visitor' }))
    assert.equal((await formRow(template)).role, 'Seller')
    const again = await visitor().post(link)
    assert.equal(again.status, 303)
    assert.equal(again.headers.location, first.headers.location)
  })

  test('speak to the visitor in the language that they chose, also in the document', async ({
    assert,
  }) => {
    const { template, path } = await made()
    const address = email()
    const vera = visitor()
    await vera.post(`${path}?language=de`, filled(address))
    await vera.post(await linkTo(address))
    const [{ id }] = await documentsOf(template)
    const signers = await rows(
      'select key, asked_language as language from signers where document_id = $1 order by id',
      [id]
    )
    assert.deepEqual(signers, [
      { key: 'Buyer', language: 'de' },
      { key: 'Seller', language: null },
    ])
  })

  test('come back as they were filled in, in the language that is chosen, and send nothing', async ({
    assert,
  }) => {
    const { template, path } = await made()
    const address = email()
    const vera = visitor()
    const empty = (await vera.get(path)).text
    assert.match(
      empty,
      new RegExp(`<button class="menu-item" name="language" value="de"[^>]* formaction="${path}"`)
    )
    for (const [language, words] of [
      ['de', 'Ihre E-Mail-Adresse'],
      ['xx', 'Your email address'],
    ]) {
      const values = filled(address, { name: 'Vera <b>', language })
      const { status, text } = await vera.post(path, values)
      assert.equal(status, 200)
      assert.include(text, words)
      assert.include(text, 'value="Vera &lt;b&gt;"')
      assert.include(text, `value="${address}"`)
      assert.notInclude(text, 'aria-invalid="true"')
    }
    const half = await vera.post(path, { name: '', email: 'vera@', language: 'de' })
    assert.include(half.text, 'value="vera@"')
    assert.notInclude(half.text, 'aria-invalid="true"')
    assert.include(half.text, `action="${path}?language=de"`)
    assert.isEmpty(await mailsTo(address))
    assert.equal((await formRow(template)).submissions, 0)
    await olga.post(`/templates/${template.id}/form/off`)
    assert.equal((await vera.post(path, filled(address, { language: 'de' }))).status, 410)
  })

  test('have a link in the mail that ends after half an hour and then leads back to the form', async ({
    assert,
  }) => {
    const { template, at, path } = await made()
    const address = email()
    await visitor().post(path, filled(address))
    const link = await linkTo(address)
    clock.travel(31 * MINUTE_MS)
    for (const answer of [await visitor().get(link), await visitor().post(link)]) {
      assert.equal(answer.status, 410)
      assert.include(answer.text, 'This link has expired')
      assert.include(answer.text, `href="${path}"`)
    }
    assert.isEmpty(await documentsOf(template))
    await olga.post(`${at}/off`)
    assert.include((await visitor().get(link)).text, 'This form is closed')
  })

  test('have a link in the mail that names the other mail once it was used', async ({ assert }) => {
    const { template, path } = await made()
    const address = email()
    await visitor().post(path, filled(address))
    const link = await linkTo(address)
    await visitor().post(link)
    await doWork(acme, 'mail.invite')
    const [, invitation] = await mailsTo(address)
    assert.match(invitation.parsed.text ?? '', /\/sign\/tok_/)
    clock.travel(31 * MINUTE_MS)
    for (const answer of [await visitor().get(link), await visitor().post(link)]) {
      assert.equal(answer.status, 410)
      assert.include(answer.text, 'You have used this link already')
      assert.notInclude(answer.text, '/sign/')
      assert.notInclude(answer.text, `href="${path}"`)
    }
    assert.lengthOf(await documentsOf(template), 1)
  })

  test('take no more than they should, however many confirm at once', async ({ assert }) => {
    const { template, path } = await made({ most: '2' })
    const addresses = [email(), email(), email()]
    for (const address of addresses) await visitor().post(path, filled(address))
    const links: string[] = []
    for (const address of addresses) links.push(await linkTo(address))
    const answers = await Promise.all(links.map((link) => visitor().post(link)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 303, 410])
    assert.lengthOf(await documentsOf(template), 2)
    assert.equal((await visitor().get(path)).status, 410)
  })

  test('are closed when turned off, over, archived or suspended; other tenants do not know them', async ({
    assert,
  }) => {
    const off = await made()
    await olga.post(`${off.at}/off`)
    const over = await made({ closesOn: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10) })
    const archived = await made()
    await inScope(() => Templates.archive(archived.template.id))
    clock.travel(3 * DAY_MS)
    for (const { path } of [off, over, archived]) {
      const { status, text } = await visitor().get(path)
      assert.equal(status, 410)
      assert.include(text, 'This form is closed')
      const sent = await visitor().post(path, filled(email()))
      assert.equal(sent.status, 410)
    }
    clock.restore()
    await doWork(acme, 'mail.notice')
    const told = await rows("select details from notices where kind = 'form.stopped'")
    assert.deepEqual(told, [
      { details: { formId: (await formRow(archived.template)).id, code: 'archived' } },
    ])
    const { path } = await made()
    assert.equal((await visitor(globex).get(path)).status, 404)
    assert.equal((await visitor().get(`/f/${UNKNOWN}`)).status, 404)
    assert.equal((await visitor().get('/f/x')).status, 404)
    assert.equal((await visitor().post(`/confirm/cfm_${'A'.repeat(43)}`)).status, 404)
  })

  test('lead nowhere by the old link once they have a new one', async ({ assert }) => {
    const { at, path } = await made()
    const address = email()
    await visitor().post(path, filled(address))
    const link = await linkTo(address)
    await olga.post(`${at}/link`, { once: 'b'.repeat(30) })
    const now = await pathOf(at)
    assert.notEqual(now, path)
    assert.equal((await visitor().get(path)).status, 404)
    assert.equal((await visitor().post(link)).status, 404)
    assert.equal((await visitor().get(now)).status, 200)
  })

  test('tell the owner once a day, and visitors calmly, that a member is gone', async ({
    assert,
  }) => {
    const leaver = await makeUser(acme, 'member')
    const { template, path } = await made({ 'roles[1]': leaver.id })
    const by = { type: 'user' as const, id: olga.user!.id, name: 'Olga' }
    await inScope(() => new Membership(leaver, by, 'owner').disable())
    for (const address of [email(), email()]) {
      await visitor().post(path, filled(address))
      const answer = await visitor().post(await linkTo(address))
      assert.equal(answer.status, 410)
      assert.notInclude(answer.text, leaver.name)
    }
    const { id } = await formRow(template)
    const told = await rows("select user_id from notices where details ->> 'formId' = $1", [id])
    assert.deepEqual(told, [{ user_id: olga.user!.id }])
    assert.isEmpty(await documentsOf(template))
  })

  test('send nothing in the name of a member who may no longer send, and tell owners and admins', async ({
    assert,
  }) => {
    const mia = await makeUser(acme, 'member')
    const { template, path } = await made()
    const { id } = await formRow(template)
    await rows('update template_forms set responsible_id = $2 where id = $1', [id, mia.id])
    await rows("update users set role = 'viewer' where id = $1", [mia.id])
    const address = email()
    await visitor().post(path, filled(address))
    assert.equal((await visitor().post(await linkTo(address))).status, 410)
    assert.isEmpty(await documentsOf(template))
    const told = await rows(
      "select user_id, details ->> 'code' as code from notices where details ->> 'formId' = $1",
      [id]
    )
    assert.deepEqual(told, [{ user_id: null, code: 'member_gone' }])
    const { text } = await olga.get('/notices')
    assert.include(text, 'can no longer log in, or may no longer send documents')
  })

  test('are closed for who comes last when the plan has no more documents, and for all of a suspended tenant', async ({
    assert,
  }) => {
    acme = await makeTenant({ plan: 'pro' })
    olga = await Visitor.as(acme)
    const { template, path } = await made()
    const address = email()
    await visitor().post(path, filled(address))
    const link = await linkTo(address)
    await rows(
      `insert into usage_months (month, name, used) select to_char(now() at time zone 'UTC', 'YYYY-MM'), name, 1000000000
         from unnest(array['signatures', 'documents']) name on conflict (month, name) do update set used = excluded.used`
    )
    assert.equal((await visitor().post(link)).status, 410)
    const { id, submissions } = await formRow(template)
    assert.equal(submissions, 0)
    const told = await rows(
      "select details ->> 'code' as code from notices where details ->> 'formId' = $1",
      [id]
    )
    assert.deepEqual(told, [{ code: 'quota_exceeded' }])
    await rows('delete from usage_months')
    assert.equal(
      (await visitor().post(link)).status,
      303,
      'it works again as soon as there is room'
    )

    await Suspension.impose(acme.id, { reason: 'Unpaid', frozen: false })
    await settle(acme)
    const { status, text } = await visitor().get(path)
    assert.equal(status, 410)
    assert.include(text, 'This form is closed')
    await Suspension.lift(acme.id)
    await settle(acme)
    assert.equal((await visitor().get(path)).status, 200)
  })

  test('say the same for every address, and mail none more than it bears', async ({ assert }) => {
    const { path } = await made()
    const address = email()
    const texts = new Set<string>()
    for (let at = 0; at < MAX_OF_ADDRESS + 2; at++) {
      const { status, text } = await visitor().post(path, filled(address))
      assert.equal(status, 200)
      texts.add(text.replaceAll(/nonce="[^"]+"|nonce-[^']+|name="once" value="[^"]+"/g, ''))
    }
    assert.equal(texts.size, 1)
    assert.lengthOf(await mailsTo(address), MAX_OF_ADDRESS)
  })

  test('ask those of one house who come too often to wait', async ({ assert }) => {
    const { path } = await made()
    const vera = visitor()
    const statuses: number[] = []
    for (let at = 0; at <= MAX_OF_NETWORK; at++)
      statuses.push((await vera.post(path, filled(email()))).status)
    assert.equal(statuses.at(-1), 429)
    assert.deepEqual([...new Set(statuses.slice(0, -1))], [200])
  })

  test('refuse what is no name and no address, and keep what was typed', async ({ assert }) => {
    const { path } = await made()
    const bad: Record<string, string>[] = [
      { email: 'a@b.test, c@d.test' },
      { email: 'a@b.test\nBcc: c@d.test' },
      { name: 'Vera\nVisitor' },
      { name: 'x'.repeat(201) },
      { name: '\u200b' },
      { name: 'Vera \u{13000}' },
    ]
    for (const values of bad) {
      const { status, text } = await visitor().post(path, filled('vera@example.test', values))
      assert.equal(status, 422, JSON.stringify(values))
      assert.include(text, 'aria-invalid')
    }
    const answer = await visitor().post(path, filled('no', { name: '<script>x</script>' }))
    assert.include(answer.text, '&lt;script&gt;')
    assert.notInclude(answer.text, '<script>x')
    const foreign = await visitor().post(path, filled(email()), { 'sec-fetch-site': 'cross-site' })
    assert.equal(foreign.status, 403)
  })

  test('forget after a day who did not prove an address', async ({ assert }) => {
    const { template, path } = await made()
    const address = email()
    await visitor().post(path, filled(address))
    const link = await linkTo(address)
    const { id } = await formRow(template)
    await doWork(acme, 'form.forget')
    const waiting = () => rows('select id from form_submissions where form_id = $1', [id])
    assert.lengthOf(await waiting(), 1)
    await doWork(acme, 'form.forget', { early: true })
    assert.isEmpty(await waiting())
    assert.isEmpty(await rows('select id from mails where recipient = $1', [address]))
    for (const answer of [await visitor().get(link), await visitor().post(link)]) {
      assert.equal(answer.status, 404)
      assert.include(answer.text, 'This link has expired')
      assert.include(answer.text, 'Fill in the form again')
    }
    assert.include((await visitor().get(link.slice(0, -3))).text, 'We do not know this link')
  })

  test('mark themselves in the sandbox, which sends nothing and shows the link', async ({
    assert,
  }) => {
    const { template, path } = await made({}, 'test')
    const vera = visitor()
    assert.include((await vera.get(path)).text, 'TEST')
    const { text } = await vera.post(path, filled(email()))
    const link = /\/confirm\/cfm_[\w-]{43}/.exec(text)?.[0] ?? ''
    const confirmed = await vera.post(link)
    assert.equal(confirmed.status, 303)
    assert.include((await vera.followed(confirmed)).text, 'TEST')
    const made1 = await rows(
      'select id from documents where template_id = $1',
      [template.id],
      'test'
    )
    assert.lengthOf(made1, 1)
    assert.isEmpty(await documentsOf(template))
  })

  test('keep their responsible member and the moment of their end when a detail is saved', async ({
    assert,
  }) => {
    const mia = await makeUser(acme, 'member')
    const { template, at } = await made()
    const { id } = await formRow(template)
    const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
    const closesAt = new Date(`${day}T18:00:00Z`)
    const set = 'update template_forms set responsible_id = $2, closes_at = $3 where id = $1'
    await rows(set, [id, mia.id, closesAt])
    const save = (values: Record<string, string>) =>
      olga.post(at, settings({ closesOn: day, welcome: 'Ahoy', ...values }))
    assert.equal((await save({})).status, 303)
    assert.containSubset(await formRow(template), {
      ...{ welcome: 'Ahoy', responsible_id: mia.id, closes_at: closesAt },
    })

    const later = new Date(closesAt.getTime() + DAY_MS).toISOString().slice(0, 10)
    await save({ closesOn: later })
    assert.deepEqual(
      (await formRow(template)).closes_at,
      new Date(`${later}T23:59:59.999Z`),
      'another day means all of it'
    )

    await olga.post(`${at}/off`)
    await save({})
    const { responsible_id: responsible } = await formRow(template)
    assert.equal(responsible, olga.user!.id, 'who turns it on looks after it')

    await rows(set, [id, mia.id, null])
    await rows("update users set role = 'viewer' where id = $1", [mia.id])
    await save({})
    const { responsible_id: heir } = await formRow(template)
    assert.equal(heir, olga.user!.id, 'who may no longer send cannot look after it')
  })

  test('are shown anew, with nobody in another role, where the template has changed since', async ({
    assert,
  }) => {
    const { template, at } = await made()
    const { roles } = SALE
    const [buyer, seller] = roles
    await inScope(() =>
      Templates.save(
        template.id,
        {
          ...SALE,
          roles: [
            { ...seller, order: 1 },
            { ...buyer, order: 2 },
          ],
        },
        {
          ...{ by: OLGA, known: 1, fileOf: 1 },
        }
      )
    )
    const page = await olga.get(at)
    assert.include(page.text, `${at}?version=2`)
    const late = await olga.post(`${at}?version=1`, settings({ welcome: 'Typed before' }))
    assert.equal(late.status, 409)
    assert.include(late.text, 'Typed before')
    assert.match(late.text, /Version 2 of this template/)
    assert.equal((await formRow(template)).role, 'Buyer')
    assert.match(
      late.text,
      /Seller<\/bdi>[^]*?value="usr_\w+" selected[^]*?Buyer<\/bdi>[^]*?value="visitor" selected/
    )
    const again = { 'roles[0]': olga.user!.id, 'roles[1]': 'visitor' }
    assert.equal((await olga.post(`${at}?version=2`, settings(again))).status, 303)
    const { role, members } = await formRow(template)
    assert.deepEqual({ role, members }, { role: 'Buyer', members: { Seller: olga.user!.id } })
  })

  test('are set by people who may change the template, with one role for the visitor', async ({
    assert,
  }) => {
    const { at } = await made()
    const stranger = await Visitor.as(acme, 'member')
    const viewer = await Visitor.as(acme, 'viewer')
    const other = await Visitor.as(globex)
    for (const one of [stranger, viewer, other]) {
      assert.equal((await one.get(at)).status, 404)
      assert.equal((await one.post(at, settings())).status, 404)
      assert.equal((await one.post(`${at}/off`)).status, 404)
      assert.equal((await one.post(`${at}/link`, { once: 'c'.repeat(30) })).status, 404)
    }
    const foreigner = other.user!.id
    const wrong: Record<string, string>[] = [
      { 'roles[1]': 'visitor' },
      { 'roles[0]': olga.user!.id },
      { 'roles[1]': foreigner },
      { title: '' },
      { most: '0' },
      { most: '1e3' },
      { closesOn: '2020-01-01' },
      { closesOn: '2027-02-31' },
    ]
    for (const values of wrong)
      assert.equal((await olga.post(at, settings(values))).status, 422, JSON.stringify(values))
  })
})
