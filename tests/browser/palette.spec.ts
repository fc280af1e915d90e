import { test } from '@japa/runner'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'

test.group('Command palette', (group) => {
  group.setup(() => () => closeBrowser())

  test('leads to places and documents by keys, and leaves typing alone', async ({ assert }) => {
    const tenant = await makeTenant()
    await inLive(tenant, () => makeDocument({ title: 'Lease of a lighthouse' }))
    const olga = await DashboardWindow.of(tenant)
    const { page } = olga
    await olga.go('/documents')
    const search = page.getByRole('searchbox', { name: 'Search documents' })
    await search.press('?')
    await search.press('Control+k')
    assert.equal(await page.locator('dialog[open]').count(), 0)
    await search.fill('')
    await page.locator('h1').click()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Go to' })
    await palette.waitFor()
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('palette')
    await page.keyboard.type('lightho')
    await palette.getByRole('link', { name: /Lease of a lighthouse/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Lease of a lighthouse' }).waitFor()
    await page.locator('h1').click()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('hom')
    await page.keyboard.press('Escape')
    assert.equal(await palette.count(), 0, 'also with something typed')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('hom')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.waitFor()
    assert.deepEqual(await olga.barriers(), [])
    await sheet.getByRole('checkbox').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    assert.equal(await page.locator('dialog[open]').count(), 0)
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('keeps the chosen line when documents are found meanwhile', async ({ assert }) => {
    const tenant = await makeTenant()
    await inLive(tenant, () => makeDocument({ title: 'Homestead lease' }))
    const olga = await DashboardWindow.of(tenant)
    const { page } = olga
    await olga.go('/documents')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Go to' })
    await palette.waitFor()
    await page.keyboard.type('hom')
    await page.keyboard.press('ArrowDown')
    await palette.getByRole('link', { name: /Homestead lease/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor({ timeout: 20_000 })
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })
})
