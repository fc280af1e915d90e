import { test } from '@japa/runner'
import Document from '#app/documents/document'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'

const CEM = { name: 'Cem Witness', email: 'cem@example.test' }

const WAYS = {
  'at a desk, light': { viewport: DESKTOP },
  'on a phone, dark': { viewport: PHONE, isMobile: true, hasTouch: true, colorScheme: 'dark' },
} as const

test.group('Order of signers in a browser', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant()
    return () => closeBrowser()
  })

  const make = () =>
    inLive(acme, () =>
      makeDocument(
        {
          signers: [
            { ...ANA, order: 1 },
            { ...BEN, order: 2 },
            { ...CEM, order: 2 },
          ],
        },
        { send: false }
      )
    )
  const stored = async (id: string) => {
    const document = await inLive(acme, async () => (await Document.whole(id)) as Document)
    return document.signers.map((signer) => [
      signer.name,
      signer.turn,
      document.fieldsOf(signer).length,
    ])
  }
  const names = (olga: DashboardWindow) =>
    olga.page
      .getByLabel('Name')
      .evaluateAll((inputs) => inputs.map((input) => (input as unknown as { value: string }).value))

  test('is changed by buttons, which keep the focus and say where the signer is', async ({
    assert,
  }) => {
    const { id } = await make()
    const before = await stored(id)
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go(`/documents/${id}/edit`)
    await page.locator('placed-field').first().waitFor()
    const up = page.getByRole('button', { name: 'Move this signer up' })
    assert.equal(await up.count(), 2, 'the first has nowhere to go')
    await up.last().focus()
    await page.keyboard.press('Enter')
    await olga.says('Cem Witness is now number 2 of 3.')
    await page.keyboard.press('Enter')
    await olga.says('Cem Witness is now number 1 of 3.')
    assert.deepEqual(await names(olga), ['Cem Witness', 'Ana Buyer', 'Ben Seller'])
    const focused = await page.evaluate('document.activeElement.ariaLabel')
    assert.equal(focused, 'Move this signer down', 'there is no way further up')
    assert.deepEqual(await olga.barriers(), [])
    await olga.press('Save')
    await olga.says('The draft has been saved.')
    const fieldsOf = (name: string) => before.find(([one]) => one === name)?.[2]
    assert.deepEqual(
      await stored(id),
      [
        ['Cem Witness', 1, fieldsOf('Cem Witness')],
        ['Ana Buyer', 2, fieldsOf('Ana Buyer')],
        ['Ben Seller', 2, fieldsOf('Ben Seller')],
      ],
      'steps stay with the places, fields go with their signers'
    )
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  for (const [way, options] of Object.entries(WAYS))
    test(`is changed by dragging, and Escape takes it back, ${way}`, async ({ assert }) => {
      const { id } = await make()
      const olga = await DashboardWindow.of(acme, options)
      const { page } = olga
      await olga.go(`/documents/${id}/edit`)
      const grips = page.locator('[data-rows] [data-grip]')
      await grips.first().waitFor()
      await page.locator('placed-field').first().waitFor()
      const middleOf = async (at: number) => {
        const box = await page.locator('[data-rows] > .signer-row').nth(at).boundingBox()
        return box!.y + box!.height / 2
      }
      const drag = async (from: number, to: number) => {
        await grips.nth(from).evaluate((grip) => grip.scrollIntoView({ block: 'center' }))
        const start = await grips.nth(from).boundingBox()
        const [row, other] = [await middleOf(from), await middleOf(to)]
        const [x, y] = [start!.x + start!.width / 2, start!.y + start!.height / 2]
        await page.mouse.move(x, y)
        await page.mouse.down()
        await page.mouse.move(x, y + other - row + Math.sign(to - from) * 8, { steps: 8 })
      }
      await drag(0, 1)
      await olga.shoot(`signer dragged ${way}`)
      assert.deepEqual((await names(olga)).slice(0, 2), ['Ben Seller', 'Ana Buyer'])
      await page.keyboard.press('Escape')
      assert.deepEqual(await names(olga), ['Ana Buyer', 'Ben Seller', 'Cem Witness'])
      await page.mouse.up()
      await drag(0, 1)
      await page.mouse.up()
      await olga.says('Ana Buyer is now number 2 of 3.')
      assert.isAtMost(await olga.overflow(), 0)
      assert.deepEqual(await olga.barriers(), [])
      await olga.shoot(`signers ${way}`)
      await olga.press('Save')
      await olga.says('The draft has been saved.')
      assert.deepEqual(
        (await stored(id)).map(([name, turn]) => [name, turn]),
        [
          ['Ben Seller', 1],
          ['Ana Buyer', 2],
          ['Cem Witness', 2],
        ]
      )
      assert.deepEqual(olga.troubles, [])
      await olga.close()
    })
})
