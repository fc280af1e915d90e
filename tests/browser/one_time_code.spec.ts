import { test } from '@japa/runner'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE as PHONE_SCREEN } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { SigningLink } from '#tests/support/signing_link'
import { SigningVisitor } from '#tests/support/signing_visitor'
import { PHONE, SmsHost } from '#tests/support/sms_host'

/** @returns whether the button rested at the second tap */
const TAP_TWICE = `(async () => {
  const button = document.querySelector('form[action$="/code/send"] button')
  button.click()
  await new Promise((resolve) => setTimeout(resolve, 100))
  button.click()
  return button.disabled && button.getAttribute('aria-busy')
})()`

test.group('One-time code in a browser', (group) => {
  let acme: Tenant
  let sms: SmsHost

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Industries' })
    sms = await SmsHost.open()
    return async () => {
      await sms.close()
      await closeBrowser()
    }
  })

  for (const [size, screen] of Object.entries({ phone: PHONE_SCREEN, desktop: DESKTOP }))
    test(`is asked for and entered by keyboard alone, and leads to the document (${size})`, async ({
      assert,
    }) => {
      const signers = [{ ...ANA, oneTimeCode: 'sms' as const, phone: PHONE }]
      const document = await inLive(acme, () => makeDocument({ signers }))
      const ana = await SigningVisitor.arrive(await SigningLink.of(acme, document), {
        viewport: screen,
      })
      const { page } = ana
      const looksRight = async (name: string) => {
        assert.deepEqual(await ana.barriers(), [])
        assert.equal(await ana.overflow(), 0)
        await ana.shoot(`one-time-code-${name}-${size}`)
      }
      try {
        await looksRight('asked')
        assert.isTrue(await ana.hasFocus('form[action$="/code/send"] button'))
        await page.keyboard.press('Enter')
        await page.getByText('We have sent a code to •••• 678').waitFor()
        assert.equal(await doWork(acme, 'sms.code'), 1)
        assert.isTrue(await ana.hasFocus('input[name=code]'))
        await looksRight('sent')
        await page.keyboard.type('000')
        await page.keyboard.press('Enter')
        await page.getByText('This code is not right.').waitFor()
        assert.isTrue(await ana.hasFocus('input[name=code]'))
        await looksRight('wrong')
        ana.troubles.length = 0 // the console names the answer 422
        await page.keyboard.type(sms.code)
        await page.keyboard.press('Enter')
        await ana.agree()
        assert.deepEqual(ana.troubles, [])
      } finally {
        await ana.leave()
      }
    })

  test('is asked for once by two taps, whose button rests meanwhile', async ({ assert }) => {
    const signers = [{ ...ANA, oneTimeCode: 'sms' as const, phone: PHONE }]
    const document = await inLive(acme, () => makeDocument({ signers }))
    const ana = await SigningVisitor.arrive(await SigningLink.of(acme, document))
    const { page } = ana
    const { promise: hold, resolve: release } = Promise.withResolvers<void>()
    const asked: string[] = []
    await page.route('**/code/send', async (route) => {
      asked.push(route.request().method())
      await hold
      await route.continue()
    })
    try {
      assert.equal(await page.evaluate(TAP_TWICE), 'true')
      release()
      await page.getByText('We have sent a code to •••• 678').waitFor()
      assert.deepEqual(asked, ['POST'])
    } finally {
      release()
      await ana.leave()
    }
  })
})
