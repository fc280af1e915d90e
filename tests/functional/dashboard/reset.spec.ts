import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { SandboxReset } from '#app/sandbox/sandbox_reset'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeBulkSend, makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'

const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test.group('Dashboard | the reset of the sandbox', (group) => {
  let acme: Tenant

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true, hasPassword: true })
    await CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, () => makeDocument())
  })

  const documents = () =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, () => Document.all())

  test('says what will be removed, requires confirmation, and reports the result', async ({
    assert,
  }) => {
    const olga = await Visitor.as(acme)
    assert.include(words((await olga.get('/test/reset')).text), 'Documents 1, with files')
    const refused = await olga.post('/test/reset', { confirmation: '<b>rest' })
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'Type reset to confirm.')
    assert.include(refused.text, 'value="&lt;b&gt;rest"')
    assert.lengthOf(await documents(), 1)
    const done = await olga.post('/test/reset', { confirmation: ' Reset ' })
    assert.equal(done.status, 303)
    const { text } = await olga.followed(done)
    assert.include(text, 'The sandbox has been reset. Gone: 1 document, 1 event and 0 emails.')
    assert.include(words(text), 'Last reset')
    assert.include(words(text), 'There is nothing to remove.')
    assert.lengthOf(await documents(), 0)
    assert.include(words((await olga.get('/settings/security')).text), 'Reset the sandbox')
  })

  test('says what stays, and counts what goes beside documents', async ({ assert }) => {
    const olga = await Visitor.as(acme)
    await CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, async () => {
      await makeBulkSend(await makeTemplate())
      await SandboxReset.run(OLGA)
      await makeBulkSend(await makeTemplate())
    })
    const { text } = await olga.get('/test/reset')
    assert.include(words(text), 'Bulk sends 1')
    assert.include(words(text), 'Contacts None')
    assert.include(words(text), 'templates, forms, labels, saved views')
    assert.notInclude(words(text), 'There is nothing to remove.')
    const { text: after } = await olga.followed(
      await olga.post('/test/reset', { confirmation: 'reset' })
    )
    assert.include(after, 'Also gone: 1 bulk send, 0 bulk actions and 0 contacts.')
    assert.include(words(after), 'There is nothing to remove.')
  })

  test('is not there in live, and not for those who may not make keys', async ({ assert }) => {
    const olga = await Visitor.as(acme)
    assert.equal((await olga.get('/reset')).status, 404)
    assert.equal((await olga.post('/reset', { confirmation: 'reset' })).status, 404)
    const mia = await Visitor.as(acme, 'member')
    assert.equal((await mia.get('/test/reset')).status, 403)
    assert.equal((await mia.post('/test/reset', { confirmation: 'reset' })).status, 403)
    assert.notInclude((await mia.get('/test/documents')).text, 'href="/test/reset"')
    assert.lengthOf(await documents(), 1)
    const dana = await Visitor.as(acme, 'developer')
    assert.equal((await dana.post('/test/reset', { confirmation: 'reset' })).status, 303)
    assert.lengthOf(await documents(), 0)
  })
})
