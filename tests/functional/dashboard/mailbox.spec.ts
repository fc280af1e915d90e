import { test } from '@japa/runner'
import { BrandChange } from '#app/brand/brand_change'
import { Profile } from '#app/brand/profile'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { PlatformWork } from '#app/tenants/platform_work'
import { ANA, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, newDocument, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { SigningLink } from '#tests/support/signing_link'

test.group('Dashboard | sandbox', (group) => {
  let acme: Tenant
  let olga: Visitor
  let mails: string[]

  const links = (html: string) =>
    [...html.matchAll(/href="(\/test\/mailbox\/mai_[^"]+)"/g)].map(([, path]) => path)

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
    await olga.upload('/test/documents', await newDocument({ title: '<i>Lease</i>' }))
    await doWork(acme, 'mail.invite', { environment: 'test' })
    mails = links((await olga.get('/test/mailbox')).text)
  })

  test('is made when somebody first goes there, behind a page that looks again', async ({
    assert,
  }) => {
    const fresh = await Visitor.as(await makeTenant())
    const waiting = await fresh.get('/test/documents')
    assert.equal(waiting.status, 200)
    assert.include(waiting.text, 'Your sandbox is being created')
    assert.equal(waiting.headers.refresh, '2')
    await fresh.get('/test/documents')
    await PlatformWork.doAllDue()
    const page = await fresh.get('/test/documents')
    assert.include(page.text, 'Send your first document')
    assert.include(page.text, 'TEST')
  })

  test('is not made for a stranger', async ({ assert }) => {
    const { status, headers } = await new Visitor(await makeTenant()).get('/test/documents')
    assert.equal(status, 303)
    assert.match(String(headers.location), /^\/login/)
  })

  test('keeps each mail, with a way to its document', async ({ assert }) => {
    assert.lengthOf(mails, 2)
    const { status, text } = await olga.get(mails[0])
    assert.equal(status, 200)
    assert.match(text, /href="\/test\/documents\/doc_/)
    assert.notInclude(text, '<i>Lease')
  })

  test('shows a mail in a frame that can do nothing but open links beside it', async ({
    assert,
  }) => {
    const page = await olga.get(mails[0])
    assert.include(page.text, 'sandbox="allow-popups allow-popups-to-escape-sandbox"')
    assert.match(String(page.headers['content-security-policy']), /frame-src 'self'/)
    assert.match(String(page.headers['content-security-policy']), /frame-ancestors 'none'/)
    const { text, headers } = await olga.get(`${mails[0]}/content`)
    const policy = String(headers['content-security-policy'])
    assert.include(policy, "default-src 'none'")
    assert.include(policy, 'sandbox allow-popups')
    assert.notInclude(policy, 'allow-scripts')
    assert.notInclude(policy, 'allow-same-origin')
    assert.include(text, '<base target="_blank">')
    assert.match(text, /href="http:\/\/[^"]+\/sign\/tok_[\w-]{43}"/)
    assert.include(text, '&lt;i&gt;Lease&lt;/i&gt;')
  })

  test('lists what a mail carried, by name and size', async ({ assert }) => {
    const globex = await makeTenant({ withSandbox: true })
    const gina = await Visitor.as(globex)
    await inLive(globex, async () => {
      const { own } = (await Profile.current()).brand
      await BrandChange.make({ ...own, finishedFile: 'attachment' }, OLGA)
    })
    const { ref: tenant } = globex
    const inTest = <T>(work: () => Promise<T>) =>
      CurrentTenant.run({ tenant, environment: 'test' }, work)
    const document = await inTest(() => makeDocument({ title: 'Lease', signers: [ANA] }))
    const link = await SigningLink.of(globex, document, { environment: 'test' })
    await link.consent()
    await link.finish()
    for (const kind of ['seal', 'mail.completed', 'mail.send'])
      await doWork(globex, kind, { environment: 'test' })
    const { text: list } = await gina.get('/test/mailbox')
    const { text } = await gina.get(links(list)[0])
    const file = (await inTest(async () => (await Document.whole(document.id))!)).sealedFileName
    assert.match(text, /<dt>Attachments<\/dt>/)
    assert.include(text, `<bdi>${file}</bdi>`)
    assert.match(text, /\d kB/)
    assert.notInclude((await olga.get(mails[0])).text, '<dt>Attachments</dt>')
  })

  test('has no mailbox on its live side', async ({ assert }) => {
    assert.equal((await olga.get('/mailbox')).status, 404)
    assert.notInclude((await olga.get('/documents')).text, 'Mailbox')
  })

  test('shows a member the mails of their own documents alone', async ({ assert }) => {
    const mia = await Visitor.as(acme, 'member')
    assert.lengthOf(links((await mia.get('/test/mailbox')).text), 0)
    assert.equal((await mia.get(mails[0])).status, 404)
    assert.equal((await mia.get(`${mails[0]}/content`)).status, 404)
    await mia.upload('/test/documents', await newDocument())
    await doWork(acme, 'mail.invite', { environment: 'test' })
    const own = links((await mia.get('/test/mailbox')).text)
    assert.lengthOf(own, 2)
    assert.equal((await mia.get(own[0])).status, 200)
  })

  test('knows no mail by an odd name: {$self}')
    .with(['mai_0', 'mai_01m7y3b4440afeee55e5w4v8jj', 'x', '%00'])
    .run(async ({ assert }, odd) => {
      assert.equal((await olga.get(`/test/mailbox/${odd}`)).status, 404)
    })
})
