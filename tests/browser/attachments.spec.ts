import sharp from 'sharp'
import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { doWork } from '#tests/support/inline_work'
import { SENT_ALL } from '#tests/support/sent_in_full'
import { SigningLink } from '#tests/support/signing_link'
import { SigningVisitor } from '#tests/support/signing_visitor'

const place = (y: number) => ({ page: 1, x: 60, y, width: 170, height: 22 })
const FIELDS = [
  {
    ...{ type: 'attachment' as const, ...place(200) },
    options: { label: 'Passport', help: 'The page with your picture.' },
  },
  { type: 'attachment' as const, ...place(240), options: { required: false } },
  { type: 'signature' as const, page: 1, x: 60, y: 300, width: 180, height: 50 },
]
const ON_PHONE = { viewport: PHONE, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }

test.group('Attachments in a browser', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Industries' })
    return () => closeBrowser()
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)

  test('are chosen, survive a reload, are reviewed, and reach the sender', async ({
    assert,
    cleanup,
  }) => {
    const document = await live(() => makeDocument({ signers: [{ ...ANA, fields: FIELDS }] }))
    const visitor = await SigningVisitor.arrive(await SigningLink.of(acme, document), ON_PHONE)
    cleanup(() => visitor.leave())
    const { page, currentStep } = visitor
    await visitor.agree()
    await visitor.primary.click()
    await currentStep.getByText('Choose a file to continue.').waitFor()
    await visitor.shoot('attachment-phone-open')
    const input = currentStep.locator('input[type=file]')
    await input.setInputFiles({
      ...{ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>no</p>') },
    })
    await currentStep.getByText('This kind of file is not taken.').waitFor()
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#345' } })
      .png()
      .toBuffer()
    await input.setInputFiles({ name: 'Reisepass.png', mimeType: 'image/png', buffer: png })
    await currentStep.locator('.upload-file').getByText('Reisepass.png').waitFor()
    assert.isFalse(await currentStep.locator('.field-error').isVisible())
    assert.equal(
      await visitor.field('attachment').first().locator('.pdf-field-value').textContent(),
      'Reisepass.png'
    )
    assert.deepEqual(await visitor.barriers(), [])
    await visitor.shoot('attachment-phone-chosen')
    await page.reload()
    await visitor.readsFirstPage()
    await page.setViewportSize(DESKTOP)
    await page.locator('.guide-step').first().locator('.guide-step-head').click()
    await currentStep.locator('.upload-file').getByText('Reisepass.png').waitFor()
    await visitor.shoot('attachment-desktop-chosen')
    await page.setViewportSize(PHONE)
    await visitor.field('signature').click()
    await visitor.type()
    await visitor.review.getByText('Reisepass.png').waitFor()
    await visitor.shoot('attachment-phone-review')
    assert.equal(await visitor.overflow(), 0)
    await visitor.primary.click()
    await visitor.isThanked()
    assert.deepEqual(
      visitor.troubles.filter((trouble) => !/422/.test(trouble)),
      []
    )
    const [file] = (await live(() => Document.whole(document.id)))!.fields
    assert.isTrue(file.isHandedIn)

    await doWork(acme, 'seal')
    const window = await DashboardWindow.of(acme, { viewport: DESKTOP })
    cleanup(() => window.close())
    await window.go(`/documents/${document.id}`)
    const download = window.page.waitForEvent('download')
    await window.page.getByRole('link', { name: 'Reisepass.png' }).click()
    assert.equal((await download).suggestedFilename(), 'Reisepass.png')
    await window.shoot('attachment-desk-document')
    await window.page.setViewportSize(PHONE)
    await window.shoot('attachment-phone-document')
    assert.deepEqual(await window.barriers(), [])
  })

  test('say while they are under way that they are, and after five minutes that no answer came', async ({
    assert,
    cleanup,
  }) => {
    const document = await live(() => makeDocument({ signers: [{ ...ANA, fields: FIELDS }] }))
    const visitor = await SigningVisitor.arrive(await SigningLink.of(acme, document), ON_PHONE)
    cleanup(() => visitor.leave())
    const { page, currentStep } = visitor
    await visitor.agree()
    await page.clock.install()
    await page.evaluate(SENT_ALL)
    const asked = Promise.withResolvers<void>()
    await page.route('**/attachments/*', () => asked.resolve())
    const file = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }
    await currentStep.locator('input[type=file]').setInputFiles(file)
    await asked.promise
    await visitor.primary.click()
    const fault = currentStep.locator('.field-error')
    await fault.getByText('Your file is still being sent.').waitFor()
    await visitor.shoot('attachment-phone-under-way')
    await currentStep.getByRole('button', { name: 'Cancel' }).click()
    assert.isFalse(await fault.isVisible())

    await page.evaluate(SENT_ALL)
    await currentStep.locator('input[type=file]').setInputFiles(file)
    await page.clock.fastForward(4 * 60_000)
    assert.isTrue(await currentStep.getByRole('progressbar').isVisible())
    await page.clock.fastForward(61_000)
    await fault.getByText('The file could not be uploaded.').waitFor()
    assert.isTrue(await currentStep.locator('input[type=file]').isEnabled())
    assert.isFalse(await currentStep.getByRole('progressbar').isVisible())
  })
})
