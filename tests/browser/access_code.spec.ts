import { test } from '@japa/runner'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { CODE, GUARDED } from '#tests/support/code_bearer'
import { inLive } from '#tests/support/dashboard_visitor'
import { SigningLink } from '#tests/support/signing_link'
import { SigningVisitor } from '#tests/support/signing_visitor'

const FIELD = { type: 'signature', page: 1, x: 60, y: 150, width: 180, height: 50 } as const

test.group('Access code in a browser', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Industries' })
    return closeBrowser
  })

  for (const [size, screen] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
    test(`is entered by keyboard alone, and leads to the document (${size})`, async ({
      assert,
    }) => {
      const signers = [{ ...GUARDED, fields: [FIELD] }]
      const document = await inLive(acme, () => makeDocument({ signers }))
      const ana = await SigningVisitor.arrive(await SigningLink.of(acme, document), {
        viewport: screen,
      })
      const { keyboard } = ana.page
      try {
        assert.isTrue(await ana.hasFocus('input[name=code]'))
        assert.deepEqual(await ana.barriers(), [])
        assert.equal(await ana.overflow(), 0)
        await ana.shoot(`access-code-${size}`)
        await keyboard.type('guess-work-1')
        await keyboard.press('Enter')
        await ana.page.getByText('This code is not right.').waitFor()
        assert.isTrue(await ana.hasFocus('input[name=code]'))
        assert.deepEqual(await ana.barriers(), [])
        await ana.shoot(`access-code-wrong-${size}`)
        ana.troubles.length = 0 // the console names the answer 422
        await keyboard.type(CODE.toLowerCase())
        await keyboard.press('Enter')
        await ana.agree()
        await ana.shoot(`access-code-in-${size}`)
        assert.deepEqual(ana.troubles, [])
      } finally {
        await ana.leave()
      }
    })

  test('is asked for once more at the end, if it was entered too long ago, and nothing is lost', async ({
    assert,
    cleanup,
  }) => {
    const text = { ...FIELD, type: 'text', y: 300, height: 22 } as const
    const signers = [{ ...GUARDED, fields: [FIELD, text] }]
    const document = await inLive(acme, () => makeDocument({ signers }))
    const ana = await SigningVisitor.arrive(await SigningLink.of(acme, document))
    cleanup(() => ana.leave())
    ana.page.setDefaultTimeout(20_000)
    const enter = async () => {
      await ana.page.locator('input[name=code]').fill(CODE)
      await ana.page.keyboard.press('Enter')
    }
    await enter()
    await ana.agree()
    await ana.field('text').click()
    await ana.currentStep.getByRole('textbox').fill('Berlin')
    await ana.field('signature').click()
    await ana.type('Ana B.')
    await ana.window.clearCookies()
    await ana.page.getByRole('button', { name: 'Sign and finish' }).click()
    await ana.page.locator('input[name=code]').waitFor()
    await enter()
    await ana.readsFirstPage()
    assert.equal(await ana.field('text').innerText(), 'Berlin')
    await ana.page.getByRole('button', { name: 'Sign and finish' }).click()
    await ana.isThanked()
  })
})
