import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { Draft } from '#app/documents/drafts/draft'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, OLGA } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { until } from '#tests/support/until'

/** How many fields each signer has, by the name in their row. */
async function fieldsByName(page: Page): Promise<Record<string, number>> {
  const names = await page
    .getByLabel('Name', { exact: true })
    .evaluateAll((inputs) => inputs.map((input) => (input as unknown as { value: string }).value))
  const fields: { signer: number }[] = JSON.parse(
    await page.locator('input[name=fields]').inputValue()
  )
  const count = (at: number) => fields.filter(({ signer }) => signer === at).length
  return Object.fromEntries(names.map((name, at) => [name, count(at)]))
}

test.group('Dashboard | rows of signers beside their fields in a browser', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Realty' })
    return () => closeBrowser()
  })

  const open = async () => {
    const text = `Signature: __________${' '.repeat(10)}Signature: __________`
    const upload = await AcceptedPdf.accept(await makePdf({ pages: 2, text }), 'lease.pdf')
    const signers = [ANA, BEN].map(({ name, email }) => ({ name, email }))
    const { id } = await inLive(acme, () =>
      Draft.create({ title: 'Lease', signers, by: OLGA }, upload, { send: false })
    )
    const olga = await DashboardWindow.of(acme)
    await olga.go(`/documents/${id}/edit`)
    await olga.page.locator('pdf-page[data-drawn]').first().waitFor()
    return olga
  }
  const moveAnaDown = (page: Page) =>
    page.getByRole('button', { name: 'Move this signer down' }).first().click()

  test('moves suggested fields, and whom the next field is for, along with their signers', async ({
    assert,
  }) => {
    const olga = await open()
    const { page } = olga
    const legend = page.locator('.board-legend')
    await legend.getByText('Ben Seller').click()
    await olga.press('Suggest fields')
    await olga.says('places found')
    const ghosts = page.locator('.ghost-field')
    await ghosts.getByText('Ben Seller').first().click()
    assert.equal(await ghosts.getByText('Ana Buyer').count(), 2)
    await moveAnaDown(page)
    assert.equal(await ghosts.getByText('Ana Buyer').count(), 2)
    assert.equal(await legend.locator('[aria-pressed=true] bdi').textContent(), 'Ben Seller')
    await olga.press('Take all suggestions')
    assert.deepEqual(await fieldsByName(page), { 'Ana Buyer': 2, 'Ben Seller': 2 })
    await olga.press('Add to this page')
    assert.deepEqual(await fieldsByName(page), { 'Ana Buyer': 2, 'Ben Seller': 3 })
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('asks before fields go with the row of their signer, and can undo what was done before a row was moved', async ({
    assert,
  }) => {
    const olga = await open()
    const { page } = olga
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void (questions.length > 1 ? dialog.accept() : dialog.dismiss())
    })
    await olga.press('Add to this page')
    await moveAnaDown(page)
    assert.deepEqual(await fieldsByName(page), { 'Ben Seller': 0, 'Ana Buyer': 1 })
    await olga.press('Undo')
    assert.deepEqual(await fieldsByName(page), { 'Ben Seller': 0, 'Ana Buyer': 0 })
    await olga.press('Redo')
    assert.deepEqual(await fieldsByName(page), { 'Ben Seller': 0, 'Ana Buyer': 1 })
    const remove = page.getByRole('button', { name: 'Remove this signer' })
    await remove.last().click()
    assert.deepEqual(questions, ['1 field of Ana Buyer will be removed, too. Go on?'])
    assert.deepEqual(await fieldsByName(page), { 'Ben Seller': 0, 'Ana Buyer': 1 })
    await remove.last().click()
    assert.deepEqual(await fieldsByName(page), { 'Ben Seller': 0 })
    assert.isTrue(await page.getByRole('button', { name: 'Undo' }).isDisabled())
    assert.lengthOf(questions, 2)
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('asks once about suggested fields that are not taken, also while the draft is being saved', async ({
    assert,
  }) => {
    const olga = await open()
    const { page } = olga
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void dialog.dismiss()
    })
    await olga.press('Suggest fields')
    await olga.says('places found')
    const { promise: go, resolve: letGo } = Promise.withResolvers<void>()
    const saving = page.waitForRequest('**/autosaves')
    await page.route('**/autosaves', async (route) => {
      await go
      await route.continue()
    })
    const saved = page.waitForResponse('**/autosaves')
    await page.getByLabel('Title').fill('Lease of the house')
    await saving
    await olga.press('Save and send')
    letGo()
    await saved
    await until(() => questions.length > 0)
    await page.waitForTimeout(500)
    assert.lengthOf(questions, 1)
    await olga.close()
  })

  test('keeps the fields of a new document as another file is chosen', async ({ assert }) => {
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go('/documents/new')
    await page.getByLabel('Name', { exact: true }).fill('Ana Buyer')
    const choose = (buffer: Buffer) =>
      page
        .locator('input[name=file]')
        .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer })
    const pages = async (count: number) => {
      await choose(Buffer.from(await makePdf({ pages: count })))
      await page
        .locator('.board-pages pdf-page')
        .nth(count - 1)
        .waitFor()
      await olga.says(`of ${count}`)
    }
    await pages(3)
    for (const number of ['1', '3']) {
      await page.getByLabel('Page of the field').fill(number)
      await olga.press('Add to this page')
    }
    assert.deepEqual(await fieldsByName(page), { 'Ana Buyer': 2 })
    await choose(Buffer.from('not a PDF'))
    await until(async () => (await fieldsByName(page))['Ana Buyer'] === 0)
    await pages(2)
    assert.deepEqual(await fieldsByName(page), { 'Ana Buyer': 1 })
    await olga.says('1 field is left out: this file does not have its page.')
    await olga.shoot('field editor, another file')
    assert.deepEqual(await olga.barriers(), [])
    assert.equal(await page.locator('placed-field').count(), 1)
    await pages(4)
    assert.deepEqual(await fieldsByName(page), { 'Ana Buyer': 2 })
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('asks before it sends without fields that another file left out, and keeps room for them', async ({
    assert,
  }) => {
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go('/documents/new')
    await page.getByLabel('Name', { exact: true }).fill('Ana Buyer')
    await page.getByLabel('Email', { exact: true }).fill('ana@example.test')
    const choose = async (pages: number) => {
      const buffer = Buffer.from(await makePdf({ pages }))
      await page
        .locator('input[name=file]')
        .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer })
      await olga.says(`of ${pages}`)
    }
    await choose(2)
    for (const number of ['1', '2']) {
      await page.getByLabel('Page of the field').fill(number)
      await olga.press('Add to this page')
    }
    await choose(1)
    await olga.says('1 field is left out: this file does not have its page.')
    await page.locator('.placed-field-handle').first().focus()
    for (let doubled = 1; doubled <= 256; doubled *= 2) {
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+d')
    }
    await olga.says('Nothing was added: these would be 513 fields')
    await olga.press('Undo')
    assert.deepEqual(await fieldsByName(page), { 'Ana Buyer': 128 })
    await olga.says('1 field is left out: this file does not have its page.')
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void dialog.dismiss()
    })
    await olga.press('Send')
    assert.deepEqual(questions, [
      '1 field is left out: this file does not have its page. Send without it?',
    ])
    assert.equal(olga.path, '/documents/new')
    await choose(2)
    await until(async () => (await fieldsByName(page))['Ana Buyer'] === 129)
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('says that fields are left out for as long as their signer is there', async ({ assert }) => {
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go('/documents/new')
    await page.getByLabel('Name', { exact: true }).fill('Ana Buyer')
    await olga.press('Add a signer')
    await page.getByLabel('Name', { exact: true }).last().fill('Ben Seller')
    const choose = async (pages: number) => {
      const buffer = Buffer.from(await makePdf({ pages }))
      await page
        .locator('input[name=file]')
        .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer })
      await olga.says(`of ${pages}`)
    }
    await choose(2)
    await page.locator('.board-legend').getByText('Ben Seller').click()
    await page.getByLabel('Page of the field').fill('2')
    await olga.press('Add to this page')
    await choose(1)
    const limit = page.locator('[data-limit]')
    await limit.filter({ hasText: '1 field is left out' }).waitFor()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'Remove this signer' }).last().click()
    assert.deepEqual(await fieldsByName(page), { 'Ana Buyer': 0 })
    assert.equal(await limit.textContent(), '')
    await olga.close()
  })
})
