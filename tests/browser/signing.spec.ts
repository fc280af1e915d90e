import { readFile } from 'node:fs/promises'
import type { Route } from 'playwright-core'
import sharp from 'sharp'
import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { Draft } from '#app/documents/drafts/draft'
import type { SignerInput } from '#app/documents/drafts/draft_input'
import { fieldValues } from '#app/documents/field_values'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { Vault } from '#app/documents/files/vault'
import { sha256Hex } from '#app/foundation/opaque_token'
import { StoredImage } from '#app/signing/signature/stored_image'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { doWork } from '#tests/support/inline_work'
import { SigningLink } from '#tests/support/signing_link'
import { SigningVisitor } from '#tests/support/signing_visitor'
import { until } from '#tests/support/until'

const BOXES = [
  { type: 'signature', width: 180, height: 50 },
  { type: 'date', width: 120, height: 22 },
  { type: 'initials', width: 60, height: 30 },
  { type: 'checkbox', width: 16, height: 16 },
  { type: 'text', width: 180, height: 22 },
] as const
const FIVE = BOXES.map((box, at) => ({ ...box, page: 1, x: 60, y: 150 + at * 80 }))
type FieldInput = NonNullable<SignerInput['fields']>[number]
const ANA_WITH_FIVE: SignerInput = { ...ANA, fields: FIVE }
const ALL_KINDS = [
  { type: 'radio', options: { group: 'payment', choice: 'By invoice', label: 'Payment' } },
  { type: 'radio', options: { group: 'payment', choice: 'By debit' } },
  { type: 'text', options: { label: 'IBAN', shownWhen: { field: 'payment', is: 'By debit' } } },
  { type: 'select', options: { label: 'Country', choices: ['Deutschland', 'France'] } },
  { type: 'number', options: { key: 'amount', label: 'Amount', format: '1.234,56', decimals: 2 } },
  { type: 'text', options: { label: 'Reason', shownWhen: { field: 'amount', is: '1.5' } } },
  { type: 'email' },
  { type: 'name' },
  { type: 'company', options: { help: 'As in the register of companies.' } },
  { type: 'note', options: { text: 'Delivered within four weeks.' } },
  { type: 'signature' },
] satisfies Pick<FieldInput, 'type' | 'options'>[]
const KINDS: FieldInput[] = ALL_KINDS.map((field, at) => ({
  ...field,
  ...{ page: 1, x: 60, y: 60 + at * 40, width: 180, height: 24 },
}))
/** @returns whether the input method is left to take it */
const PRESS_ENTER = `document.activeElement.dispatchEvent(
  new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...how }))`
