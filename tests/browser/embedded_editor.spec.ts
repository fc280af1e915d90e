import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Frame, Locator, Page } from 'playwright-core'
import { test } from '@japa/runner'
import type Document from '#app/documents/document'
import { EmbedOrigins } from '#app/signing/embedding/embed_origins'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, hostOfTenant } from '#tests/factories/api_client'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { barriersOf } from '#tests/support/barriers'
import { addressOf, closeBrowser, DESKTOP, openWindow, PHONE } from '#tests/support/chromium'
import { PageServer } from '#tests/support/page_server'
import { until } from '#tests/support/until'

const SHOTS = process.env.SCREENSHOTS
const SIGNERS = [ANA, BEN].map(({ name, email }) => ({ name, email }))
const NARROW = { width: 360, height: 740 }

test.group('The embedded field editor in a browser', (group) => {
  let acme: Tenant
  let client: ApiClient
  let customer: PageServer
  let stranger: PageServer
  let src = ''

  /** As the guide shows it, and with what it is told written down. */
  const hostPage =
    () => `<!doctype html><title>Customer</title><meta name="viewport" content="width=device-width">
    <style>body { margin: 0 } editing-frame { height: calc(100vh - 4rem) } editing-frame > iframe { min-height: 0 !important }</style>
    <h1 style="height: 3rem; margin: 0">Our application</h1>
    <script type="module" src="${addressOf(hostOfTenant(acme), '/embed.js')}"></script>
    <editing-frame src="${src}" title="Fields of the contract"></editing-frame>
    <script>
      told = []
      for (const name of ['opened', 'saved', 'cancelled', 'expired', 'closed'])
        document.querySelector('editing-frame').addEventListener(name, (event) => told.push([name, event.detail]))
    </script>`

  const inTenant = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Industries' })
    client = await ApiClient.of(acme, 'live')
    customer = await PageServer.open(hostPage)
    stranger = await PageServer.open(hostPage)
    await inTenant(() => unit(() => EmbedOrigins.allow(customer.origin, OLGA)))
    return async () => {
      customer.close()
      stranger.close()
      await closeBrowser()
    }
  })

  /** A draft without fields, and an address for its editor, as the customer's server asks for them. */
  async function ordered(): Promise<Document> {
    const draft = await inTenant(() => makeDocument({ signers: SIGNERS }, { send: false }))
    const path = `/api/v1/documents/${draft.id}/editor-links`
    const { body } = await client.post(path, { origin: customer.origin })
    src = addressOf(hostOfTenant(acme), new URL(String(body.url)).pathname)
    return draft
  }

  async function openHost(options: BrowserContextOptions, origin = customer.origin) {
    const window = await openWindow(options)
    const page = await window.newPage()
    await page.goto(origin)
    return { window, page, frame: page.frameLocator('editing-frame iframe') }
  }

  async function shoot(page: Page, name: string) {
    if (!SHOTS) return
    mkdirSync(SHOTS, { recursive: true })
    await page.screenshot({ path: join(SHOTS, `${name}.png`) })
  }

  async function middleOf(locator: Locator): Promise<readonly [number, number]> {
    const box = await locator.boundingBox()
    if (!box) throw new Error('It has no place on the screen')
    return [box.x + box.width / 2, box.y + box.height / 2]
  }

  const told = (page: Page) => page.evaluate<[string, object][]>('told')
  const hasTold = (page: Page, name: string) =>
    until(async () => (await told(page)).some(([one]) => one === name))
  const innerOf = (page: Page): Frame => page.frames()[1]
  const widthOver = (page: Page) =>
    innerOf(page).evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    )
  async function fieldsOf({ id }: Document): Promise<[string, string][]> {
    const { body } = await client.get(`/api/v1/documents/${id}`)
    const signers = body.signers as { name: string; fields: { type: string }[] }[]
    return signers.flatMap(({ name, fields }) =>
      fields.map(({ type }): [string, string] => [name, type])
    )
  }

  test('places fields by hand and by keys in a page of somebody else, which is told', async ({
    assert,
  }) => {
    const draft = await ordered()
    const { window, page, frame } = await openHost({ viewport: DESKTOP })
    await frame.locator('pdf-page[data-drawn]').first().waitFor()
    await hasTold(page, 'opened')

    // by hand, from the palette
    const kind = frame.locator('.board-types').getByText('Date', { exact: true })
    await page.mouse.move(...(await middleOf(kind)))
    await page.mouse.down()
    await page.mouse.move(...(await middleOf(frame.locator('.board-pages'))), { steps: 5 })
    await page.mouse.up()
    await frame.getByText('1 field selected').waitFor()
    assert.deepEqual(await barriersOf(innerOf(page)), [])
    await shoot(page, 'embedded-editor-desktop')

    // by keys alone
    await frame.getByRole('combobox', { name: 'Signer of the field' }).selectOption('Ben Seller')
    await frame.getByRole('radio', { name: 'Signature' }).focus()
    await page.keyboard.press('Space')
    await frame.getByRole('button', { name: 'Add to this page' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+d')
    await page.keyboard.press('Delete')
    await frame.getByRole('button', { name: 'Save fields' }).focus()
    await page.keyboard.press('Enter')
    await frame.getByRole('heading', { name: 'The fields have been saved' }).waitFor()
    await hasTold(page, 'saved')
    await shoot(page, 'embedded-editor-saved-desktop')
    for (const [, detail] of await told(page)) assert.deepEqual(detail, { documentId: draft.id })
    assert.deepEqual(await fieldsOf(draft), [
      ['Ana Buyer', 'date'],
      ['Ben Seller', 'signature'],
    ])

    // once more, and not kept
    await frame.getByRole('link', { name: 'Edit the fields again' }).click()
    await frame.locator('placed-field').first().waitFor()
    assert.equal(await frame.locator('placed-field').count(), 2)
    await frame.getByRole('button', { name: 'Cancel' }).click()
    await frame.getByRole('heading', { name: 'Nothing more was changed' }).waitFor()
    await hasTold(page, 'cancelled')
    assert.lengthOf(await fieldsOf(draft), 2)
    await window.close()
  })

  test('works with a finger on a narrow phone, within its width', async ({ assert }) => {
    const draft = await ordered()
    const options = { isMobile: true, hasTouch: true }
    const { window, page, frame } = await openHost({ viewport: PHONE, ...options })
    await frame.locator('pdf-page[data-drawn]').first().waitFor()
    await frame.getByRole('radio', { name: 'Signature' }).tap()
    await frame.locator('pdf-page[number="1"]').tap({ position: { x: 120, y: 90 } })
    await frame.locator('placed-field').waitFor()
    await shoot(page, 'embedded-editor-phone')
    await page.setViewportSize(NARROW)
    assert.isAtMost(await widthOver(page), 0)
    assert.deepEqual(await barriersOf(innerOf(page)), [])
    await shoot(page, 'embedded-editor-narrow')
    await frame.locator('.board-pages').focus()
    await page.keyboard.press('Escape')
    await frame.getByRole('button', { name: 'Save fields' }).tap()
    await hasTold(page, 'saved')
    await shoot(page, 'embedded-editor-saved-phone')
    assert.deepEqual(await fieldsOf(draft), [['Ana Buyer', 'signature']])
    await window.close()
  })

  test('opens once, and in pages of its origin alone', async ({ assert }) => {
    await ordered()
    const elsewhere = await openHost({}, stranger.origin)
    const refusals: string[] = []
    elsewhere.page.on('console', (message) => refusals.push(message.text()))
    await elsewhere.page.reload()
    await until(async () => refusals.some((text) => text.includes('frame-ancestors')))
    assert.deepEqual(await told(elsewhere.page), [])
    assert.isFalse(await elsewhere.frame.locator('field-board').isVisible())
    await elsewhere.window.close()

    const { window, page, frame } = await openHost({})
    await frame.getByRole('heading', { name: 'This editor can no longer be opened' }).waitFor()
    await hasTold(page, 'expired')
    assert.deepEqual(await barriersOf(innerOf(page)), [])
    await shoot(page, 'embedded-editor-over')
    await window.close()
  })
})
