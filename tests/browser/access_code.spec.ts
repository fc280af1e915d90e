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
})
