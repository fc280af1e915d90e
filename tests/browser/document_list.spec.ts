import { test } from '@japa/runner'
import { Labels } from '#app/documents/labels/labels'
import type Tenant from '#app/tenants/tenant'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive, ownerOf } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'

const WAYS = {
  'at a desk, light': { viewport: DESKTOP },
  'on a phone, dark': { viewport: PHONE, isMobile: true, hasTouch: true, colorScheme: 'dark' },
} as const

test.group('The list of documents in a browser', (group) => {
  let acme: Tenant
  let id: string

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Realty', plan: 'enterprise' })
    const { id: owner, name } = await ownerOf(acme)
    const by = { type: 'user', id: owner, name } as const
    await inLive(acme, async () => {
      const sales = await Labels.create({ name: 'Sales', color: 'teal' }, OLGA)
      const check = await Labels.create({ name: 'To be checked', color: 'pink' }, OLGA)
      for (const title of ['Lease of a flat', 'Contract of sale', 'Offer'])
        id = (await makeDocument({ title, by })).id
      const document = await makeDocument({ title: 'Lease of an office', by })
      await document.relabel({ add: [sales, check] })
      await CurrentTenant.batch([
        {
          text: `update documents d set sent_at = now() - n.place * interval '3 days'
                   from (select id, row_number() over (order by id) as place from documents) n where n.id = d.id`,
        },
      ])
    })
    return () => closeBrowser()
  })

  test('keeps what is ticked and searched where an action lacks documents or a label', async ({
    assert,
  }) => {
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go('/documents?q=Lease')
    const fault = page.locator('#selected .field-error')
    await olga.press('Remind signers')
    await fault.getByText('Select documents first.').waitFor()
    const box = page.locator('tbody input[type=checkbox]').first()
    await box.check()
    await fault.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Add the label' }).click()
    await fault.getByText('Choose a label first.').waitFor()
    await page.locator('#selected select:focus').waitFor()
    assert.isTrue(await box.isChecked())
    assert.equal(olga.path, '/documents?q=Lease')
    assert.deepEqual(await olga.barriers(), [])
    await page.locator('#selected select').selectOption({ label: 'Sales' })
    await page.getByRole('button', { name: 'Add the label' }).click()
    await olga.says('1 of 1 done')
    await olga.close()
  })

  test('is narrowed by a label, saved as a view, and opened from its tab', async ({ assert }) => {
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go('/documents')
    await page.getByLabel('Label', { exact: true }).selectOption({ label: 'Sales' })
    await page.getByRole('link', { name: 'Lease of a flat' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Sales only')
    assert.deepEqual(await olga.barriers(), [])
    await dialog.getByRole('button', { name: 'Save view' }).click()
    const tab = page.getByRole('link', { name: 'Sales only' })
    await tab.waitFor()
    assert.equal(await tab.getAttribute('aria-current'), 'page')
    await page.getByRole('link', { name: 'All documents' }).click()
    await page.getByRole('link', { name: 'Lease of a flat' }).waitFor()
    await tab.click()
    await page.getByRole('link', { name: 'Lease of a flat' }).waitFor({ state: 'detached' })
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('gives a label to ticked documents', async ({ assert }) => {
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go('/documents')
    await page.getByRole('checkbox', { name: 'Offer' }).check()
    await page.getByLabel('Label for the selected documents').selectOption({ label: 'Sales' })
    await page.getByRole('button', { name: 'Add the label' }).click()
    await page.getByText('Label added.').waitFor()
    assert.deepEqual(await olga.barriers(), [])
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  for (const [way, options] of Object.entries(WAYS))
    test(`has no barriers, and neither have labels, views and analytics, ${way}`, async ({
      assert,
    }) => {
      const olga = await DashboardWindow.of(acme, options)
      const { page } = olga
      const pages = {
        list: '/documents',
        labels: '/labels',
        views: '/views',
        of_document: `/documents/${id}/labels`,
        analytics: '/analytics',
      }
      for (const [name, path] of Object.entries(pages)) {
        await olga.go(path)
        if (name === 'labels') await page.getByText('Edit').first().click()
        if (name === 'analytics') await page.locator('.uplot canvas').waitFor()
        assert.deepEqual(await olga.barriers(), [], path)
        assert.isAtMost(await olga.overflow(), 0, path)
        await olga.shoot(`lists ${name}, ${way}`)
      }
      await page.getByText('Sent and completed, as a table').click()
      assert.deepEqual(await olga.barriers(), [])
      assert.isAtMost(await olga.overflow(), 0)
      assert.deepEqual(olga.troubles, [])
      await olga.close()
    })

  test('stays as narrow as its window while a chart is not drawn anew yet', async ({ assert }) => {
    const olga = await DashboardWindow.of(acme, { viewport: DESKTOP })
    await olga.window.addInitScript('ResizeObserver.prototype.observe = () => {}')
    await olga.go('/analytics')
    await olga.page.locator('.uplot canvas').waitFor()
    await olga.page.setViewportSize(PHONE)
    assert.isAtMost(await olga.overflow(), 0)
    await olga.close()
  })

  test('shows its figures without scripts', async ({ assert }) => {
    const olga = await DashboardWindow.of(acme, { javaScriptEnabled: false })
    await olga.go('/analytics')
    assert.equal(await olga.page.locator('figure-chart tbody tr:visible').count(), 31)
    await olga.close()
  })

  test('shows documents first on a phone, and what to do with them once one is selected', async ({
    assert,
  }) => {
    const olga = await DashboardWindow.of(acme, { viewport: PHONE, isMobile: true, hasTouch: true })
    const { page } = olga
    await olga.go('/documents')
    const actions = page.getByRole('form', { name: 'Selected documents' })
    const first = page.locator('tr.is-link').first()
    const before = (await first.boundingBox())!
    assert.isBelow(before.y + before.height, PHONE.height - 56)
    assert.isFalse(await actions.isVisible())
    await first.getByRole('checkbox').tap()
    // nothing moves away from under the finger
    assert.deepEqual(await first.boundingBox(), before)
    const bar = (await actions.boundingBox())!
    assert.isAtMost(bar.height, 72)
    assert.isAtMost(bar.y + bar.height, (await page.locator('.tab-bar').boundingBox())!.y + 1)
    for (const button of await actions.getByRole('button').all())
      assert.isAtLeast((await button.boundingBox())!.height, 44)
    assert.isAtMost(await olga.overflow(), 0)
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('selected on a phone')
    // the last one is not hidden behind them
    const last = page.locator('#documents .card-footer, #documents tr.is-link').last()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    const end = (await last.boundingBox())!
    assert.isAtMost(end.y + end.height, bar.y)
    await actions.getByRole('button', { name: 'Add the label' }).tap()
    await actions.getByText('Choose a label first.').waitFor()
    await olga.close()
  })

  test('shows what ticks all to those who get there by keyboard on a phone', async ({ assert }) => {
    const olga = await DashboardWindow.of(acme, { viewport: PHONE })
    const { page } = olga
    await olga.go('/documents')
    const all = page.getByRole('checkbox', { name: 'Select all documents on this page' })
    await page.getByText('More filters').focus()
    await page.keyboard.press('Tab')
    const box = (await all.boundingBox())!
    const seen = `document.elementFromPoint(${box.x + box.width / 2}, ${box.y + box.height / 2}) === document.activeElement`
    assert.isTrue(await page.evaluate(seen))
    assert.isAtMost(await olga.overflow(), 0)
    await olga.shoot('tick all')
    await page.keyboard.press('Space')
    assert.equal(await page.locator('td.tick input:checked').count(), 4)
    // nothing moves away from under what is pressed next
    const row = page.locator('tr.is-link').first()
    const { x, y, height } = (await row.boundingBox())!
    const path = (await row.getByRole('link').getAttribute('href'))!
    await page.mouse.click(x + 40, y + height - 4)
    await page.waitForURL(`**${path}`)
    await olga.close()
  })
})
