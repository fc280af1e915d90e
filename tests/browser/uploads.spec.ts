import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { Draft } from '#app/documents/drafts/draft'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { ANA, BEN, OLGA } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { until } from '#tests/support/until'

const MEBIBYTE = 1024 * 1024
const LARGE = Buffer.alloc(4 * MEBIBYTE, 'x')
const mimeType = 'application/pdf'
/** The next answer never reaches the page. */
const UNANSWERED = `{
  const { send } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.send = function (body) {
    XMLHttpRequest.prototype.send = send
    Object.assign(this, { onload: null, onerror: null, ontimeout: null })
    send.call(this, body)
  }
}`
const CHOSEN = `document.querySelector('#draft-file input[type=file]').files[0]?.name`

test.group('Dashboard | uploads in a browser', (group) => {
  group.setup(() => () => closeBrowser())

  for (const isPhone of [false, true])
    test(`say how far they are, can be cancelled, and begun again, ${isPhone ? 'on a phone' : 'at a desk'}`, async ({
      assert,
    }) => {
      const tenant = await makeTenant({ name: 'Acme Realty' })
      const options = { viewport: PHONE, isMobile: true, colorScheme: 'dark' } as const
      const olga = await DashboardWindow.of(tenant, isPhone ? options : {})
      const { page } = olga
      await olga.go('/documents/new')
      await page.locator('input[name=file]').setInputFiles({
        ...{ name: 'lease.pdf', mimeType, buffer: LARGE },
      })
      await page.getByLabel('Name').first().fill('Ana Buyer')
      await page.getByLabel('Email').first().fill('ana@example.test')
      const line = await page.context().newCDPSession(page)
      const slow = { offline: false, latency: 0, downloadThroughput: -1 }
      await line.send('Network.emulateNetworkConditions', {
        ...slow,
        uploadThroughput: 256 * 1024,
      })

      await olga.press('Send')
      const bar = page.getByRole('progressbar', { name: 'Uploaded so far' })
      await bar.waitFor()
      await olga.says('Uploading 4.0 MB…')
      assert.isBelow(Number(await bar.getAttribute('value')), 1)
      assert.deepEqual(await olga.barriers(), [])
      assert.isAtMost(await olga.overflow(), 0)
      await olga.shoot(`upload ${isPhone ? 'phone' : 'desk'}`)
      await olga.press('Cancel upload')
      await olga.says('The upload was cancelled. Nothing has been sent.')
      assert.equal(await page.locator(':focus').innerText(), 'Send')
      assert.equal(await page.getByLabel('Email').first().inputValue(), 'ana@example.test')
      assert.deepEqual(await inLive(tenant, () => Document.query()), [])
      assert.deepEqual(await olga.barriers(), [])

      // what was cancelled is still not saved
      const questions: string[] = []
      page.once('dialog', (dialog) => {
        questions.push(dialog.message())
        void dialog.dismiss()
      })
      await olga.follow('Documents')
      assert.match(questions.join(), /^Leave this page\?/)

      await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
      const buffer = Buffer.from(await makePdf())
      await page.locator('input[name=file]').setInputFiles({ name: 'a.pdf', mimeType, buffer })
      await olga.press('Send')
      await olga.says('The document is on its way.')
      assert.lengthOf(await inLive(tenant, () => Document.query()), 1)
      assert.equal(await page.locator('.upload-progress').count(), 0)
      await olga.close()
    })

  test('whose answer never comes say so, and can be sent again, and are taken once', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ name: 'Acme Realty' })
    const olga = await DashboardWindow.of(tenant, { viewport: PHONE })
    const { page } = olga
    await page.clock.install()
    await olga.go('/documents/new')
    const buffer = Buffer.from(await makePdf())
    await page.locator('input[name=file]').setInputFiles({ name: 'a.pdf', mimeType, buffer })
    await page.getByLabel('Name').first().fill('Ana Buyer')
    await page.getByLabel('Email').first().fill('ana@example.test')
    await page.evaluate(UNANSWERED)
    const taken = () => inLive(tenant, () => Document.query())
    await olga.press('Send')
    await until(async () => (await taken()).length > 0)
    await page.clock.fastForward(61_000)
    await page.getByRole('status').filter({ hasText: 'no answer has come yet' }).waitFor()
    assert.deepEqual(await olga.barriers(), [])
    assert.isAtMost(await olga.overflow(), 0)
    await olga.shoot('upload stalled')
    await olga.press('Send again')
    await olga.says('The document is on its way.')
    assert.lengthOf(await taken(), 1)
    assert.equal(await page.locator('.upload-progress').count(), 0)
    await olga.close()
  })

  test('that may have been taken are not called unsent, and stay as they are until then', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ name: 'Acme Realty' })
    const olga = await DashboardWindow.of(tenant)
    const { page } = olga
    await page.clock.install()
    await olga.go('/documents/new')
    const buffer = Buffer.from(await makePdf())
    await page.locator('input[name=file]').setInputFiles({ name: 'a.pdf', mimeType, buffer })
    await page.getByLabel('Name').first().fill('Ana Buyer')
    await page.getByLabel('Email').first().fill('ana@example.test')
    const title = page.getByLabel('Title')
    const type = async (text: string) => {
      await title.focus()
      await page.keyboard.press('End')
      await page.keyboard.type(text)
      return title.inputValue()
    }
    await page.evaluate(UNANSWERED)
    await olga.press('Send')
    await until(async () => (await inLive(tenant, () => Document.query())).length > 0)
    assert.equal(await type('123'), 'a')
    await page.clock.fastForward(61_000)
    const status = page.getByRole('status')
    await status.filter({ hasText: 'no answer has come yet' }).waitFor()

    // the second copy reaches nobody
    const gone = Promise.withResolvers<() => Promise<void>>()
    await page.route('**/documents', (route) =>
      gone.resolve(() => route.abort('internetdisconnected'))
    )
    await page.getByRole('button', { name: 'Send again' }).focus()
    await page.keyboard.press('Enter')
    const cut = await gone.promise
    assert.isTrue(await page.evaluate(`document.activeElement.matches('.upload-progress *')`))
    await cut()
    const notice = page.locator('[data-failed-request]')
    await notice.filter({ hasText: 'What you sent before may have been done' }).waitFor()
    assert.notInclude(await notice.innerText(), 'not saved yet')
    assert.equal(await page.locator(':focus').innerText(), 'Send')
    assert.equal(await type(' lease'), 'a lease')
    await olga.shoot('upload sent before')
    await page.unrouteAll()

    // nor the third
    await page.locator('input[name=file]').setInputFiles({ name: 'b.pdf', mimeType, buffer: LARGE })
    const line = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 0, downloadThroughput: -1 }
    const uploadThroughput = 256 * 1024
    await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput })
    await olga.press('Send')
    await olga.says('Uploading 4.0 MB…')
    assert.equal(await page.locator(':focus').innerText(), 'Uploading 4.0 MB…')
    await olga.press('Cancel upload')
    await olga.says('The upload was cancelled. What you sent before may have been taken')
    assert.lengthOf(await inLive(tenant, () => Document.query()), 1)
    await olga.close()
  })

  test('stay chosen while a question about them is answered', async ({ assert }) => {
    const tenant = await makeTenant({ name: 'Acme Realty' })
    const [two, one] = await Promise.all([makePdf({ pages: 2 }), makePdf()])
    const onSecond = BEN.fields!.map((field) => ({ ...field, page: 2 }))
    const { id } = await inLive(tenant, async () => {
      const upload = await AcceptedPdf.accept(two, 'two.pdf')
      const signers = [ANA, { ...BEN, fields: onSecond }]
      return Draft.create({ title: 'Lease', signers, by: OLGA }, upload, { send: false })
    })
    const olga = await DashboardWindow.of(tenant)
    await olga.go(`/documents/${id}/edit`)
    await olga.follow('Replace the file')
    const input = olga.page.locator('#draft-file input[type=file]')
    for (const name of ['odd.pdf', 'one.pdf']) {
      const buffer = name === 'odd.pdf' ? Buffer.from('no PDF at all') : Buffer.from(one)
      await input.setInputFiles({ name, mimeType, buffer })
      await olga.press('Replace file')
      await olga.says(
        name === 'odd.pdf' ? 'This PDF cannot be used' : 'Signature of Ben Seller on page 2'
      )
      const chosen = await olga.page.evaluate(CHOSEN)
      assert.equal(chosen, name)
    }
    await olga.page.locator('[name=dropFields]').check()
    await olga.press('Replace file')
    await olga.says('The draft has its new file.')
    const draft = (await inLive(tenant, () => Document.whole(id)))!
    assert.deepEqual([draft.pageCount, draft.fields.map(({ page }) => page)], [1, [1]])
    await olga.close()
  })
})
