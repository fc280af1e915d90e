import { test } from '@japa/runner'
import { OLGA } from '#tests/factories/document_factory'
import { makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { ownerOf } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'

const WAYS = {
  'at a desk, light': { viewport: DESKTOP },
  'on a phone, dark': { viewport: PHONE, isMobile: true, hasTouch: true, colorScheme: 'dark' },
  'on a phone, without scripts': { viewport: PHONE, isMobile: true, javaScriptEnabled: false },
} as const

test.group('Forms in a browser', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Realty', withSandbox: true })
    return () => closeBrowser()
  })

  for (const [way, options] of Object.entries(WAYS))
    test(`are set up, filled in and lead to the signing page, ${way}`, async ({ assert }) => {
      const by = { ...OLGA, id: (await ownerOf(acme)).id }
      const { id } = await CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, () =>
        makeTemplate({}, { by })
      )
      const hasScripts = !('javaScriptEnabled' in options)
      const olga = await DashboardWindow.of(acme, options)
      const { page } = olga
      const looks = async (name: string) => {
        if (hasScripts) assert.deepEqual(await olga.barriers(), [], name)
        await olga.shoot(`${name} ${way}`)
      }
      await olga.go(`/test/templates/${id}`)
      await looks('template before its form')
      await olga.go(`/test/templates/${id}/reminder-plan`)
      await looks('reminder plan')
      await olga.go(`/test/templates/${id}`)
      await olga.follow('Set up a form')
      await page.getByLabel('Welcome text').fill('Please have your passport at hand.')
      await page.getByLabel('Most submissions').fill('0')
      await olga.press('Turn on')
      await olga.says('Enter a number from 1 to 1,000,000.')
      await page.getByLabel('Most submissions').fill('25')
      await looks('form settings')
      await olga.press('Turn on')
      await olga.says('0 submissions of at most 25')
      await looks('form link')
      const link = (await page.locator('#form-link').textContent()) ?? ''

      await olga.go(new URL(link).pathname)
      await olga.says('Please have your passport at hand.')
      await looks('form')
      await page.getByLabel('Your name').fill('Vera Visitor')
      await page.locator('.language-choice summary').click()
      await page.getByRole('button', { name: 'Deutsch' }).click()
      await olga.says('Ihre E-Mail-Adresse')
      assert.equal(await page.locator('#name').inputValue(), 'Vera Visitor')
      await looks('form in another language')
      await page.locator('.language-choice summary').click()
      await page.getByRole('button', { name: 'English' }).click()
      await olga.says('Your email address')
      assert.equal(await page.getByLabel('Your name').inputValue(), 'Vera Visitor')
      await page.getByLabel('Your email address').fill('vera@example.test')
      await olga.press('Send me the link')
      await olga.says('Check your inbox')
      await looks('form sent')
      await page.locator('.language-choice summary').click()
      await page.getByRole('button', { name: 'Deutsch' }).click()
      await olga.says('Sehen Sie in Ihrem Postfach nach')
      await page.locator('.language-choice summary').click()
      await page.getByRole('button', { name: 'English' }).click()
      await olga.says('Check your inbox')
      await page.getByRole('link', { name: /open the link here/ }).click()
      await olga.says('Your email address is proved')
      await looks('form confirm')
      await olga.press('Continue to the document')
      await olga.says('Vera Visitor')
      assert.match(olga.path, /^\/sign\/tok_/)
      await olga.go(`/test/templates/${id}/form`)
      await olga.press('Turn off')
      await olga.says('The form is off')
      await olga.go(new URL(link).pathname)
      await olga.says('This form is closed')
      await looks('form closed')
      await olga.go('/test/templates')
      await olga.says('form: 1 submission')
      await looks('templates with a form')
      // browsers write down as errors what a closed form and refused settings answer with
      assert.deepEqual(
        olga.troubles.filter((text) => !/status of 4(?:10|22)/.test(text)),
        []
      )
      await olga.close()
    })

  test('lead visitors to the entry that is refused, and keep all that they typed', async ({
    assert,
  }) => {
    const by = { ...OLGA, id: (await ownerOf(acme)).id }
    const { id } = await CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, () =>
      makeTemplate({}, { by })
    )
    const olga = await DashboardWindow.of(acme, WAYS['on a phone, dark'])
    const { page } = olga
    await olga.go(`/test/templates/${id}/form`)
    await olga.press('Turn on')
    await olga.says('The form is on')
    await olga.go(new URL((await page.locator('#form-link').textContent())!).pathname)
    const [name, email] = [page.getByLabel('Your name'), page.getByLabel('Your email address')]
    await name.fill('Vera Visitor')
    await email.fill('vera@example')
    await olga.press('Send me the link')
    await olga.says('This is not an email address.')
    await page.locator('#email:focus').waitFor()
    assert.deepEqual(
      [await name.inputValue(), await email.inputValue()],
      ['Vera Visitor', 'vera@example']
    )
    assert.deepEqual(await olga.barriers(), [])
    await olga.close()
  })
})
