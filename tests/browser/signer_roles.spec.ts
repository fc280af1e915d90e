import { test } from '@japa/runner'
import Document from '#app/documents/document'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'

const CEM = { name: 'Cem Counsel', email: 'cem@example.test' }

test.group('Roles of signers in a browser', (group) => {
  let acme: Tenant

  group.setup(async () => {
    // two signers on this plan
    acme = await makeTenant({ plan: 'free' })
    return closeBrowser
  })

  for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
    test(`a copy is one more than the plan has signers, and asked for nothing (${size})`, async ({
      assert,
    }) => {
      const ben = { name: 'Ben Seller', email: 'ben@example.test' }
      const { id } = await inLive(acme, () =>
        makeDocument(
          {
            signers: [
              { ...ANA, order: 1 },
              { ...ben, order: 2 },
            ],
          },
          { send: false }
        )
      )
      const olga = await DashboardWindow.of(acme, { viewport })
      const { page } = olga
      await olga.go(`/documents/${id}/edit`)
      await page.locator('placed-field').first().waitFor()
      assert.isFalse(await page.getByRole('button', { name: 'Add a signer' }).isVisible())
      await page.getByRole('button', { name: 'Add a copy' }).click()
      const row = page.locator('.signer-row').last()
      assert.equal(await row.getByLabel('What they do').inputValue(), 'copy')
      assert.isFalse(await row.getByLabel('Step').isVisible())
      await row.getByLabel('Name').fill(CEM.name)
      await row.getByLabel('Email').fill(CEM.email)
      await row.getByText('Language, message and codes').click()
      assert.isFalse(await row.getByLabel('Message to this signer alone').isVisible())
      assert.isFalse(await row.getByLabel('Access code').isVisible())
      assert.deepEqual(await olga.barriers(), [])
      assert.equal(await olga.overflow(), 0)
      await olga.shoot(`roles-form-${size}`)
      await page.locator('.signer-row').nth(1).getByLabel('What they do').selectOption('copy')
      assert.isTrue(await page.getByRole('button', { name: 'Add a signer' }).isVisible())
      await page.locator('.signer-row').nth(1).getByLabel('What they do').selectOption('signer')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('The draft has been saved.').waitFor()
      const document = (await inLive(acme, () => Document.whole(id)))!
      assert.deepEqual(
        document.signers.map(({ role }) => role),
        ['signer', 'signer', 'copy']
      )
      await olga.shoot(`roles-document-${size}`)
      assert.deepEqual(await olga.barriers(), [])
      await olga.close()
    })
})
