import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { Draft } from '#app/documents/drafts/draft'
import { StoredFile } from '#app/documents/files/stored_file'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, OLGA } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'

const WAYS = {
  'at a desk, light': { viewport: DESKTOP },
  'on a phone, dark': {
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
  },
} as const

/** The last of twelve pages cannot be had. */
const FAIL_LAST = `document.querySelector('pdf-document').pdf.then((pdf) => {
  pdf.getPage = (number) =>
    number === 12
      ? Promise.reject(new Error('The line was cut'))
      : Object.getPrototypeOf(pdf).getPage.call(pdf, number)
})`
const FAIL_NONE = `document.querySelector('pdf-document').pdf.then((pdf) => delete pdf.getPage)`

test.group('Dashboard | a document’s page in a browser', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Realty' })
    return () => closeBrowser()
  })

  const make = async (pages: number) => {
    const upload = await AcceptedPdf.accept(await makePdf({ pages }), 'lease.pdf')
    const input = { title: 'Lease of a house', signers: [ANA, BEN], by: OLGA }
    return inLive(acme, () => Draft.create(input, upload, { send: true }))
  }

  test('changes by itself, in the list too, which asks for nothing', async ({ assert }) => {
    const { id } = await make(1)
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    const streamed = page.waitForResponse((response) => response.url().endsWith('/updates'))
    await olga.go('/documents')
    assert.equal((await streamed).headers()['content-type'], 'text/event-stream')
    const row = page.locator('tr', { has: page.locator(`a[href="/documents/${id}"]`) })
    await row.getByText('Pending').waitFor()
    await sign(acme, id, ANA.email)
    await row.getByText('In Progress').waitFor()
    await row.getByRole('link').click()
    await page.getByText('1 of 2 signed').waitFor()
    await sign(acme, id, BEN.email)
    await page.getByText('2 of 2 signed').waitFor()
    assert.deepEqual(await olga.barriers(), [])
    await olga.go(`/documents/${id}`)
    await page.getByText('2 of 2 signed').waitFor()
    const current = page.locator('.nav [aria-current=page]').first()
    assert.equal((await current.textContent())?.trim(), 'Documents')
  })

  const sealedBytes = (id: string) =>
    inLive(acme, async () => {
      const document = (await Document.whole(id)) as Document
      return (await StoredFile.sealed(document))!.read()
    })

  for (const [way, options] of Object.entries(WAYS))
    test(`shows pages, goes to one and finds words, ${way}`, async ({ assert }) => {
      const { id } = await make(12)
      const olga = await DashboardWindow.of(acme, options)
      const { page } = olga
      await olga.go(`/documents/${id}`)
      const first = page.locator('#page-1')
      await page.locator('#page-1[data-drawn]').waitFor()
      assert.include(await first.textContent(), 'page 1')
      assert.equal(await first.locator('.viewer-field').count(), 2)

      const number = page.getByLabel('Go to page')
      await number.fill('7')
      await number.press('Enter')
      await page.locator('#page-7[data-drawn]').waitFor()
      await page.getByRole('button', { name: 'Next page' }).click()
      assert.equal(await number.inputValue(), '8')
      await page.getByRole('link', { name: 'Signature p. 1' }).first().click()
      await page.locator('#page-1[data-drawn]').waitFor()
      assert.equal(await number.inputValue(), '1')

      const find = page.getByLabel('Find in the text')
      await find.fill('PARTIES,  páge 11')
      await find.press('Enter')
      await olga.says('On page 11')
      await page.locator('#page-11 .found').waitFor()
      assert.equal(await number.inputValue(), '11')
      await find.fill('nowhere at all')
      await find.press('Enter')
      await olga.says('Not found')

      const wide = (await page.locator('#page-11').boundingBox())?.width ?? 0
      await page.getByRole('button', { name: 'Larger' }).click()
      assert.isAbove((await page.locator('#page-11').boundingBox())?.width ?? 0, wide)
      assert.equal(await number.inputValue(), '11')
      assert.equal(await olga.overflow(), 0)
      assert.deepEqual(await olga.barriers(), [])
      await olga.shoot(`document page ${way}`)
      assert.deepEqual(olga.troubles, [])
      await olga.close()
    })

  test('has what happened right below the pages, whatever stands beside them', async ({
    assert,
  }) => {
    const { id } = await make(1)
    const olga = await DashboardWindow.of(acme, { viewport: DESKTOP })
    await olga.go(`/documents/${id}`)
    const pages = (await olga.page.locator('#pages').boundingBox())!
    const trail = (await olga.page.locator('#trail').boundingBox())!
    assert.equal(trail.x, pages.x)
    assert.isAtMost(trail.y - (pages.y + pages.height), 32)
    await olga.close()
  })

  test('keeps the pages where they are while signers sign, and changes to the sealed PDF', async ({
    assert,
  }) => {
    const { id } = await make(3)
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go(`/documents/${id}`)
    await page.locator('#page-1[data-drawn]').waitFor()
    await page.getByLabel('Go to page').fill('3')
    await page.getByLabel('Go to page').press('Enter')
    await page.getByLabel('Go to page').blur()
    await sign(acme, id, ANA.email)
    await olga.says('1 of 2 signed')
    assert.equal(await page.getByLabel('Go to page').inputValue(), '3')
    assert.equal(await page.locator('#page-1 .viewer-field[data-done]').count(), 1)
    await sign(acme, id, BEN.email)
    await doWork(acme, 'seal')
    await olga.says('Sealed PDF, with certificate')
    await page.locator('#page-1[data-drawn]').waitFor()
    assert.equal(await page.locator('.viewer-field').count(), 0)
    await page.locator('.viewer-thumb').nth(3).waitFor() // the certificate's
    await olga.follow('Check the seal')
    await olga.says('The document is whole')
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('document page, sealed')
    await olga.go('/verify')
    await olga.shoot('verify, empty')
    const altered = Buffer.concat([await sealedBytes(id), Buffer.from('1 0 obj <<>> endobj')])
    await page.locator('input[type=file]').setInputFiles({
      name: 'lease.pdf',
      mimeType: 'application/pdf',
      buffer: altered,
    })
    await olga.says('The document was altered')
    assert.equal(await olga.overflow(), 0)
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('verify, altered')
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('draws of 500 pages those near the window only, and loads pdf.js on this page alone', async ({
    assert,
  }) => {
    const { id } = await make(500)
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    await olga.go('/documents')
    await olga.says('Lease of a house')
    assert.isFalse(scripts.some((path) => /pdf|viewer/.test(path)))
    await olga.go(`/documents/${id}`)
    await page.locator('#page-1[data-drawn]').waitFor()
    assert.isTrue(scripts.some((path) => path.endsWith('/pdf.min.mjs')))
    const number = page.getByLabel('Go to page')
    await number.fill('500')
    await number.press('Enter')
    await page.locator('#page-500[data-drawn]').waitFor()
    assert.isBelow(await page.locator('.viewer-pages canvas').count(), 10)
    assert.isBelow(await page.locator('.viewer-thumbs canvas').count(), 40)
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('leaves the pages there when one of them fails, and says so until it is drawn', async ({
    assert,
  }) => {
    const { id } = await make(12)
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go(`/documents/${id}`)
    await page.locator('#page-1[data-drawn]').waitFor()
    const failLast = () => page.evaluate(FAIL_LAST)
    await failLast()
    const number = page.getByLabel('Go to page')
    const goTo = async (wanted: string) => {
      await number.fill(wanted)
      await number.press('Enter')
    }
    const notice = page.locator('.viewer-document .pdf-trouble')
    await goTo('12')
    await notice.waitFor()
    await page.locator('#page-11[data-drawn]').waitFor()
    await goTo('1')
    await page.locator('#page-1[data-drawn]').waitFor()
    assert.isTrue(await page.locator('#page-1').isVisible())
    assert.isTrue(await notice.isVisible())
    assert.equal(await olga.overflow(), 0)
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('document page, a page that failed')

    // the line is back
    await page.evaluate(FAIL_NONE)
    await goTo('12')
    await page.locator('#page-12[data-drawn]').waitFor()
    await notice.waitFor({ state: 'hidden' })

    // and opened anew it comes at once
    await failLast()
    await goTo('1')
    await page.locator('#page-1[data-drawn]').waitFor()
    await goTo('12')
    await notice.waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('#page-12[data-drawn]').waitFor()
    assert.isTrue(await notice.isHidden())
    await olga.close()
  })
})
