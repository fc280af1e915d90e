import { test } from '@japa/runner'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive, ownerOf } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import type Tenant from '#app/tenants/tenant'

const WAYS = {
  'at a desk, light': { viewport: DESKTOP },
  'on a phone, dark': { viewport: PHONE, isMobile: true, hasTouch: true, colorScheme: 'dark' },
} as const

test.group('Contacts in a browser', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Realty' })
    const by = { ...OLGA, id: (await ownerOf(acme)).id }
    await inLive(acme, () => makeDocument({ by }))
    return () => closeBrowser()
  })

  test('are offered while one types, and taken by keys alone', async ({ assert }) => {
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go('/documents/new')
    const name = page.getByLabel('Name')
    const list = page.getByRole('listbox', { name: 'Contacts' })
    await name.pressSequentially('ben')
    await list.waitFor()
    assert.equal(await name.getAttribute('aria-expanded'), 'true')
    assert.deepEqual(await olga.barriers(), [])
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    assert.equal(await name.inputValue(), 'ben', 'Escape changes nothing')
    await page.keyboard.press('ArrowDown')
    await list.waitFor()
    await page.keyboard.press('ArrowDown')
    const active = await name.getAttribute('aria-activedescendant')
    assert.equal(await page.locator(`#${active}`).getAttribute('aria-selected'), 'true')
    await page.keyboard.press('Enter')
    assert.equal(await name.inputValue(), 'Ben Seller')
    assert.equal(await page.getByLabel('Email').inputValue(), 'ben@example.test')
    assert.equal(olga.path, '/documents/new', 'Enter takes a contact, and sends no form')
    assert.isTrue(await name.evaluate((input) => input === input.ownerDocument.activeElement))
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('are offered for the roles of a template', async ({ assert }) => {
    const { id } = await inLive(acme, () => makeTemplate())
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go(`/templates/${id}/use`)
    await page.getByLabel('Name').first().pressSequentially('ana')
    await page.getByRole('option', { name: 'Ana Buyer' }).click()
    assert.equal(await page.getByLabel('Email').first().inputValue(), 'ana@example.test')
    assert.deepEqual(await olga.barriers(), [])
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  for (const [way, options] of Object.entries(WAYS))
    test(`are taken with the pointer, also in a row that was added, ${way}`, async ({ assert }) => {
      const olga = await DashboardWindow.of(acme, options)
      const { page } = olga
      await olga.go('/documents/new')
      await page.getByLabel('Name').fill('Somebody Else')
      await olga.press('Add a signer')
      await page.getByLabel('Email').nth(1).pressSequentially('ana@')
      const option = page.getByRole('option', { name: 'Ana Buyer' })
      await option.waitFor()
      await olga.shoot(`contacts offered ${way}`)
      assert.isAtMost(await olga.overflow(), 0)
      if ('hasTouch' in options) await option.tap()
      else await option.click()
      assert.equal(await page.getByLabel('Name').nth(1).inputValue(), 'Ana Buyer')
      assert.equal(await page.getByLabel('Email').nth(1).inputValue(), 'ana@example.test')
      assert.equal(await page.getByLabel('Name').first().inputValue(), 'Somebody Else')
      await page.getByText('Language, message and codes').nth(1).click()
      await page.locator('[name="signers[1][language]"]').selectOption('nl')
      await page.getByLabel('Message to this signer alone').nth(1).fill('Let op de prijs.')
      assert.deepEqual(await olga.barriers(), [])
      await olga.shoot(`signer words ${way}`)

      page.once('dialog', (dialog) => void dialog.accept())
      await olga.go('/account/contacts')
      await page.getByText('2 contacts, used last first').waitFor()
      assert.deepEqual(await olga.barriers(), [])
      assert.isAtMost(await olga.overflow(), 0)
      await page.getByText('Edit').first().click()
      await olga.shoot(`contacts ${way}`)
      assert.deepEqual(olga.troubles, [])
      await olga.close()
    })
})
