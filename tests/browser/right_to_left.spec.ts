import { test } from '@japa/runner'
import type { Locator } from 'playwright-core'
import { Profile } from '#app/brand/profile'
import { LOCALES } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { sampleMessage } from '#app/notifications/messages/sample_message'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { addressOf, closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { CODE } from '#tests/support/code_bearer'
import { inLive } from '#tests/support/dashboard_visitor'
import { SigningLink } from '#tests/support/signing_link'
import { SigningVisitor } from '#tests/support/signing_visitor'

const { t } = Phrasebook.in('ar')

test.group('Signing pages from right to left', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Industries' })
    return () => closeBrowser()
  })

  const arrive = async (language: 'ar' | 'en', viewport = DESKTOP, accessCode?: string) => {
    const document = await inLive(acme, () =>
      makeDocument({ signers: [{ ...ANA, accessCode }], allowDelegation: true })
    )
    const link = await SigningLink.of(acme, document)
    return SigningVisitor.arrive(link, { viewport, locale: LOCALES[language] })
  }
  const open = async (language: 'ar' | 'en') => {
    const ana = await arrive(language)
    await ana.page.getByRole('checkbox').check()
    await ana.page.locator('.consent-actions .button[data-kind=primary]').click()
    await ana.readsFirstPage()
    return ana
  }
  /** Where something begins on the screen. */
  const leftOf = async (thing: Locator) => (await thing.boundingBox())!.x
  const styleOf = (thing: Locator, property: string): Promise<string> =>
    thing.evaluate(
      (element, name) => element.ownerDocument.defaultView.getComputedStyle(element)[name],
      property
    )
  const boxOfPicture = async (written: Locator) =>
    (await written.locator('xpath=..').boundingBox())!
  /** How far from the edge of the paper a field is. */
  const placeOf = async (ana: SigningVisitor) =>
    (await leftOf(ana.field('signature'))) - (await leftOf(ana.page.locator('pdf-page')))

  test('mirror all but the paper', async ({ assert }) => {
    const [arabic, english] = [await open('ar'), await open('en')]
    await arabic.shoot('right-to-left-desktop')
    assert.closeTo(await placeOf(arabic), await placeOf(english), 1)
    const paper = (ana: SigningVisitor) => leftOf(ana.page.locator('pdf-page'))
    assert.isBelow(await leftOf(arabic.guide), await paper(arabic))
    assert.isAbove(await leftOf(english.guide), await paper(english))
    const [back, on] = ['previous', 'next'].map((name) => arabic.guide.locator(`[data-${name}]`))
    assert.isAbove(await leftOf(back), await leftOf(on))
    assert.equal(await styleOf(on.locator('svg'), 'scale'), '-1 1')
    assert.deepEqual(await arabic.barriers(), [])
    await arabic.page.locator('.signing-more summary').click()
    await arabic.shoot('right-to-left-menu')
    await arabic.leave()
    await english.leave()
  })

  test('cut off a title in another direction at its end, and begin a short one at the right', async ({
    assert,
  }) => {
    for (const title of ['Lease', 'Lease of a house with a garden by the sea']) {
      const document = await inLive(acme, () =>
        makeDocument({ title, signers: [{ ...ANA, language: 'ar' }] })
      )
      const link = await SigningLink.of(acme, document)
      const ana = await SigningVisitor.arrive(link, { viewport: PHONE, locale: 'ar' })
      await ana.page.getByRole('checkbox').check()
      await ana.page.locator('.consent-actions .button[data-kind=primary]').click()
      await ana.readsFirstPage()
      const heading = ana.page.getByRole('heading', { level: 1, name: title })
      const [box, first] = await heading.evaluate((element) => {
        const range = element.ownerDocument.createRange()
        const text = element.ownerDocument.createTreeWalker(element, 4).nextNode()!
        range.setStart(text, 0)
        range.setEnd(text, 1)
        return [element, range].map((one) => {
          const { left, right } = one.getBoundingClientRect()
          return { left, right }
        })
      })
      assert.isAtLeast(first.left, box.left - 1, title)
      if (title === 'Lease') assert.isAbove(first.left, box.left + 50)
      await ana.shoot(`right-to-left-title-${title.length}`)
      await ana.leave()
    }
  })

  test('show a typed name whole, in whatever language and script', async ({ assert }) => {
    for (const language of ['ar', 'en'] as const) {
      const ana = await open(language)
      await ana.primary.click()
      await ana.dialog.locator('#tab-type').click()
      await ana.dialog.locator('#signature-text').fill('ليلى حداد')
      await ana.page.evaluate('document.fonts.ready')
      await ana.shoot(`typed-name-${language}`)
      const written = ana.dialog.locator('signature-image text')
      const [words, picture] = [(await written.boundingBox())!, await boxOfPicture(written)]
      assert.isAbove(words.width, 50)
      assert.isAtLeast(words.x, picture.x, `${language}: begins in its picture`)
      assert.isAtMost(words.x + words.width, picture.x + picture.width, `${language}: ends there`)
      await ana.leave()
    }
  })

  test('fit a telephone and bar nobody, wherever the link leads', async ({ assert }) => {
    const ana = await arrive('ar', PHONE)
    const { page, link } = ana
    const token = await inLive(acme, () => makeDocument().then((one) => one.trackingToken()))
    const paths = ['decline', 'delegate', 'ask', 'report'].map((name) => `${link.path}/${name}`)
    for (const path of [...paths, `/track/${token}`, '/verify', '/sign/nobody']) {
      await page.goto(addressOf(link.host, path))
      await ana.shoot(`right-to-left-${path.split('/').at(-1)!.slice(0, 8)}`)
      assert.equal(await page.locator('html').getAttribute('dir'), 'rtl', path)
      assert.equal(await ana.overflow(), 0, path)
      assert.deepEqual(await ana.barriers(), [], path)
    }
    await ana.leave()
    const guarded = await arrive('ar', PHONE, CODE)
    await guarded.page.getByRole('heading', { name: t('access.title') }).waitFor()
    await guarded.shoot('right-to-left-code')
    assert.deepEqual(await guarded.barriers(), [])
    await guarded.leave()
  })

  test('come with mails whose lines begin at the right', async ({ assert }) => {
    const ana = await arrive('ar', PHONE)
    const mail = await inLive(acme, async () =>
      sampleMessage((await Profile.current()).brand.snapshot, 'ar')
    )
    await ana.page.goto('about:blank')
    // mail programs show the body in a page of their own, whose root has no direction
    await ana.page.setContent(mail.replace(/<html[^>]*>/, '<html>'))
    await ana.shoot('right-to-left-mail', { fullPage: true })
    const heading = ana.page.getByRole('heading', { level: 1 })
    assert.equal(await styleOf(heading, 'direction'), 'rtl')
    const title = ana.page.getByText('Service agreement', { exact: true })
    assert.match(await styleOf(title, 'textAlign'), /right$/)
    const [mark, name] = await ana.page.locator('td.brand, td.ink').all()
    assert.isAbove(await leftOf(mark), await leftOf(name))
    const note = ana.page.getByText(t('mails.yours_alone'), { exact: true })
    assert.equal(await styleOf(note, 'direction'), 'rtl')
    assert.equal(await styleOf(ana.page.getByRole('link').last(), 'direction'), 'rtl')
    const address = ana.page.getByRole('link', { name: /^https:/ })
    assert.equal(await styleOf(address, 'direction'), 'ltr')
    await ana.leave()
  })
})
