import router from '@adonisjs/core/services/router'
import { test } from '@japa/runner'
import { LONG_FORMS } from '#app/dashboard/long_forms'
import Document from '#app/documents/document'
import { LIMITS } from '#app/documents/limits'
import type Tenant from '#app/tenants/tenant'
import { SALE, makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'

/** Three bytes each, which a form sends as nine. */
const written = (characters: number) => '語'.repeat(characters)

test.group('Dashboard | long forms', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
  })

  test('are those of routes that there are', ({ assert }) => {
    const routes = Object.values(router.toJSON()).flat()
    const posted = routes.filter(({ methods }) => methods.includes('POST'))
    const patterns = posted.map(({ pattern }) => pattern)
    assert.includeMembers(patterns, Object.keys(LONG_FORMS))
  })

  test('take metadata of a provider that are pasted, and say what is wrong with them', async ({
    assert,
  }) => {
    const metadata = `<EntityDescriptor>${'<a b="c"/>'.repeat(40_000)}</EntityDescriptor>`
    const { status, text } = await olga.post('/settings/single-sign-on/provider', { metadata })
    assert.equal(status, 422)
    assert.include(text, 'name="metadata"')
  })

  test('take a message for each person of a template, and values, as long as they may be', async ({
    assert,
  }) => {
    const [buyer, seller] = SALE.roles
    const box = { type: 'text' as const, page: 1, x: 60, width: 400, height: 400 }
    const fields = [0, 1].map((at) => ({
      ...{ ...box, y: 300 + at },
      options: { key: `at${at}`, required: false },
    }))
    const roles = [{ ...buyer, fields: [...buyer.fields!, ...fields] }, seller]
    const { id } = await inLive(acme, () => makeTemplate({ roles }))
    const message = written(LIMITS.message)
    const answer = await olga.post(`/templates/${id}/use`, {
      'title': 'For Ana',
      message,
      'people[0][name]': 'Ana Buyer',
      'people[0][email]': 'ana@example.test',
      'people[0][message]': message,
      'people[1][name]': 'Ben Seller',
      'people[1][email]': 'ben@example.test',
      'people[1][message]': message,
    })
    assert.equal(answer.status, 303, answer.text)
    const documentId = String(answer.headers.location).split('/')[2]
    const { signers } = (await inLive(acme, () => Document.whole(documentId)))!
    assert.deepEqual(
      signers.map((signer) => signer.message),
      [message, message]
    )
  })

  test('show the preview of a brand with all its consent', async ({ assert }) => {
    const consentText = written(20_000)
    const { status } = await olga.post('/settings/brand/preview', { part: 'signing', consentText })
    assert.equal(status, 200)
  })

  test('say that they are too long where they are', async ({ assert }) => {
    const { status, text } = await olga.post('/settings/teams', { name: 'a'.repeat(70_000) })
    assert.equal(status, 413)
    assert.include(text, 'This form is too long')
    assert.notInclude(text, 'could not be understood')
    const stranger = new Visitor(acme)
    const late = await stranger.post('/login', { email: 'a'.repeat(70_000) })
    assert.equal(late.status, 413)
    assert.include(late.text, 'This form is too long')
  })
})
