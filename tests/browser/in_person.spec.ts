import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import Document from '#app/documents/document'
import type { SignerInput } from '#app/documents/drafts/draft_input'
import { Vault } from '#app/documents/files/vault'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive, ownerOf } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'

const HERE: SignerInput = { ...ANA, inPerson: true }
const TABLET = { width: 768, height: 1024 }

test.group('Signing in person in a browser', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Industries' })
    return closeBrowser
  })

  const make = () => inLive(acme, () => makeDocument({ signers: [HERE, BEN] }))
  const found = async (id: string) => (await inLive(acme, () => Document.whole(id)))!

  for (const [size, viewport] of Object.entries({ phone: PHONE, tablet: TABLET }))
    test(`a host hands over the device, and no way back leads into the dashboard (${size})`, async ({
      assert,
    }) => {
      const { id } = await make()
      const olga = await DashboardWindow.of(acme, { viewport })
      const { page } = olga
      await olga.go(`/documents/${id}`)
      const hand = page.getByRole('button', { name: /^Sign in person with/ })
      await hand.waitFor()
      assert.deepEqual(await olga.barriers(), [])
      assert.equal(await olga.overflow(), 0)
      await olga.shoot(`in-person-document-${size}`)
      await hand.focus()
      await page.keyboard.press('Enter')

      await page.getByText('You sign in person, on the device of').waitFor()
      assert.deepEqual(await olga.barriers(), [])
      await olga.shoot(`in-person-consent-${size}`)
      await page.getByRole('checkbox', { name: /I agree to use electronic/ }).check()
      await page.getByRole('button', { name: 'Continue to the document' }).click()
      await page.locator('field-guide[data-ready]').waitFor()
      await page.locator('pdf-page[data-drawn]').first().waitFor()
      await olga.shoot(`in-person-page-${size}`)
      assert.deepEqual(await olga.barriers(), [])
      const primary = page.locator('field-guide [data-primary]')
      await primary.click()
      const dialog = page.locator('signature-dialog dialog[open]')
      await dialog.getByRole('tab', { name: 'Type' }).click()
      await dialog.getByRole('button', { name: /^Adopt/ }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Sign and finish' }).click()

      await page.getByText('Please give the device back to').waitFor()
      assert.deepEqual(await olga.barriers(), [])
      assert.equal(await olga.overflow(), 0)
      await olga.shoot(`in-person-back-${size}`)
      assert.equal((await found(id)).signers[0].status, 'signed')

      for (let steps = 0; steps < 6; steps += 1) {
        const isFirst = (await page.goBack({ timeout: 5_000 }).catch(() => null)) === null
        assert.isFalse(await page.getByText(BEN.email).isVisible(), page.url())
        if (isFirst) break
      }
      await olga.go(`/documents/${id}`)
      await page
        .getByRole('heading', { name: /log in/i })
        .first()
        .waitFor()
      assert.include(page.url(), '/login')
      await olga.close()
    })

  test('nothing that was entered stays on the device of a member', async ({ assert }) => {
    const { id } = await make()
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    page.setDefaultTimeout(30_000)
    await olga.go(`/documents/${id}`)
    await olga.press(/^Sign in person with/)
    await page.getByRole('checkbox', { name: /I agree to use electronic/ }).check()
    await olga.press('Continue to the document')
    await page.locator('field-guide[data-ready]').waitFor()
    await page.locator('field-guide [data-primary]').click()
    const dialog = page.locator('signature-dialog dialog[open]')
    await dialog.getByRole('tab', { name: 'Type' }).click()
    await dialog.getByRole('button', { name: /^Adopt/ }).click()
    await dialog.waitFor({ state: 'hidden' })
    const kept = () =>
      page.evaluate(`Object.keys(sessionStorage).filter((key) => key.startsWith('signing:'))`)
    assert.lengthOf((await kept()) as string[], 1)
    await page.getByRole('link', { name: 'Decline', exact: true }).click()
    await page.getByLabel('Why are you declining?').fill('The price is wrong.')
    await olga.press('Decline to sign')
    await page.getByText('Please give the device back to').waitFor()
    assert.deepEqual(await kept(), [])
    await olga.close()
  })

  for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
    test(`of a session that is over nothing stays on the device, either (${size})`, async ({
      assert,
    }) => {
      const document = await make()
      const olga = await DashboardWindow.of(acme, { viewport })
      const { page } = olga
      await olga.go(`/documents/${document.id}`)
      await olga.press(/^Sign in person with/)
      await page.getByRole('checkbox', { name: /I agree to use electronic/ }).check()
      await olga.press('Continue to the document')
      await page.locator('field-guide[data-ready]').waitFor()
      await page.locator('field-guide [data-primary]').click()
      const dialog = page.locator('signature-dialog dialog[open]')
      await dialog.getByRole('tab', { name: 'Type' }).click()
      await dialog.getByRole('button', { name: /^Adopt/ }).click()
      await dialog.waitFor({ state: 'hidden' })
      await inLive(acme, () => document.correct(document.signers[0].id, { inPerson: false }, OLGA))
      await page.getByRole('button', { name: 'Sign and finish' }).click()
      await page.getByText('Signing on this device is over').waitFor()
      assert.deepEqual(await page.evaluate(`Object.keys(sessionStorage)`), [])
      assert.deepEqual(await olga.barriers(), [])
      assert.equal(await olga.overflow(), 0)
      await olga.shoot(`in-person-over-${size}`)
      await page.getByRole('link', { name: 'Log in again' }).click()
      await page.waitForURL(/\/login/)
      await olga.close()
    })

  test('the sealed file says on whose device', async ({ assert }) => {
    const { id } = await make()
    const olga = await DashboardWindow.of(acme, { viewport: TABLET })
    const { page } = olga
    await olga.go(`/documents/${id}`)
    await page.getByRole('button', { name: /^Sign in person with/ }).click()
    await page.getByRole('checkbox', { name: /I agree to use electronic/ }).check()
    await page.getByRole('button', { name: 'Continue to the document' }).click()
    await page.locator('field-guide[data-ready]').waitFor()
    await page.locator('pdf-page[data-drawn]').first().waitFor()
    await page.locator('field-guide [data-primary]').click()
    const dialog = page.locator('signature-dialog dialog[open]')
    await dialog.getByRole('tab', { name: 'Type' }).click()
    await dialog.getByRole('button', { name: /^Adopt/ }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Sign and finish' }).click()
    await page.getByText('Please give the device back to').waitFor()
    await olga.close()
    await sign(acme, id, BEN.email)
    await doWork(acme, 'seal')
    const sealed = await inLive(acme, async () => {
      const document = (await Document.whole(id))!
      return (await Vault.open(document)).read(document.sealedFile!)
    })
    const folder = process.env.SCREENSHOTS ?? '/tmp'
    await mkdir(folder, { recursive: true })
    const path = join(folder, 'in-person.pdf')
    await writeFile(path, sealed)
    const { name, email } = await ownerOf(acme)
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
    assert.include(text, `Signed on the device of ${name} <${email}>, in whose presence`)
    assert.include(text, 'IP address and browser are those of that device')
  })
})
