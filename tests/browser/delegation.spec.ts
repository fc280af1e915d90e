import { test } from '@japa/runner'
import Document from '#app/documents/document'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { SigningLink } from '#tests/support/signing_link'
import { SigningVisitor } from '#tests/support/signing_visitor'

const CEM = { name: 'Cem Deputy', email: 'cem@example.test' }
const OFFER = 'Hand over to somebody else'

test.group('Handing signing over in a browser', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Industries' })
    return closeBrowser
  })

  const make = async () =>
    SigningLink.of(acme, await inLive(acme, () => makeDocument({ allowDelegation: true })))
  const documentOf = async ({ documentId }: SigningLink) =>
    (await inLive(acme, () => Document.whole(documentId)))!

  for (const [size, screen] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
    test(`leads from the document to a form, and from there to the end (${size})`, async ({
      assert,
    }) => {
      const link = await make()
      const ana = await SigningVisitor.arrive(link, { viewport: screen })
      try {
        await ana.shoot(`delegation-consent-${size}`)
        await ana.agree()
        if (screen === PHONE) await ana.page.locator('.signing-more summary').click()
        await ana.shoot(`delegation-menu-${size}`)
        const name = screen === PHONE ? OFFER : 'Hand over'
        await ana.page.getByRole('link', { name, exact: true }).click()
        assert.deepEqual(await ana.barriers(), [])
        assert.equal(await ana.overflow(), 0)
        await ana.shoot(`delegation-form-${size}`)
        await ana.page.getByLabel('Name').fill(CEM.name)
        await ana.page.getByLabel('Email address').fill('ben@example.test')
        await ana.page.getByRole('button', { name: 'Hand over' }).click()
        await ana.page.getByText('already').waitFor()
        assert.deepEqual(await ana.barriers(), [])
        await ana.shoot(`delegation-refused-${size}`)
        ana.troubles.length = 0 // the console names the answer 422
        await ana.page.getByLabel('Email address').fill(CEM.email)
        await ana.page.getByRole('button', { name: 'Hand over' }).click()
        await ana.page.getByRole('heading', { name: 'You handed signing over' }).waitFor()
        assert.deepEqual(await ana.barriers(), [])
        assert.equal(await ana.overflow(), 0)
        await ana.shoot(`delegation-done-${size}`)
        const document = await documentOf(link)
        assert.equal(document.signers[0].email, CEM.email)
        const cem = await SigningVisitor.arrive(await SigningLink.of(acme, document), {
          viewport: screen,
        })
        await cem.page.getByText('has handed that over to you').waitFor()
        await cem.shoot(`delegation-received-${size}`)
        await cem.leave()
      } finally {
        await ana.leave()
      }
    })

  test('needs no scripts, and is once after a double click', async ({ assert }) => {
    const link = await make()
    const ana = await SigningVisitor.arrive(link, { javaScriptEnabled: false })
    try {
      await ana.page.getByRole('link', { name: OFFER }).click()
      await ana.page.getByLabel('Name').fill(CEM.name)
      await ana.page.getByLabel('Email address').fill(CEM.email)
      await ana.page.getByRole('button', { name: 'Hand over' }).dblclick()
      await ana.page.getByRole('heading', { name: 'You handed signing over' }).waitFor()
      assert.lengthOf((await documentOf(link)).signers[0].delegations, 1)
      await ana.page.reload()
      await ana.page.getByRole('heading', { name: 'You handed signing over' }).waitFor()
    } finally {
      await ana.leave()
    }
  })
})
