import { test } from '@japa/runner'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { CODE, CodeBearer, GUARDED } from '#tests/support/code_bearer'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
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

  for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
    test(`of one who has signed is set anew by their sender, once it has shut them out (${size})`, async ({
      assert,
      cleanup,
    }) => {
      const ana = await CodeBearer.of(acme)
      const { documentId, signerId } = ana.link
      await ana.enter(CODE)
      await ana.consent()
      await ana.call('/viewed')
      await ana.finish()
      const text =
        'insert into access_attempts (signer_id, failures, last_at) values ($1, 20, now())'
      await inLive(acme, () => CurrentTenant.batch([{ text, values: [signerId] }]))
      const olga = await DashboardWindow.of(acme, { viewport })
      cleanup(() => olga.close())
      const { page } = olga
      await olga.go(`/documents/${documentId}`)
      await page.getByText('Locked out: 20 wrong access codes in a row').waitFor()
      await page.getByRole('link', { name: 'Correct Ana Buyer' }).click()
      const code = page.getByLabel('Another access code')
      await code.waitFor()
      assert.deepEqual(await olga.barriers(), [])
      assert.equal(await olga.overflow(), 0)
      await olga.shoot(`access-unlock-${size}`)
      await code.fill('Daffodil 12')
      await page.keyboard.press('Enter')
      await page.getByText('the signer can try again').waitFor()
      assert.isFalse(await page.getByText('Locked out').isVisible())
      assert.equal((await new CodeBearer(ana.link).enter('daffodil 12')).status, 303)
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
