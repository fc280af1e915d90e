import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { ANA, OLGA } from '#tests/factories/document_factory'
import { packetFiles } from '#tests/factories/packet_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { doWork } from '#tests/support/inline_work'
import { SigningLink } from '#tests/support/signing_link'
import { SigningVisitor } from '#tests/support/signing_visitor'

const mimeType = 'application/pdf'
const HEADINGS = ['File 1 of 3: Lease.pdf', 'File 2 of 3: Rules.pdf', 'File 3 of 3: Lease.pdf']

test.group('A document of several files in a browser', (group) => {
  group.setup(() => () => closeBrowser())

  test('is put together, signed on each file, and taken along', async ({ assert, cleanup }) => {
    const acme = await makeTenant({ name: 'Acme Realty' })
    const olga = await DashboardWindow.of(acme)
    cleanup(() => olga.close())
    const { page } = olga
    await olga.go('/documents/new')
    const files = await packetFiles()
    await page
      .locator('input[name=file]')
      .setInputFiles(
        files.map(({ name, bytes }) => ({ name, mimeType, buffer: Buffer.from(bytes) }))
      )
    await page.getByLabel('Name').first().fill(ANA.name!)
    await page.getByLabel('Email').first().fill(ANA.email!)
    await page.locator('.board-pages pdf-page[data-drawn]').first().waitFor()
    assert.equal(await page.locator('.board-pages pdf-page').count(), 6)
    assert.deepEqual(await page.locator('.board-pages .file-heading').allInnerTexts(), HEADINGS)

    await page.locator('.board-tools').evaluate((tools) => tools.scrollIntoView())
    const middleOf = async (selector: string) => {
      const { x, y, width, height } = (await page.locator(selector).first().boundingBox())!
      return [x + width / 2, y + Math.min(height / 2, 150)] as const
    }
    await page.mouse.move(
      ...(await middleOf('.board-types label:has([data-type=signature]) > span'))
    )
    await page.mouse.down()
    await page.mouse.move(...(await middleOf('.board-pages pdf-page[number="1"]')), { steps: 5 })
    await page.mouse.up()
    await page.getByLabel('Pages to copy to').fill('3, 4')
    await olga.press('Copy there')
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('packet new')
    await olga.press('Send')
    await olga.says('The document is on its way.')
    await page.locator('.viewer-pages .file-heading').first().waitFor()
    assert.deepEqual(await page.locator('.viewer-pages .file-heading').allInnerTexts(), HEADINGS)
    assert.deepEqual(await olga.barriers(), [])

    const id = olga.path.split('/').at(-1)!
    const document = (await inLive(acme, () => Document.whole(id)))!
    assert.deepEqual(document.fields.map((field) => field.page).sort(), [1, 3, 4])
    const link = await SigningLink.of(acme, document)
    const ana = await SigningVisitor.arrive(link, { viewport: DESKTOP, acceptDownloads: true })
    cleanup(() => ana.leave())
    await ana.agree()
    const said = await ana.page.locator('.file-heading').allInnerTexts()
    assert.deepEqual(
      said.map((text) => text.trim()),
      HEADINGS
    )
    assert.deepEqual(await ana.barriers(), [])
    await ana.shoot('packet signing', { fullPage: true })
    await ana.page.setViewportSize(PHONE)
    assert.isAtMost(await ana.overflow(), 0)
    await ana.shoot('packet signing phone')
    await ana.page.setViewportSize(DESKTOP)
    await ana.field('signature').first().click()
    await ana.type(ANA.name)
    for (const at of [1, 2]) await ana.field('signature').nth(at).click()
    await ana.primary.click()
    await ana.isThanked()
    await doWork(acme, 'seal')
    const all = ana.page.getByRole('link', { name: 'Download all files (ZIP)' })
    await all.waitFor({ timeout: 30_000 })
    assert.deepEqual(await ana.barriers(), [])
    await ana.shoot('packet signed')
    const [taken] = await Promise.all([ana.page.waitForEvent('download'), all.click()])
    assert.match(taken.suggestedFilename(), /\.zip$/)

    await olga.go(`/documents/${id}`)
    const list = page.getByRole('region', { name: 'Files of this document' })
    assert.equal(await list.getByRole('link', { name: /^Sealed/ }).count(), 3)
    await olga.shoot('packet document')
    await page.setViewportSize(PHONE)
    assert.isAtMost(await olga.overflow(), 0)
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('packet document phone')
    assert.deepEqual([...olga.troubles, ...ana.troubles], [])
  })

  test('has its files arranged with a keyboard, and on a phone', async ({ assert, cleanup }) => {
    const acme = await makeTenant({ name: 'Acme Realty' })
    const olga = await DashboardWindow.of(acme, { viewport: PHONE })
    cleanup(() => olga.close())
    const { page } = olga
    await olga.go('/documents/new')
    const files = await packetFiles()
    await page
      .locator('input[name=file]')
      .setInputFiles(
        files.map(({ name, bytes }) => ({ name, mimeType, buffer: Buffer.from(bytes) }))
      )
    await page.getByLabel('Name').first().fill(ANA.name!)
    await page.getByLabel('Email').first().fill(ANA.email!)
    await olga.press('Save as draft')
    await olga.says('The draft has been saved.')
    const id = olga.path.split('/').at(-1)!
    await olga.go(`/documents/${id}/edit`)
    const headings = page.locator('.board-pages .file-heading')
    await headings.first().waitFor()
    assert.deepEqual(await headings.allInnerTexts(), HEADINGS)
    await page.getByRole('link', { name: 'Add or arrange files' }).click()
    const [{ bytes }] = files
    const more = { name: 'More.pdf', mimeType, buffer: Buffer.from(bytes) }
    await page.locator('#more-files input').setInputFiles(more)
    await inLive(acme, () => Document.reference(id).revise({ title: 'Lease of a flat' }, OLGA))
    await olga.press('Save files')
    await page.locator('#files-error').waitFor()
    await page.getByLabel('Place of Rules.pdf').fill('1')
    await page.getByLabel('Place of Lease.pdf').first().fill('2')
    assert.deepEqual(await olga.barriers(), [])
    assert.isAtMost(await olga.overflow(), 0)
    await olga.shoot('packet arrange phone')
    await olga.press('Save files')
    await olga.says('The draft has its files.')
    await headings.filter({ hasText: 'File 1 of 4: Rules.pdf' }).waitFor()
    assert.isAtMost(await olga.overflow(), 0)
    await olga.shoot('packet edit phone')
    const document = (await inLive(acme, () => Document.whole(id)))!
    assert.deepEqual(
      document.files.map(({ name }) => name),
      ['Rules.pdf', 'Lease.pdf', 'Lease.pdf', 'More.pdf']
    )
  })

  test('is made of a template that was put together and arranged', async ({ assert, cleanup }) => {
    const acme = await makeTenant({ name: 'Acme Realty' })
    const olga = await DashboardWindow.of(acme)
    cleanup(() => olga.close())
    const { page } = olga
    await olga.go('/templates/new')
    const files = (await packetFiles()).slice(0, 2)
    await page
      .locator('input[name=file]')
      .setInputFiles(
        files.map(({ name, bytes }) => ({ name, mimeType, buffer: Buffer.from(bytes) }))
      )
    await page.getByLabel('Role').first().fill('Tenant')
    await page.locator('.board-pages .file-heading').first().waitFor()
    await olga.press('Save template')
    await olga.says('The template has been saved.')
    await page.locator('.viewer-pages .file-heading').first().waitFor()
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('packet template')
    await page.getByRole('link', { name: 'Add or arrange files' }).click()
    await page.getByLabel('Place of Rules.pdf').fill('1')
    await page.getByLabel('Place of Lease.pdf').fill('2')
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('packet template arrange')
    await olga.press('Save files')
    await olga.says('The template has been saved.')
    const shown = page.locator('.viewer-pages .file-heading')
    await shown.filter({ hasText: 'File 1 of 2: Rules.pdf' }).waitFor()
    await page.setViewportSize(PHONE)
    assert.isAtMost(await olga.overflow(), 0)
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('packet template phone')
  })
})
