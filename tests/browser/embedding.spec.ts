import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { AccessPass } from '#app/signing/access/access_pass'
import { EmbedLink } from '#app/signing/embedding/embed_link'
import { EmbedOrigins } from '#app/signing/embedding/embed_origins'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { hostOfTenant } from '#tests/factories/api_client'
import { ANA, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { addressOf, closeBrowser, DESKTOP, openWindow, PHONE } from '#tests/support/chromium'
import { PageServer } from '#tests/support/page_server'
import { until } from '#tests/support/until'

const SHOTS = process.env.SCREENSHOTS
const FIELD = { type: 'signature', page: 1, x: 60, y: 150, width: 180, height: 50 } as const

test.group('Embedding in a browser', (group) => {
  let acme: Tenant
  let customer: PageServer
  let stranger: PageServer
  let src = ''

  /** As the guide shows it, and with what it is told written down. */
  const hostPage =
    () => `<!doctype html><title>Customer</title><meta name="viewport" content="width=device-width">
    <h1>Our application</h1>
    <script type="module" src="${addressOf(hostOfTenant(acme), '/embed.js')}"></script>
    <signing-frame src="${src}" title="Contract of sale" style="height: 46rem"></signing-frame>
    <script>
      told = []
      heard = []
      addEventListener('message', ({ data }) => heard.push(data.type))
      for (const name of ['opened', 'signed', 'declined', 'closed', 'expired', 'failed'])
        document.querySelector('signing-frame').addEventListener(name, (event) => told.push([name, event.detail]))
    </script>`

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Industries' })
    customer = await PageServer.open(hostPage)
    stranger = await PageServer.open(hostPage)
    return async () => {
      customer.close()
      stranger.close()
      await closeBrowser()
    }
  })

  const inTenant = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)

  async function embedded(): Promise<Document> {
    const signers = [{ ...ANA, fields: [FIELD] }]
    const document = await inTenant(() => makeDocument({ signers }))
    const { token } = await inTenant(() =>
      unit(async () => {
        await EmbedOrigins.allow(customer.origin, OLGA)
        return EmbedLink.create(document, document.signers[0].id, customer.origin)
      })
    )
    src = addressOf(hostOfTenant(acme), `/embed/${token}`)
    return document
  }

  async function shoot(page: Page, name: string) {
    if (!SHOTS) return
    mkdirSync(SHOTS, { recursive: true })
    await page.screenshot({ path: join(SHOTS, `${name}.png`) })
  }

  const told = (page: Page) => page.evaluate<[string, object][]>('told')

  for (const [way, options] of Object.entries({
    desktop: { viewport: DESKTOP },
    phone: { viewport: PHONE, isMobile: true, hasTouch: true },
  }))
    test(`lets a signer sign in a page of somebody else, which is told, ${way}`, async ({
      assert,
    }) => {
      const { id, signers } = await embedded()
      const window = await openWindow(options)
      const page = await window.newPage()
      await page.goto(customer.origin)
      const frame = page.frameLocator('signing-frame iframe')
      await frame.getByRole('checkbox', { name: /I agree to use electronic/ }).check()
      await frame.getByRole('button', { name: 'Continue to the document' }).click()
      await frame.locator('pdf-page[data-drawn]').first().waitFor()
      await shoot(page, `embedded-${way}`)
      await frame.locator('.pdf-field[data-type=signature]').click()
      const dialog = frame.locator('signature-dialog dialog[open]')
      await dialog.getByRole('tab', { name: 'Type' }).click()
      await dialog.getByLabel('Type it as it should appear').fill('Ana Buyer')
      await dialog.getByRole('button', { name: /^Adopt/ }).click()
      await dialog.waitFor({ state: 'hidden' })
      await frame.locator('field-guide [data-primary]').click()
      await frame.getByRole('heading', { name: 'Thank you, you have signed' }).waitFor()
      await until(async () => (await told(page)).some(([name]) => name === 'signed'))
      await shoot(page, `embedded-signed-${way}`)
      const detail = { documentId: id, signerId: signers[0].id }
      const names = (await told(page)).map(([name]) => name)
      assert.deepEqual([...new Set(names)], ['opened', 'signed'])
      for (const [, said] of await told(page)) assert.deepEqual(said, detail)
      const document = await inTenant(() => Document.whole(id))
      assert.equal(document!.signers[0].status, 'signed')
      await window.close()
    })

  test('says in the frame what went wrong, and tells the page around it', async ({ assert }) => {
    await embedded()
    const window = await openWindow({ viewport: PHONE })
    const page = await window.newPage()
    const { isHeld } = AccessPass
    AccessPass.isHeld = () => Promise.reject(new Error('broken on purpose'))
    try {
      await page.goto(customer.origin)
      const frame = page.frameLocator('signing-frame iframe')
      await frame.getByRole('heading', { name: 'Something went wrong on our side' }).waitFor()
      await until(async () => (await told(page)).length > 0)
      assert.deepEqual(await told(page), [['failed', {}]])
      assert.deepEqual(await page.evaluate('heard'), ['signing:failed'])
      await shoot(page, 'embedded-failed-phone')
      AccessPass.isHeld = isHeld
      await frame.getByRole('link', { name: 'Try again' }).click()
      await frame.getByRole('checkbox', { name: /I agree to use electronic/ }).waitFor()
      // its address opens once
      await page.reload()
      await frame.getByRole('heading', { name: 'This page has been opened before' }).waitFor()
      await until(async () => (await told(page)).some(([name]) => name === 'expired'))
    } finally {
      AccessPass.isHeld = isHeld
    }
    await window.close()
  })

  test('shows nothing in a page of another origin, which hears only that it failed', async ({
    assert,
  }) => {
    const { id } = await embedded()
    const window = await openWindow()
    const page = await window.newPage()
    const refusals: string[] = []
    page.on('console', (message) => refusals.push(message.text()))
    await page.goto(stranger.origin)
    await until(async () => refusals.some((text) => text.includes('frame-ancestors')))
    await until(async () => (await told(page)).length > 0)
    assert.deepEqual(await told(page), [['failed', {}]])
    assert.deepEqual(await page.evaluate('heard'), [])
    assert.isFalse(await page.frameLocator('iframe').getByRole('checkbox').isVisible())
    assert.isNull((await inTenant(() => Document.whole(id)))!.signers[0].consentedAt)
    await window.close()
  })
})
