import { test } from '@japa/runner'
import sharp from 'sharp'
import type Tenant from '#app/tenants/tenant'
import Brand from '#app/brand/brand'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'

const WIDE = { width: 1440, height: 1000 }
const SIZES = {
  'on a phone': { viewport: PHONE, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  'at a desk': { viewport: WIDE },
  'at a desk in the dark': { viewport: DESKTOP, colorScheme: 'dark' },
} as const

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="220" height="60">
  <circle cx="30" cy="30" r="24" fill="#7a1fa2"/><rect x="70" y="16" width="140" height="28" rx="6" fill="#2b1140"/></svg>`

test.group('Brand in a browser', (group) => {
  let acme: Tenant
  let logo: Buffer
  let open: DashboardWindow[] = []

  group.setup(async () => {
    logo = await sharp(Buffer.from(LOGO)).png().toBuffer()
    return () => closeBrowser()
  })
  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'pro', name: 'Acme Realty' })
    open = []
    return () => Promise.all(open.map((one) => one.close())).then(() => {})
  })

  const brandPage = async (options: object) => {
    const window = await DashboardWindow.of(acme, options)
    open.push(window)
    await window.go('/settings/brand')
    return window
  }
  const file = () => ({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  const shown = ({ page }: DashboardWindow) =>
    page.frameLocator('.brand-frame iframe:not([data-coming])')

  for (const [where, options] of Object.entries(SIZES))
    test(`shows what it makes of pages and mails while it is chosen, ${where}`, async ({
      assert,
    }) => {
      const olga = await brandPage(options)
      const { page } = olga
      const shot = where.replaceAll(' ', '_')
      await olga.shoot(`brand_${shot}_before`)
      await page.getByLabel('Name', { exact: true }).fill('Larkspur Homes')
      await page.getByLabel('Colour', { exact: true }).fill('#7a1fa2')
      await page.locator('#logo-file').setInputFiles(file())
      await page.locator('.picture-shown img[alt^="The new"]').waitFor()
      await page.getByLabel('Corners').selectOption('large')
      await page.getByLabel('Typeface').selectOption('source-serif')
      await shown(olga).locator('.brand-mark img[alt="Larkspur Homes"]').waitFor()
      await olga.shoot(`brand_${shot}_signing`)
      await olga.press('Email')
      await shown(olga).getByText('Sent by Larkspur Homes').waitFor()
      await olga.shoot(`brand_${shot}_mail`)
      await page.getByRole('checkbox', { name: 'Deutsch' }).check()
      await page.getByLabel('Default language').selectOption('Deutsch')
      await shown(olga).getByText('Gesendet von Larkspur Homes').waitFor()
      await page.getByLabel('Preview in').selectOption('Français')
      await shown(olga).getByText('Envoyé par Larkspur Homes').waitFor()
      await olga.shoot(`brand_${shot}_languages`)
      await olga.press('Certificate')
      await shown(olga).getByText('Scellé par Larkspur Homes').waitFor()
      await olga.shoot(`brand_${shot}_certificate`)
      assert.deepEqual(olga.troubles, [])
      assert.equal(await olga.overflow(), 0)
      assert.deepEqual(await olga.barriers(), [])
      assert.equal((await inLive(acme, () => Brand.current())).version, 1)
      await olga.press('Save brand')
      await olga.says('Your brand is saved.')
      await olga.shoot(`brand_${shot}_saved`)
      const { name, languages } = await inLive(acme, () => Brand.current())
      assert.equal(name, 'Larkspur Homes')
      assert.deepEqual(languages, ['de'])
      assert.deepEqual(olga.troubles, [])
      await page.goBack()
      assert.equal(olga.path, '/settings/brand')
    })

  test('takes the picture that was chosen last, however long an earlier one takes', async ({
    assert,
  }) => {
    const { page } = await brandPage({ viewport: WIDE })
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let asked = 0
    await page.route('**/settings/brand/pictures', async (route) => {
      if ((asked += 1) === 1) await released
      await route.continue().catch(() => {}) // the page has given it up
    })
    await page.locator('#logo-file').setInputFiles({ ...file(), name: 'first.png' })
    const other = await sharp(logo).negate({ alpha: false }).png().toBuffer()
    const second = { name: 'second.png', mimeType: 'image/png', buffer: other }
    await page.locator('#logo-file').setInputFiles(second)
    const field = page.locator('picture-field', { has: page.locator('#logo-file') })
    await field.getByText('second.png').waitFor()
    const name = await field.locator('input[type=hidden]').inputValue()
    release()
    const settled = page.waitForResponse('**/settings/brand/pictures', { timeout: 5_000 })
    await settled.catch(() => {}) // none comes to a page that waits for none
    assert.equal(await field.locator('input[type=hidden]').inputValue(), name)
    assert.equal(await field.locator('[data-words]').textContent(), 'second.png')
  })

  test('says while it is chosen that a colour is too pale, offers a logo’s, and is not lost unasked', async ({
    assert,
  }) => {
    const olga = await brandPage({ viewport: DESKTOP })
    const { page } = olga
    const color = page.getByLabel('Colour', { exact: true })
    await color.fill('#fff200')
    await olga.says('This colour is too pale')
    assert.equal(await color.getAttribute('aria-invalid'), 'true')
    assert.deepEqual(await olga.barriers(), [])
    await olga.press(/^Use #/)
    await page.getByText('This colour is too pale').waitFor({ state: 'detached' })
    assert.match(await color.inputValue(), /^#[0-9a-f]{6}$/)
    assert.notEqual(await color.inputValue(), '#fff200')
    await page.locator('#logo-file').setInputFiles(file())
    const offer = page.getByRole('button', { name: 'Use its colour #2b1140' })
    await offer.waitFor()
    await olga.shoot('brand_color_of_logo')
    await offer.click()
    assert.equal(await color.inputValue(), '#2b1140')
    await shown(olga).locator('.brand-mark img').waitFor()
    const questions: string[] = []
    page.once('dialog', (dialog) => {
      questions.push(dialog.message())
      void dialog.dismiss()
    })
    await olga.follow('Documents')
    assert.match(questions.join(), /^Leave this page\?/)
    assert.equal(olga.path, '/settings/brand')
    assert.deepEqual(olga.troubles, [])
  })

  test('puts a value back to what is inherited without a way over the server', async ({
    assert,
  }) => {
    const olga = await brandPage({ viewport: DESKTOP })
    await olga.page.getByRole('button', { name: 'Name: reset to inherited' }).click()
    assert.equal(await olga.page.getByLabel('Name', { exact: true }).inputValue(), '')
    await olga.press('Save brand')
    await olga.says('Your brand is saved.')
    assert.isNull((await inLive(acme, () => Brand.current())).name)
    assert.deepEqual(olga.troubles, [])
  })

  test('rests while it is saved, and leads to what is wrong', async ({ assert }) => {
    const olga = await brandPage({ viewport: DESKTOP })
    const { page } = olga
    await page.getByLabel('Colour', { exact: true }).fill('pink')
    await page.evaluate(`addEventListener('pagehide', () => {
      const resting = document.querySelector('button[aria-busy=true][disabled]')
      sessionStorage.setItem('resting', resting?.textContent?.trim() ?? '')
    })`)
    await olga.press('Save brand')
    await page.locator('#brand-form [aria-invalid=true]:focus').waitFor()
    assert.equal(await page.evaluate(`sessionStorage.getItem('resting')`), 'One moment…')
  })

  test('can be chosen, looked at and saved without scripts', async ({ assert }) => {
    const olga = await brandPage({ viewport: DESKTOP, javaScriptEnabled: false })
    const { page } = olga
    await page.getByLabel('Name', { exact: true }).fill('Without Scripts')
    await page.getByLabel('Colour', { exact: true }).fill('#fff200')
    await olga.press('Certificate')
    await shown(olga).getByText('Sealed by Without Scripts').waitFor()
    await page.locator('#logo-file').setInputFiles(file())
    await olga.press('Save brand')
    await olga.says('too pale')
    await olga.shoot('brand_offer')
    await olga.press(/^Use #/)
    await olga.says('Your brand is saved.')
    const { color, logo: name } = await inLive(acme, () => Brand.current())
    assert.notEqual(color, '#fff200')
    assert.isNotNull(name)
  })

  test('is never behind the row with its buttons while it has the focus', async ({ assert }) => {
    const { page } = await brandPage({ viewport: PHONE })
    const behind: unknown[] = []
    await page.locator('#brand-form [name=name]').focus()
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab')
      behind.push(
        await page.evaluate(`(() => {
          const control = document.activeElement
          if (!control.matches('#brand-form :not(.brand-save *)')) return null
          const { x, y, width, height } = control.getBoundingClientRect()
          const seen = document.elementFromPoint(x + width / 2, y + height / 2)
          return seen?.closest('.brand-save') ? control.name || control.id : null
        })()`)
      )
    }
    assert.deepEqual(behind.filter(Boolean), [])
  })
})
