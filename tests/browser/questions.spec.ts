import { test } from '@japa/runner'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { SigningLink } from '#tests/support/signing_link'
import { SigningVisitor } from '#tests/support/signing_visitor'

test.group('Questions of signers in a browser', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Industries' })
    return closeBrowser
  })

  for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
    test(`are asked from the menu of the signing page, which is there afterwards (${size})`, async ({
      assert,
    }) => {
      const document = await inLive(acme, () => makeDocument())
      const ana = await SigningVisitor.arrive(await SigningLink.of(acme, document), { viewport })
      const { page } = ana
      try {
        await ana.agree()
        await page.locator('.signing-more summary').click()
        await ana.shoot(`question-menu-${size}`)
        await page.getByRole('link', { name: 'Ask the sender' }).click()
        await page.getByLabel('I have a question').check()
        await page.getByLabel('Your message').fill('Is the garage included?')
        assert.deepEqual(await ana.barriers(), [])
        assert.equal(await ana.overflow(), 0)
        await ana.shoot(`question-form-${size}`)
        await page.getByRole('button', { name: 'Send' }).click()
        await page.getByRole('heading', { name: 'Your message has been sent' }).waitFor()
        assert.deepEqual(await ana.barriers(), [])
        await ana.shoot(`question-sent-${size}`)
        await page.getByRole('link', { name: 'Back' }).click()
        await ana.readsFirstPage()
        assert.deepEqual(ana.troubles, [])
      } finally {
        await ana.leave()
      }
    })
})
