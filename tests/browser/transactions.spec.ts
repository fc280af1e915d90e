import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, PHONE } from '#tests/support/chromium'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { emptyOutbox } from '#tests/support/outbox_view'
import { TransactionsApp, type Connection } from '#tests/support/transactions_app'
import { until } from '#tests/support/until'
import { WorkerProcess } from '#tests/support/worker_process'

const HOME = '/test/settings/integrations'
/** Four signers, five seconds each, and what a busy machine makes of them. */
const WHILE_FOUR_SIGN_MS = 120_000
const PATIENCE_MS = 300_000

test.group('Transactions in a browser', (group) => {
  let acme: Tenant
  let worker: WorkerProcess
  let transactions: TransactionsApp
  let windows: DashboardWindow[] = []

  group.setup(() => () => closeBrowser())
  group.each.setup(async () => {
    await emptyOutbox()
    windows = []
    acme = await makeTenant({ name: 'Acme Realty', withSandbox: true })
    transactions = await TransactionsApp.prepare()
    worker = await WorkerProcess.start().isAtWork()
    return async () => {
      await Promise.all(windows.map((window) => window.close()))
      await worker.kill()
      await transactions.remove()
    }
  })

  const opened = async (options = {}) => {
    const window = await DashboardWindow.of(acme, options)
    windows.push(window)
    return window
  }
  const documents = () =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, () => Document.all())

  /** In the dashboard, as a developer does it. */
  const connect = async (olga: DashboardWindow): Promise<Connection> => {
    await olga.go(HOME)
    await olga.follow('Connect a program')
    const dialog = olga.page.getByRole('dialog')
    await dialog.getByLabel('Webhook address').fill(transactions.webhookUrl)
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await olga.says('Copy them now')
    assertNothing(await olga.barriers())
    await olga.shoot('integration-connected')
    const lines = (await olga.page.locator('#environment').textContent()) ?? ''
    return Object.fromEntries(lines.split('\n').map((line) => line.split('=', 2)))
  }
  const assertNothing = (found: string[]) => {
    if (found.length > 0) throw new Error(found.join('\n'))
  }
  /** The form is filled in already: buyer, seller and both agents sign by themselves, in this order. */
  const sendContract = async ({ page }: DashboardWindow) => {
    await page.goto(transactions.url)
    await page.getByRole('link', { name: 'New sale' }).click()
    await page.getByLabel('Property').fill('Seaview Cottage, 3 Cliff Lane')
    await page.getByRole('button', { name: 'Send the contract' }).click()
    await page.getByRole('heading', { name: 'Seaview Cottage' }).waitFor()
  }
  const download = async ({ page }: DashboardWindow) => {
    const link = page.getByRole('link', { name: 'Download the PDF' })
    await link.waitFor({ timeout: WHILE_FOUR_SIGN_MS })
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
    return readFile(await file.path())
  }
  const look = async (window: DashboardWindow, name: string) => {
    assertNothing(await window.barriers())
    if ((await window.overflow()) > 0) throw new Error(`${name} is wider than its window`)
    await window.shoot(name)
  }

  test('a contract goes from sending to the sealed PDF, and nobody asks how far it is', async ({
    assert,
  }) => {
    const olga = await opened()
    const connection = await connect(olga)
    await transactions.start(connection)
    const phone = await opened({ viewport: PHONE, isMobile: true, hasTouch: true })
    await phone.page.goto(transactions.url)
    await phone.says('No sale yet.')
    await look(phone, 'transactions-empty-phone')
    await phone.page.getByRole('link', { name: 'New sale' }).click()
    await look(phone, 'transactions-new-phone')
    await phone.page.goto(transactions.url)

    await sendContract(olga)
    await olga.says('Has the contract now')
    await olga.shoot('transactions-begun')
    const first = olga.page.locator('.walk li').first()
    await first.getByText('✓').waitFor({ timeout: WHILE_FOUR_SIGN_MS })
    await look(olga, 'transactions-underway')
    assert.equal((await download(olga)).subarray(0, 5).toString(), '%PDF-')

    const signed = await olga.page.locator('.walk li.signed .role').allTextContents()
    assert.deepEqual(signed, ['Buyer', 'Seller', 'Buyer’s agent', 'Seller’s agent'])
    const [document] = await documents()
    const whole = await CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, () =>
      Document.whole(document.id)
    )
    const order = whole?.signers.toSorted((a, b) => Number(a.signedAt) - Number(b.signedAt))
    assert.deepEqual(
      order?.map(({ key }) => key),
      ['buyer', 'seller', 'buyer_agent', 'seller_agent']
    )
    assert.deepEqual(transactions.calls, [
      'GET /api/v1/events',
      'POST /api/signatures/send',
      `GET /api/v1/documents/${document.id}/download`,
    ])
    assert.equal(await olga.page.getByText('caught up').count(), 0)
    await look(olga, 'transactions-completed')
    await olga.page.emulateMedia({ colorScheme: 'dark' })
    await look(olga, 'transactions-completed-dark')
    await olga.page.emulateMedia({ colorScheme: null })

    await phone.says('Signed by all') // it was open all the while
    await look(phone, 'transactions-list-phone')
    await phone.page.getByRole('link', { name: /Seaview/ }).click()
    await look(phone, 'transactions-completed-phone')

    await olga.go(HOME)
    await olga.says('Healthy')
    await look(olga, 'integration-healthy')
    await olga.page.getByRole('link', { name: 'Disconnect Property transactions' }).click()
    const dialog = olga.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await olga.says('The integration has been disconnected.')
    await olga.says('No integrations yet')
    await sendContract(olga)
    await olga.says('Being sent')
    await until(() => transactions.calls.length > 4) // it goes on trying, and is refused
    assert.lengthOf(await documents(), 1)
    assert.deepEqual([...olga.troubles, ...phone.troubles], [])
  }).timeout(PATIENCE_MS)

  test('what happened while it was down is caught up with from the list of events', async ({
    assert,
  }) => {
    const olga = await opened()
    const connection = await connect(olga)
    await transactions.start(connection)
    await sendContract(olga)
    await olga.says('Has the contract now')
    await transactions.kill()
    await until(async () => (await documents())[0]?.status === 'completed', WHILE_FOUR_SIGN_MS)
    const [{ id }] = await documents()

    await transactions.start(connection)
    assert.equal((await download(olga)).subarray(0, 5).toString(), '%PDF-') // its page is still open
    await olga.says('caught up')
    const sealed = olga.page.locator('.news li', { hasText: 'document.completed' })
    await sealed.getByText('caught up').waitFor()
    assert.deepEqual(transactions.calls, [
      'GET /api/v1/events',
      `GET /api/v1/documents/${id}/download`,
    ])
    assert.lengthOf(await documents(), 1)

    await transactions.kill()
    await transactions.start(connection)
    assert.deepEqual(transactions.calls, ['GET /api/v1/events'])
  }).timeout(PATIENCE_MS)
})