const ON_PHONE = { viewport: PHONE, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
const ON_DESKTOP = { viewport: DESKTOP }

test.group('Signing in a browser', (group) => {
  let acme: Tenant
  let visitors: SigningVisitor[] = []
  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Industries', withSandbox: true })
    return () => closeBrowser()
  })
  group.each.setup(() => {
    visitors = []
    return () => Promise.all(visitors.map((visitor) => visitor.leave())).then(() => {})
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const documentOf = async ({ documentId }: SigningLink) =>
    (await live(() => Document.whole(documentId)))!

  async function make(signers: SignerInput[] = [ANA_WITH_FIVE, BEN]): Promise<SigningLink> {
    const message = 'Hello Ana,\nplease sign by Friday.'
    return SigningLink.of(acme, await live(() => makeDocument({ signers, message })))
  }

  async function arrive(...given: Parameters<typeof SigningVisitor.arrive>) {
    const visitor = await SigningVisitor.arrive(...given)
    visitors.push(visitor)
    return visitor
  }

  /** What a signer has left with the document, as it is stored. */
  async function keptBy(link: SigningLink) {
    const document = await documentOf(link)
    const text = 'select kind, image from signatures where signer_id = $1'
    return live(async () => {
      const vault = await Vault.open(document)
      const [rows] = await CurrentTenant.batch([{ text, values: [link.signerId] }])
      const marks = rows.map(({ kind, image }) => [
        kind as string,
        StoredImage.read(vault.openValue(`${link.signerId}|${kind}`, image as Buffer)),
      ])
      const fields = document.fields.filter(({ signerId }) => signerId === link.signerId)
      const values = fields.map(({ type, id, value }) => [
        type,
        value && vault.openValue(id, value).toString(),
      ])
      return { marks: Object.fromEntries(marks), values: Object.fromEntries(values) }
    })
  }

  async function sealAfterBen({ documentId }: SigningLink): Promise<void> {
    const document = (await live(() => Document.whole(documentId)))!
    const ben = await SigningLink.of(acme, document, { at: 1 })
    await ben.consent()
    await ben.finish()
    await doWork(acme, 'seal')
  }

  test('leads from the link to the sealed PDF, with fields of all five types', async ({
    assert,
  }) => {
    const link = await make()
    const visitor = await arrive(link, ON_DESKTOP)
    const { page, primary, currentStep } = visitor
    assert.include(await page.locator('.sender-message').innerText(), 'please sign by Friday')
    await visitor.shoot('desk-consent')
    await visitor.agree()
    await visitor.shoot('desk-document')
    // the page says by itself that its first page was shown
    await until(async () => (await documentOf(link)).status === 'viewed')

    await visitor.field('signature').click()
    await visitor.shoot('desk-dialog')
    await visitor.type('Ana María Buyer')
    await visitor.field('initials').click()
    await visitor.type()
    await visitor.field('checkbox').click()
    await visitor.field('text').click()
    await currentStep.getByRole('textbox').fill('Ředitelka')
    const today = new Date().toLocaleDateString('en-CA')
    assert.equal(await visitor.field('date').innerText(), today)
    assert.equal(await primary.innerText(), 'Check your entries')
    await visitor.shoot('desk-filled')
    await primary.click()
    const entries = await visitor.review.locator('dd:first-of-type').allInnerTexts()
    assert.deepEqual(
      entries.map((text) => text.split('\n').at(-1)),
      ['Signature: filled in', today, 'Initials: filled in', 'Ticked', 'Ředitelka']
    )
    assert.equal(await visitor.review.getByRole('button').count(), 4, 'the date is not theirs')
    await visitor.shoot('desk-review')
    await visitor.review.getByRole('button', { name: 'Change: Text' }).click()
    await currentStep.getByRole('textbox').fill('Ředitelka II')
    await primary.click()
    await visitor.review.getByText('Ředitelka II').waitFor()
    assert.equal(await primary.innerText(), 'Sign and finish')
    assert.deepEqual(await visitor.barriers(), [])
    await primary.click()
    await visitor.isThanked()
    await visitor.shoot('desk-thanks')

    const { marks, values } = await keptBy(link)
    assert.deepEqual(marks.signature, { kind: 'typed', text: 'Ana María Buyer' })
    assert.deepEqual(marks.initials, { kind: 'typed', text: 'AB' })
    assert.containSubset(values, { text: 'Ředitelka II', checkbox: 'true', date: today })

    await sealAfterBen(link) // the page that waits finds out by itself
    const button = page.getByRole('link', { name: 'Download document' })
    await button.waitFor()
    await visitor.shoot('desk-completed')
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    assert.equal(download.suggestedFilename(), 'Contract of sale-signed.pdf')
    const { sealedSha256 } = await documentOf(link)
    assert.equal(sha256Hex(await readFile(await download.path())), sealedSha256)
    assert.deepEqual(visitor.troubles, [])
  })

  test('lets a finger draw the signature on a phone', async ({ assert }) => {
    const link = await make()
    const visitor = await arrive(link, ON_PHONE)
    const { primary } = visitor
    await visitor.shoot('phone-consent', { fullPage: true })
    await visitor.agree()
    await visitor.shoot('phone-document')
    await visitor.field('signature').tap()
    await draw(visitor)
    await visitor.shoot('phone-drawn')
    await visitor.adopt()
    await visitor.field('initials').tap()
    await visitor.type('A.B.')
    await visitor.field('text').tap()
    await visitor.currentStep.getByRole('textbox').fill('Berlin')
    await visitor.shoot('phone-filled')
    await primary.tap()
    await visitor.review.getByText('Berlin').waitFor()
    await visitor.shoot('phone-review')
    assert.equal(await visitor.overflow(), 0)
    const lines = visitor.field('signature').locator('signature-image path')
    assert.equal(await lines.count(), 1, 'a finger does not tell how hard it presses')
    await visitor.review.getByRole('button', { name: 'Change: Signature' }).tap()
    await draw(visitor, (at) => 0.1 + at / 30)
    await visitor.adopt()
    assert.isAbove(await lines.count(), 10, 'a pen does, and the line is as wide')
    await visitor.shoot('phone-pen')
    await primary.tap()
    await visitor.isThanked()
    await visitor.shoot('phone-thanks')

    const { marks, values } = await keptBy(link)
    assert.equal(marks.signature.kind, 'drawn')
    assert.lengthOf(marks.signature.strokes, 2)
    const [first, ...others] = marks.signature.strokes[0].map(({ p }: { p: number }) => p)
    assert.isAbove(others.at(-1), first + 0.3)
    assert.equal(values.checkbox, 'false')
    assert.deepEqual(visitor.troubles, [])
  })

  test('takes six taps with one signature: agree, continue, the field, type, adopt, finish', async ({
    assert,
  }) => {
    const [signature] = FIVE
    const visitor = await arrive(await make([{ ...ANA, fields: [signature] }]), ON_PHONE)
    const { page, window, dialog } = visitor
    let taps = 0
    await window.exposeFunction('tapped', () => (taps += 1))
    const count = `addEventListener('click', ({ pointerType }) => pointerType === 'touch' && tapped(), true)`
    await window.addInitScript(count)
    await page.reload()
    await page.getByRole('checkbox', { name: /I agree to use electronic/ }).tap()
    await page.getByRole('button', { name: 'Continue to the document' }).tap()
    await visitor.readsFirstPage()
    await visitor.primary.tap()
    await dialog.getByRole('tab', { name: 'Type' }).tap()
    await dialog.getByRole('button', { name: /^Adopt/ }).tap()
    await dialog.waitFor({ state: 'hidden' })
    await visitor.primary.tap()
    await visitor.isThanked()
    assert.equal(taps, 6)
  })

  test('takes the picture of a signature, as its ink alone', async ({ assert }) => {
    const link = await make([{ ...ANA, fields: [FIVE[0]] }])
    const visitor = await arrive(link, ON_DESKTOP)
    await visitor.agree()
    await visitor.primary.click()
    await visitor.dialog.getByRole('tab', { name: 'Upload' }).click()
    const scrawl =
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="240"><rect width="600" height="240" fill="#e8e6df"/><path d="M60 180C160 20 240 20 260 120S420 220 540 60" fill="none" stroke="#111" stroke-width="9"/></svg>'
    const picture = { name: 'scan.jpg', mimeType: 'image/jpeg' }
    const file = visitor.dialog.locator('input[type=file]')
    await file.setInputFiles({ ...picture, buffer: Buffer.from('no picture at all') })
    await visitor.dialog.getByText('not a picture that we can read').waitFor()
    await file.setInputFiles({
      ...picture,
      buffer: await sharp(Buffer.from(scrawl)).jpeg().toBuffer(),
    })
    await visitor.dialog.locator('[data-uploaded] img').waitFor()
    assert.equal(await file.inputValue(), '', 'the same picture can be chosen once more')
    await visitor.shoot('desk-upload')
    await visitor.adopt()
    await visitor.primary.click()
    await visitor.isThanked()

    const { marks } = await keptBy(link)
    const { dominant, channels } = await sharp(marks.signature.png).stats()
    assert.lengthOf(channels, 4)
    assert.isBelow(channels[3].mean, 128, 'paper has become transparent')
    assert.isBelow(dominant.r, 128)
    assert.deepEqual(visitor.troubles, [])
  })

  test('can be done by keyboard alone', async ({ assert }) => {
    const link = await make()
    const visitor = await arrive(link, ON_DESKTOP)
    const { page } = visitor
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
    await visitor.tabTo('input[name=accepted]')
    await press('Space', 'Tab', 'Enter')
    await visitor.readsFirstPage()

    for (let isFinished = false; !isFinished;) {
      if (await visitor.hasFocus('input[type=text]')) await page.keyboard.type('Director')
      await visitor.tabTo('[data-primary]')
      isFinished = (await visitor.primary.innerText()) === 'Sign and finish'
      await press('Enter')
      if (!(await visitor.dialog.isVisible())) continue
      await visitor.shoot('desk-keyboard')
      await visitor.tabTo('[data-adopt]')
      await press('Enter')
      await visitor.dialog.waitFor({ state: 'hidden' })
    }
    await visitor.isThanked()
    assert.equal((await keptBy(link)).values.text, 'Director')
    assert.deepEqual(visitor.troubles, [])
  })

  test('asks for every kind of field, and only for what applies, by keyboard alone on a phone', async ({
    assert,
  }) => {
    const link = await make([{ ...ANA, fields: KINDS }])
    const visitor = await arrive(link, { viewport: PHONE })
    const { page, primary, currentStep, guide } = visitor
    const press = (key: string) => page.keyboard.press(key)
    const next = async () => {
      await visitor.tabTo('[data-primary]')
      await press('Enter')
    }
    const asked = () => currentStep.getAttribute('data-label')
    const isOnPage = (label: string) =>
      page.locator(`.pdf-field[aria-label*="${label}"]`).isVisible()
    await visitor.agree()

    await next()
    await currentStep.getByText('Choose one to continue').waitFor()
    assert.deepEqual(await visitor.barriers(), [])
    for (const name of ['Payment: By invoice', 'Payment: By debit'])
      assert.equal(await page.getByRole('button', { name, exact: true, pressed: false }).count(), 1)
    await press('Space')
    assert.isFalse(await isOnPage('IBAN'))
    await press('ArrowDown')
    assert.isTrue(await isOnPage('IBAN'))
    await press('ArrowUp')
    assert.isFalse(await isOnPage('IBAN'))

    await next()
    assert.equal(await asked(), 'Country')
    await page.keyboard.type('Fr')
    await next()
    assert.equal(await asked(), 'Amount')
    await page.keyboard.type('1,555')
    await press('Enter')
    await currentStep.getByText('This does not fit yet').waitFor()
    assert.deepEqual(await visitor.barriers(), [])
    await press('Backspace')
    await press('Backspace')
    await press('Enter')
    assert.equal(await asked(), 'Reason')
    await page.keyboard.type('Rounded')
    await press('Enter')
    assert.equal(await asked(), 'Company')
    await page.keyboard.type('Käufer GmbH')
    await press('Enter')
    assert.equal(await asked(), 'Signature')
    await next()
    await visitor.tabTo('[data-adopt]')
    await press('Enter')
    await primary.filter({ hasText: 'Sign and finish' }).waitFor()
    assert.deepEqual(await visitor.barriers(), [])
    assert.equal(await visitor.overflow(), 0)
    await visitor.shoot('phone-kinds')
    assert.equal(await guide.locator('.guide-step:not([hidden])').count(), 9)
    await next()
    await visitor.isThanked()

    const { fields } = await documentOf(link)
    const stored = await live(async () => fieldValues(await documentOf(link)))
    assert.deepEqual(
      fields.map(({ id }) => stored.get(id)),
      [
        ...[true, false, undefined, 'France', '1.5', 'Rounded', ANA.email, ANA.name],
        ...['Käufer GmbH', 'Delivered within four weeks.', undefined],
      ]
    )
    assert.deepEqual(visitor.troubles, [])
  })

  test('shows numbers as they will be printed, typed with the digits of any keyboard', async ({
    assert,
  }) => {
    const box = { page: 1, x: 60, width: 180, height: 24 }
    const price = { key: 'price', label: 'Price', format: '1.234,56', decimals: 2 } as const
    const fields: FieldInput[] = [
      { ...box, y: 60, type: 'number', options: price },
      { ...box, y: 100, type: 'text', options: { label: 'Postcode', pattern: 'postcode' } },
    ]
    const link = await make([{ ...ANA, fields }, BEN])
    const visitor = await arrive(link, ON_DESKTOP)
    const { page, primary, currentStep, review } = visitor
    await visitor.agree()
    await visitor.field('number').click()
    const amount = currentStep.getByRole('textbox')
    await amount.fill('1234.5')
    assert.equal(await visitor.field('number').innerText(), '1.234,50')
    await amount.fill('١٢٣٤٫٧٥')
    assert.equal(await visitor.field('number').innerText(), '1.234,75')
    await page.keyboard.press('Enter')
    await currentStep.getByRole('textbox').fill('۱۰۱۱۷')
    assert.equal(await visitor.field('text').innerText(), '10117')
    await page.keyboard.press('Enter')
    await primary.filter({ hasText: 'Sign' }).click()
    await visitor.adopt()
    await review.waitFor()
    const entries = await review.locator('dd:first-of-type').allInnerTexts()
    assert.deepEqual(entries.slice(0, 2), ['1.234,75', '10117'])
    await visitor.shoot('desk-numbers')
    await primary.click()
    await visitor.isThanked()
    const stored = await live(async () => [...(await fieldValues(await documentOf(link))).values()])
    assert.includeMembers(stored, ['1234.75', '10117'])
    assert.deepEqual(visitor.troubles, [])
  })

  test('goes on with Enter, but not with the one that confirms what an input method offers', async ({
    assert,
  }) => {
    const fields: FieldInput[] = ['City', 'Street'].map((label, at) => ({
      ...{ type: 'text', options: { label }, page: 1 },
      ...{ x: 60, y: 60 + at * 40, width: 180, height: 24 },
    }))
    const visitor = await arrive(await make([{ ...ANA, fields }, BEN]), ON_DESKTOP)
    await visitor.agree()
    await visitor.field('text').first().click()
    const input = visitor.currentStep.getByRole('textbox')
    await input.fill('東京')
    const name = () => visitor.currentStep.getAttribute('data-label')
    for (const how of ['{ isComposing: true }', '{ keyCode: 229 }']) {
      assert.isTrue(await visitor.page.evaluate(`{ const how = ${how}; ${PRESS_ENTER} }`))
      assert.equal(await name(), 'City')
    }
    await visitor.page.keyboard.press('Enter')
    assert.equal(await name(), 'Street')
  })

  test('takes a decline with its reason', async ({ assert }) => {
    const link = await make()
    const visitor = await arrive(link, ON_DESKTOP)
    await visitor.agree()
    await visitor.page.getByRole('link', { name: 'Decline', exact: true }).click()
    const dialog = visitor.page.locator('dialog#decline[open]')
    await visitor.shoot('desk-decline')
    await dialog.getByLabel('Why are you declining?').fill('The price is wrong.')
    await dialog.getByRole('button', { name: 'Decline to sign' }).click()
    await visitor.page.getByRole('heading', { name: 'You declined to sign' }).waitFor()
    await visitor.shoot('desk-declined')
    const { status, signers } = await documentOf(link)
    assert.equal(status, 'declined')
    assert.equal(signers[0].declineReason, 'The price is wrong.')
    assert.deepEqual(visitor.troubles, [])
  })

  test('lets people without scripts agree, read and decline', async ({ assert }) => {
    const link = await make()
    const { page } = await arrive(link, { ...ON_DESKTOP, javaScriptEnabled: false })
    for (const language of ['Nederlands', 'English']) {
      await page.locator('.language-choice summary').click()
      await page.getByRole('button', { name: language }).click()
    }
    await page.getByRole('button', { name: 'Continue to the document' }).click()
    assert.isNull((await documentOf(link)).signers[0].consentedAt)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Continue to the document' }).click()
    await page.getByRole('link', { name: 'read the document' }).waitFor()
    await page.getByRole('link', { name: 'Decline', exact: true }).click()
    await page.getByLabel('Why are you declining?').fill('No scripts, no signature')
    await page.getByRole('button', { name: 'Decline to sign' }).click()
    await page.getByRole('heading', { name: 'You declined to sign' }).waitFor()
  })

  for (const javaScriptEnabled of [true, false])
    test(`keeps what was typed when a language is chosen, and Enter chooses none, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
      assert,
    }) => {
      const link = await make()
      const visitor = await arrive(link, { ...ON_PHONE, javaScriptEnabled })
      const { page } = visitor
      await page.goto(`${page.url()}/report`)
      await page.getByLabel('Your email address').fill('not an address')
      await page.locator('.language-choice summary').click()
      await page.getByRole('button', { name: 'Deutsch' }).click()
      await page.locator('html[lang=de]').waitFor()
      await visitor.shoot(`report-language-${javaScriptEnabled ? 'scripts' : 'plain'}`)
      const address = page.locator('[name=replyTo]')
      assert.equal(await address.inputValue(), 'not an address')
      await address.fill('ana@example.test')
      await page.getByRole('radio').first().check()
      await address.press('Enter')
      await page.getByRole('heading', { name: 'Vielen Dank' }).waitFor()
    })

  test('shows the page as a picture until the viewer has come, and without scripts', async ({
    assert,
  }) => {
    const link = await make()
    await link.consent()
    const reader = await arrive(link, { ...ON_PHONE, javaScriptEnabled: false })
    const picture = reader.page.locator('.page-picture').first()
    await picture.waitFor()
    await reader.shoot('page-without-script')
    const bounds = await picture.boundingBox()
    assert.isAbove(bounds!.height, bounds!.width)

    const { page } = await arrive(link, ON_PHONE)
    await page.locator('pdf-page[data-drawn]').first().waitFor()
    assert.isTrue(await page.locator('.page-picture').first().isHidden())
  })

  test('lets people read on and sign where the viewer cannot be loaded', async ({ assert }) => {
    const link = await make([{ ...ANA, fields: [FIVE[0]] }, BEN])
    await link.consent()
    const visitor = await arrive(link, { ...ON_PHONE, serviceWorkers: 'block' })
    await visitor.window.route('**/pdf.min.mjs', (route) => route.abort())
    await visitor.page.reload()
    await visitor.page.locator('.pdf-trouble').waitFor()
    const picture = visitor.page.locator('.page-picture').first()
    assert.isTrue(await picture.isVisible())
    assert.isAbove(await picture.evaluate((shown) => Reflect.get(shown, 'naturalWidth')), 0)
    await visitor.shoot('page-without-viewer')
    await visitor.field('signature').tap()
    await visitor.type()
    await visitor.primary.tap()
    await visitor.isThanked()
  })

  test('says that a page could not be drawn, opens the file anew, and forgets pages that are far', async ({
    assert,
  }) => {
    const upload = await AcceptedPdf.accept(await makePdf({ pages: 12 }), 'long.pdf')
    const document = await live(() =>
      Draft.create({ title: 'Long', signers: [ANA], by: OLGA }, upload, { send: true })
    )
    const visitor = await arrive(await SigningLink.of(acme, document), ON_DESKTOP)
    const { page } = visitor
    page.setDefaultTimeout(20_000)
    await visitor.agree()
    const last = page.locator('pdf-page').last()
    await page.evaluate(`(async () => {
      const pdf = await document.querySelector('pdf-document').pdf
      const first = await pdf.getPage(1)
      const cleanup = first.cleanup.bind(first)
      first.cleanup = (...given) => (window.forgotten = cleanup(...given))
      pdf.getPage = () => Promise.reject(new Error('A part of the file did not come'))
    })()`)
    await last.evaluate((shown) => shown.scrollIntoView())
    const trouble = page.locator('.pdf-trouble')
    await trouble.waitFor()
    await until(() => page.evaluate('window.forgotten === true'))
    await visitor.shoot('desk-page-trouble')
    assert.deepEqual(await visitor.barriers(), [])
    await trouble.getByRole('button', { name: 'Try again' }).click()
    await page.locator('pdf-page[data-drawn][number="12"]').waitFor()
    assert.isTrue(await trouble.isHidden())
  })

  test('speaks German with all its long words on a phone, and what is chosen instead', async ({
    assert,
  }) => {
    const link = await make()
    const visitor = await arrive(link, { ...ON_PHONE, locale: 'de-DE' })
    const { page, primary } = visitor
    const isWhole = async (name: string) => {
      await visitor.shoot(`german-${name}`)
      assert.equal(await visitor.overflow(), 0, name)
    }
    const choose = async (language: string) => {
      await page.locator('.language-choice summary').tap()
      await page.getByRole('button', { name: language }).tap()
    }
    await isWhole('consent')
    await page.getByRole('checkbox', { name: /Ich bin damit einverstanden/ }).check()
    await page.getByRole('button', { name: 'Weiter zum Dokument' }).tap()
    await visitor.readsFirstPage()
    await isWhole('document')
    await primary.tap()
    await isWhole('dialog')
    await visitor.dialog.getByRole('tab', { name: 'Tippen' }).tap()
    await visitor.dialog.getByRole('button', { name: 'Übernehmen und unterschreiben' }).tap()
    await visitor.field('text').tap()
    await primary.tap()
    await visitor.currentStep.getByText('Füllen Sie dieses Feld aus').waitFor()
    await isWhole('missing')
    await visitor.currentStep.getByRole('textbox').fill('Berlin')
    await choose('Français')
    await visitor.readsFirstPage()
    assert.equal(await visitor.field('text').innerText(), 'Berlin', 'nothing is lost')
    await visitor.field('initials').tap()
    await visitor.dialog.getByRole('tab', { name: 'Saisir' }).tap()
    await visitor.dialog.getByRole('button', { name: 'Adopter le paraphe' }).tap()
    await primary.filter({ hasText: 'Signer et terminer' }).tap()
    await page.getByRole('heading', { name: 'Merci, vous avez signé' }).waitFor()
    await choose('Deutsch')
    await page.getByRole('heading', { name: 'Vielen Dank, Sie haben unterschrieben' }).waitFor()
    await isWhole('thanks')
    assert.equal((await documentOf(link)).signers[0].language, 'de')
    assert.deepEqual(visitor.troubles, [])
  })

  test('keeps what was filled in, on another device as well, as long as they agree', async ({
    assert,
  }) => {
    const link = await make()
    const visitor = await arrive(link, ON_PHONE)
    await visitor.agree()
    await visitor.field('signature').tap()
    await visitor.type('Ana B.')
    await visitor.field('text').tap()
    await visitor.currentStep.getByRole('textbox').fill('Berlin')
    await visitor.page.reload()
    await visitor.readsFirstPage()
    assert.equal(await visitor.field('text').innerText(), 'Berlin')
    assert.equal(await visitor.field('signature').getAttribute('data-filled'), '')

    const other = await arrive(link, ON_DESKTOP)
    await other.field('text').getByText('Berlin').waitFor()
    assert.equal(await other.field('signature').getAttribute('data-filled'), '')
    await other.shoot('desk-other-device')
    await other.page.getByLabel('More', { exact: true }).click()
    await other.shoot('desk-menu')
    await other.page.getByRole('link', { name: 'Withdraw your consent' }).click()
    await other.shoot('desk-withdraw')
    await other.page.getByRole('button', { name: 'Withdraw consent' }).click()
    await other.agree()
    await visitor.page.reload()
    await visitor.readsFirstPage()
    for (const one of [visitor, other]) {
      for (const type of ['text', 'signature'])
        assert.isNull(await one.field(type).getAttribute('data-filled'), `${type} is deleted`)
      assert.deepEqual(one.troubles, [])
    }
  })

  test('says what has happened when the document is taken back meanwhile', async ({ assert }) => {
    const link = await make([{ ...ANA, fields: [FIVE[0]] }])
    const visitor = await arrive(link, ON_DESKTOP)
    await visitor.agree()
    await visitor.primary.click()
    await visitor.type()
    await live(async () => (await Document.whole(link.documentId))!.void({ by: OLGA }))
    await visitor.primary.click()
    await visitor.page.getByRole('heading', { name: 'This document was withdrawn' }).waitFor()
    await visitor.shoot('desk-voided')
    assert.notInclude(visitor.troubles.join(), 'Policy')
  })

  test('hands nothing in late: what is kept on the way is not sent once all of it is', async ({
    assert,
  }) => {
    const link = await make([{ ...ANA, fields: [{ ...FIVE[0], y: 780 }] }])
    const visitor = await arrive(link, ON_DESKTOP)
    const late: Route[] = []
    const isDraft = ({ pathname }: URL) => pathname.endsWith('/draft')
    await visitor.page.route(isDraft, (route) =>
      route.request().method() === 'POST' ? void late.push(route) : route.continue()
    )
    await visitor.agree()
    await visitor.primary.click()
    await visitor.type()
    await until(() => late.length > 0)
    await visitor.page.route('**/finish', async (route) => {
      const answer = await link.ask({
        method: 'POST',
        path: '/finish',
        body: route.request().postData()!,
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      })
      for (const one of late) await one.continue().catch(() => {})
      await Promise.all(late.map((one) => one.request().response()))
      await route.fulfill({ contentType: 'application/json', body: answer.text })
    })
    await visitor.primary.click()
    await visitor.isThanked()
    assert.deepEqual(visitor.troubles, [])
  })

  test('loses nothing when the network is away at the end, and says so at once', async ({
    assert,
  }) => {
    const link = await make([{ ...ANA, fields: [{ ...FIVE[0], y: 780 }] }])
    const visitor = await arrive(link, { ...ON_DESKTOP, timezoneId: 'Asia/Tokyo' })
    await visitor.agree()
    const deadline = await visitor.page.locator('.signing-deadline').innerText()
    assert.match(deadline, /^sign by .+, \d\d:\d\d UTC \((?:.+ )?\d\d:\d\d(?: [AP]M)? GMT\+9\)$/i)
    await visitor.primary.click()
    await visitor.dialog.waitFor()
    const { y, height } = (await visitor.field('signature').boundingBox())!
    assert.isTrue(y > 0 && y + height < DESKTOP.height, 'the place is seen before it is asked for')
    await visitor.type()
    await visitor.window.setOffline(true)
    await visitor.page.getByText('You are offline').waitFor()
    await visitor.primary.click()
    await visitor.guide.getByText('We could not reach the server').waitFor()
    await visitor.shoot('desk-offline')
    await visitor.window.setOffline(false)
    await visitor.page.getByText('You are online again').waitFor()
    await visitor.primary.click()
    await visitor.isThanked()
  })

  test('says at the end that there were too many requests, and keeps what was entered', async () => {
    const link = await make([{ ...ANA, fields: [FIVE[0]] }])
    const visitor = await arrive(link, ON_DESKTOP)
    visitor.page.setDefaultTimeout(20_000)
    await visitor.agree()
    await visitor.primary.click()
    await visitor.type()
    const isFinish = ({ pathname }: URL) => pathname.endsWith('/finish')
    await visitor.page.route(isFinish, (route) => route.fulfill({ status: 429, json: {} }))
    await visitor.primary.click()
    await visitor.guide.getByText('There were too many requests at once.').waitFor()
    await visitor.page.unroute(isFinish)
    await visitor.primary.click()
    await visitor.isThanked()
  })

  test('shows what another device has left without moving the page under a reader', async ({
    assert,
  }) => {
    const link = await make()
    const visitor = await arrive(link, ON_PHONE)
    await visitor.agree()
    const stored = visitor.page.waitForResponse(
      (answer) => answer.url().endsWith('/draft') && answer.request().method() === 'POST'
    )
    await visitor.field('signature').tap()
    await visitor.type('Ana B.')
    await visitor.field('text').tap()
    await visitor.currentStep.getByRole('textbox').fill('Berlin')
    await stored

    const other = await arrive(link, ON_PHONE)
    other.page.setDefaultTimeout(20_000)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await other.page.route('**/draft', (route) => held.then(() => route.continue()))
    await other.page.reload()
    await other.readsFirstPage()
    await other.page.mouse.wheel(0, 500)
    await other.page.waitForTimeout(300)
    const scrolled = () => other.page.evaluate('[scrollX, Math.round(scrollY)].join()')
    const before = await scrolled()
    letGo()
    await other.field('text').getByText('Berlin').waitFor({ state: 'attached' })
    await other.page.waitForTimeout(1_000)
    assert.equal(await scrolled(), before)
  })

  test('keeps the buttons of a tall step on a phone, and shows a date as it will be sealed', async ({
    assert,
  }) => {
    const choices = Array.from({ length: 20 }, (_, at) => ({
      ...{ type: 'radio', page: 1, x: 60, y: 120 + at * 30, width: 16, height: 16 },
      options: { group: 'rooms', choice: `Flat number ${at + 1}`, label: 'Which flat' },
    })) as FieldInput[]
    const day: FieldInput = { ...FIVE[1], y: 60, options: { format: 'DD.MM.YYYY' } }
    const link = await make([{ ...ANA, fields: [...choices, day, { ...FIVE[0], y: 740 }] }])
    const visitor = await arrive(link, ON_PHONE)
    await visitor.agree()
    const [year, month, date] = new Date().toLocaleDateString('en-CA').split('-')
    assert.equal(await visitor.field('date').innerText(), `${date}.${month}.${year}`)
    await visitor.shoot('phone-tall-step')
    assert.deepEqual(await visitor.barriers(), [])
    await visitor.currentStep.getByText('Flat number 20').click()
    const box = (await visitor.primary.boundingBox())!
    assert.isAtMost(box.y + box.height, PHONE.height)
    await visitor.shoot('phone-tall-step-end')
    await visitor.primary.tap()
    await visitor.primary.tap()
    await visitor.type()
    await visitor.review.getByText(`${date}.${month}.${year}`).waitFor()
    await visitor.primary.tap()
    await visitor.isThanked()
  })

  test('runs no script that was put into the page', async ({ assert }) => {
    const visitor = await arrive(await make(), ON_DESKTOP)
    const hasRun = await visitor.page.evaluate(`
      const script = document.createElement('script')
      script.textContent = 'globalThis.intruded = true'
      document.body.append(script)
      'intruded' in globalThis`)
    assert.isFalse(hasRun)
    await until(() => visitor.troubles.includes('Policy: script-src-elem inline'))
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`looks after itself in ${colorScheme} on a desk and on a phone`, async ({ assert }) => {
      for (const [device, options] of Object.entries({ desktop: ON_DESKTOP, phone: ON_PHONE })) {
        const scope = { tenant: acme.ref, environment: 'test' } as const
        const document = await CurrentTenant.run(scope, () =>
          makeDocument({
            signers: [
              { ...ANA_WITH_FIVE, order: 1 },
              { ...BEN, order: 2 },
            ],
          })
        )
        const link = await SigningLink.of(acme, document, { environment: 'test' })
        const visitor = await arrive(link, { ...options, colorScheme })
        const name = `${colorScheme}-${device}`
        await visitor.shoot(`${name}-1-consent`, { fullPage: true })
        await visitor.agree()
        await visitor.shoot(`${name}-2-document`)
        await visitor.primary.click()
        await visitor.dialog.waitFor()
        await visitor.shoot(`${name}-3-dialog`)
        const waiting = await SigningLink.of(acme, document, { at: 1, environment: 'test' })
        const other = await arrive(waiting, { ...options, colorScheme })
        await other.shoot(`${name}-4-waiting`)
        await other.page.goto(other.page.url().replace(/.$/, '!'))
        await other.shoot(`${name}-5-unknown`)
        const tracking = await CurrentTenant.run(scope, () => document.trackingToken())
        await other.page.goto(new URL(`/track/${tracking}`, other.page.url()).href)
        await other.shoot(`${name}-6-tracking`)
        assert.deepEqual(visitor.troubles, [])
        assert.deepEqual(
          other.troubles.filter((trouble) => !trouble.includes('404')),
          []
        )
      }
    })
  }
})

/** Two strokes on the sheet. @param press  how hard, from point to point; a finger presses all alike */
async function draw(
  { window, page, dialog }: SigningVisitor,
  press: (at: number) => number = () => 1
): Promise<void> {
  await dialog.getByRole('tab', { name: 'Draw' }).tap()
  const sheet = (await dialog.locator('signature-pad canvas').boundingBox())!
  const touch = await window.newCDPSession(page)
  for (const from of [40, 150]) {
    const points = Array.from({ length: 25 }, (_, at) => ({
      x: sheet.x + from + at * 4,
      y: sheet.y + sheet.height / 2 + Math.sin(at / 3) * 40,
      force: press(at),
    }))
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: typeof points) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints })
    await send('touchStart', points.slice(0, 1))
    for (const point of points.slice(1)) await send('touchMove', [point])
    await send('touchEnd', [])
  }
}
