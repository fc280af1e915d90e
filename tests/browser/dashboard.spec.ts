import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { makeDocument } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { ownerOf, PASSWORD, withPassword } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'
import { sign } from '#tests/support/signing_hand'

const SIZES = {
  'on a phone': { viewport: PHONE, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  'at a desk': { viewport: DESKTOP },
}

async function middleOf(page: Page, name: string): Promise<[number, number]> {
  const box = (await page.getByRole('link', { name, exact: true }).boundingBox())!
  return [box.x + box.width / 2, box.y + box.height / 2]
}

test.group('Dashboard in a browser', (group) => {
  let acme: Tenant
  let email: string
  let pdf: Buffer
  let windows: DashboardWindow[] = []

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Realty', withSandbox: true })
    email = (await withPassword(acme, await ownerOf(acme))).email
    pdf = Buffer.from(await makePdf({ pages: 2 }))
    return () => closeBrowser()
  })
  group.each.setup(() => {
    windows = []
    return () => Promise.all(windows.map((window) => window.close())).then(() => {})
  })

  const opened = async (window: Promise<DashboardWindow>) => {
    windows.push(await window)
    return window
  }
  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const file = () => ({ name: 'Lease_of_a_house.pdf', mimeType: 'application/pdf', buffer: pdf })
  const logIn = async ({ page }: DashboardWindow) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  const fillIn = async (window: DashboardWindow) => {
    const { page } = window
    await page.locator('input[type=file]').setInputFiles(file())
    await page.getByLabel('Name').first().fill('Ana Buyer')
    await page.getByLabel('Email').first().fill('ana@example.test')
    await window.press('Add a signer')
    await page.getByLabel('Name').nth(1).fill('Ben Seller')
    await page.getByLabel('Email').nth(1).fill('ben@example.test')
  }
  const idIn = ({ path }: DashboardWindow) => path.split('/').at(-1) ?? ''

  test('rests the buttons of a form that is under way, and sends it once', async ({ assert }) => {
    const olga = await opened(DashboardWindow.of(acme))
    const { page } = olga
    await olga.go('/documents/new')
    await fillIn(olga)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    let posts = 0
    await page.route('**/documents', async (route) => {
      if (route.request().method() === 'POST') {
        posts += 1
        await held
      }
      await route.continue()
    })
    const send = page.locator('#new-document button[value=yes]')
    await send.dblclick()
    await page.locator('#new-document button[aria-busy=true]:disabled').waitFor()
    assert.equal(await send.innerText(), 'One moment…')
    await olga.shoot('form_under_way')
    letGo()
    await olga.says('The document is on its way.')
    assert.equal(posts, 1)
  })

  test('shows the first fault of a form that was refused, and puts the focus there', async ({
    assert,
  }) => {
    const olga = await opened(DashboardWindow.of(acme))
    const { page } = olga
    await olga.go('/documents/new')
    await fillIn(olga)
    await page.getByLabel('Email').first().fill('ada@example')
    await olga.press('Send')
    const wrong = page.locator('input[aria-invalid=true]')
    await wrong.waitFor()
    assert.isTrue(await wrong.evaluate((input) => input === input.ownerDocument.activeElement))
    await olga.shoot('first_fault')
    const box = await wrong.boundingBox()
    assert.isTrue(box !== null && box.y > 0 && box.y < DESKTOP.height, JSON.stringify(box))
    assert.deepEqual(
      olga.troubles.filter((words) => !/422/.test(words)),
      []
    )
  })

  test('lists every field of a refused form that needs attention, next to its button', async ({
    assert,
  }) => {
    const olga = await opened(DashboardWindow.of(acme))
    const { page } = olga
    await olga.go('/documents/new')
    await fillIn(olga)
    await page.getByLabel('Email').first().fill('ada@example')
    await page.getByLabel('Email').nth(1).fill('ben@example')
    await olga.press('Send')
    const summary = page.locator('.fault-summary')
    await summary.waitFor()
    assert.match(await summary.innerText(), /^2 fields need your attention:(\s+Email: .+){2}$/)
    await olga.shoot('fault_summary')
    await summary.getByRole('link', { name: 'Email' }).last().click()
    const second = page.getByLabel('Email').nth(1)
    assert.isTrue(await second.evaluate((input) => input === input.ownerDocument.activeElement))
    assert.deepEqual(await olga.barriers(), [])
  })

  test('asks before unsaved values are lost, by a link, Back or the end of a dialog', async ({
    assert,
  }) => {
    const olga = await opened(DashboardWindow.of(acme))
    const { page } = olga
    const questions: string[] = []
    let willLeave = false
    page.on('dialog', async (dialog) => {
      questions.push(dialog.message())
      await (willLeave ? dialog.accept() : dialog.dismiss())
    })
    await olga.go('/documents')
    await olga.follow('New document')
    await page.getByLabel('Title').fill('Half a lease')
    await olga.follow('API keys')
    await page.goBack()
    await page.waitForURL('**/documents/new')
    assert.equal(await page.getByLabel('Title').inputValue(), 'Half a lease')
    assert.lengthOf(questions, 2)
    assert.match(questions[0], /has not been saved/)
    willLeave = true
    await olga.follow('API keys')
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await olga.follow('Members')
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    assert.lengthOf(questions, 3)
    assert.deepEqual(olga.troubles, [])
  })

  for (const [where, options] of Object.entries(SIZES))
    test(`from the log-in to the sealed PDF, ${where}`, async ({ assert }) => {
      const olga = await opened(DashboardWindow.open(acme, options))
      const { page } = olga
      await olga.go('/documents')
      await logIn(olga)
      await olga.follow('New document')
      await page.locator('input[type=file]').waitFor({ state: 'attached' })
      await fillIn(olga)
      assert.equal(await page.getByLabel('Title').inputValue(), 'Lease of a house')
      await olga.press('Send')
      await olga.says('The document is on its way.')
      const id = idIn(olga)
      assert.match(id, /^doc_/)

      await sign(acme, id, 'ana@example.test')
      await page.reload()
      await olga.says('1 of 2 signed')
      assert.equal(await page.getByRole('progressbar').getAttribute('value'), '50')
      await sign(acme, id, 'ben@example.test')
      await page.reload()
      await olga.says('Sealing…')
      await doWork(acme, 'seal')
      const button = page.getByRole('link', { name: 'Download', exact: true })
      await button.waitFor() // the page looks again by itself
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
      assert.equal(download.suggestedFilename(), 'Lease of a house-signed.pdf')
      const bytes = await readFile(await download.path())
      assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
      await page.reload()
      await olga.says('downloaded the sealed PDF')

      await olga.follow(/Documents/)
      await olga.says('Lease of a house')
      assert.deepEqual(olga.troubles, [])
    })

  test('what stands beside a list of templates leads where it says', async ({ assert }) => {
    const { id } = await live(() => makeTemplate({ title: 'Lease' }))
    const olga = await opened(DashboardWindow.of(acme, { viewport: DESKTOP }))
    for (const [name, path] of [
      ['Use Lease', `/templates/${id}/use`],
      ['New template', '/templates/new'],
      ['Analytics', '/analytics'],
      ['Lease', `/templates/${id}`],
    ]) {
      await olga.go('/templates')
      await olga.page.mouse.click(...(await middleOf(olga.page, name)))
      await olga.page.waitForURL(/templates[/]|analytics/)
      assert.equal(olga.path, path)
    }
  })

  test('a document is reminded of and voided without leaving its page', async ({ assert }) => {
    const olga = await opened(DashboardWindow.of(acme))
    const { page } = olga
    await olga.go('/documents/new')
    await fillIn(olga)
    await olga.press('Send')
    await olga.says('The document is on its way.')
    await olga.press('Remind')
    await olga.says('The reminder is on its way.')
    await olga.press('Remind')
    await olga.says('They were reminded within the last hour.')
    await olga.follow('Void')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Wrong price')
    await dialog.getByRole('button', { name: 'Void document' }).click()
    await olga.says('The document has been voided.')
    await dialog.waitFor({ state: 'detached' })
    const document = await live(() => Document.findOrFail(idIn(olga)))
    assert.equal(document.status, 'voided')
    assert.equal(document.voidReason, 'Wrong price')
    assert.deepEqual(olga.troubles, [])
  })

  test('a part that changes by itself waits for what was typed in it, also once the focus is elsewhere', async ({
    assert,
  }) => {
    const { id } = await live(() => makeDocument())
    const olga = await opened(DashboardWindow.of(acme))
    const { page } = olga
    await olga.go(`/documents/${id}`)
    await page.locator('#document').evaluate((part) => {
      const form = part.ownerDocument.createElement('form')
      form.method = 'post'
      form.innerHTML = '<input id="note" aria-label="Note">'
      part.prepend(form)
    })
    const note = page.locator('#note')
    await note.fill('Half a note')
    await note.blur()
    await sign(acme, id, 'ana@example.test')
    await page.waitForTimeout(3_000)
    assert.equal(await note.inputValue(), 'Half a note')
    await note.fill('')
    await note.blur()
    await olga.says('1 of 2 signed')
    assert.equal(await note.count(), 0)
  })

  test('a refused form keeps the chosen file and what was typed', async ({ assert }) => {
    const olga = await opened(DashboardWindow.of(acme))
    const { page } = olga
    await olga.go('/documents/new')
    await fillIn(olga)
    await page.getByLabel('Email').nth(1).fill('ana@example.test')
    await olga.press('Send')
    await olga.says('One address serves two signers only when each has a key.')
    await page.locator(':focus:is([aria-invalid=true], .field-error, .notice)').waitFor() // typing goes where the focus is
    assert.equal(await page.getByLabel('Title').inputValue(), 'Lease of a house')
    await page.getByLabel('Email').nth(0).fill('ana@example.test')
    await page.getByLabel('Email').nth(1).fill('ben@example.test')
    await olga.press('Save as draft')
    await olga.says('The draft has been saved.')
    await olga.press('Send')
    await olga.says('The document is on its way.')
  })

  test('fields are placed with the mouse and with the keyboard, and stay with their signers', async ({
    assert,
  }) => {
    const olga = await opened(DashboardWindow.of(acme))
    const { page } = olga
    await olga.go('/documents/new')
    await fillIn(olga)
    await page.locator('pdf-page[data-drawn]').first().waitFor()

    const first = page.locator('pdf-page[number="1"]')
    const size = await first.boundingBox()
    if (!size) throw new Error('The page has no place on the screen')
    await first.click({ position: { x: size.width / 2, y: size.height / 8 } })
    const { x, y } = (await first.boundingBox()) ?? size
    await page.mouse.move(x + size.width / 2, y + size.height / 8)
    await page.mouse.down()
    await page.mouse.move(x + size.width / 2, y + size.height / 4, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('radio', { name: 'Date' }).check()
    await page.getByLabel('Signer of the field').selectOption('Ben Seller')
    await page.getByLabel('Page of the field').fill('2')
    await page.getByLabel('Page of the field').press('Enter')
    for (let step = 0; step < 200; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('fields')

    const date = page.locator('placed-field[data-type=date]')
    await page.getByRole('radio', { name: 'Checkbox' }).check()
    await first.click({ position: { x: 3, y: 3 } })
    await page.keyboard.press('Delete') // nothing has the focus yet
    await page.locator('placed-field[data-type=checkbox] button').first().focus()
    await page.keyboard.press('Delete')
    assert.equal(await page.locator('placed-field').count(), 2)
    assert.equal(await date.textContent(), 'Date · Ben Seller')

    await olga.press('Send')
    await olga.says('The document is on its way.')
    const document = (await live(() => Document.whole(idIn(olga)))) as Document
    const [ana, ben] = document.signers
    const [signature] = document.fieldsOf(ana)
    assert.equal(signature.type, 'signature')
    assert.closeTo(signature.x + signature.width / 2, 595 / 2, 1)
    assert.closeTo(signature.y + signature.height / 2, 842 / 4, 1)
    const [field] = document.fieldsOf(ben)
    assert.containSubset(field.$attributes, { type: 'date', page: 2 })
    assert.closeTo(field.x + field.width, 595, 1)
    assert.closeTo(field.y + field.height / 2, 842 / 2 + 4, 1)
    assert.deepEqual(olga.troubles, [])
  })

  test('fields go with the signer who is taken out, and survive a refusal', async ({ assert }) => {
    const olga = await opened(DashboardWindow.of(acme))
    const { page } = olga
    await olga.go('/documents/new')
    await fillIn(olga)
    await page.locator('pdf-page[data-drawn]').first().waitFor()
    const first = page.locator('pdf-page[number="1"]')
    await first.click({ position: { x: 200, y: 100 } })
    await page.getByLabel('Signer of the field').selectOption('Ben Seller')
    await first.click({ position: { x: 200, y: 250 } })
    page.once('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'Remove this signer' }).first().click()
    assert.deepEqual(await page.locator('placed-field').allTextContents(), [
      'Signature · Ben Seller',
    ])

    await page.getByLabel('Email').fill('ben@sandbox.test')
    await olga.press('Send')
    await olga.says('Addresses at sandbox.test work with test keys only.')
    await page.getByLabel('Email').fill('ben@example.test')
    await olga.press('Send')
    await olga.says('The document is on its way.')
    const document = (await live(() => Document.whole(idIn(olga)))) as Document
    assert.deepEqual(
      document.signers.map((signer) => [signer.name, document.fieldsOf(signer).length]),
      [['Ben Seller', 1]]
    )
  })

  test('a signing link is shown in a dialog, and can be copied', async ({ assert }) => {
    const olga = await opened(
      DashboardWindow.of(acme, { permissions: ['clipboard-read', 'clipboard-write'] })
    )
    const { page } = olga
    await olga.go('/documents/new')
    await fillIn(olga)
    await olga.press('Send')
    await page.getByRole('button', { name: 'Get signing link' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Anyone with this link can sign as Ana Buyer').waitFor()
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await dialog.getByText('Copied').waitFor()
    assert.match(String(await page.evaluate('navigator.clipboard.readText()')), /\/sign\/tok_/)
    assert.deepEqual(olga.troubles, [])
  })

  test('a key is made, used, found in its log, rotated and revoked', async ({ assert }) => {
    const olga = await opened(DashboardWindow.of(acme))
    const { page } = olga
    await olga.go('/settings/keys')
    await olga.follow('New live key')
    await page.getByLabel('Name').fill('Order system')
    await olga.press('Send documents')
    assert.isTrue(await page.getByLabel('Create, send, remind').isChecked())
    await page.getByLabel('Allowed addresses').fill('127.0.0.0/8\nnowhere')
    await olga.press('Create key')
    await olga.says('“nowhere” is not an address')
    assert.isTrue(await page.getByLabel('Create, send, remind').isChecked())
    assert.equal(
      await page.getByRole('button', { name: 'Send documents' }).getAttribute('aria-pressed'),
      'true'
    )
    await page.getByLabel('Allowed addresses').fill('127.0.0.0/8')
    await olga.press('Create key')
    await olga.says('Copy it now')
    const secret = async () => (await page.locator('#key').textContent()) ?? ''
    const first = await secret()
    assert.match(first, /^svc_live_[0-9A-Za-z]{44}$/)
    await olga.shoot('key-created')

    const call = async (key: string) => {
      const headers = { host: hostOfTenant(acme), authorization: `Bearer ${key}` }
      return (await ask({ path: '/api/v1/documents?limit=1', headers })).status
    }
    assert.equal(await call(first), 200)
    await olga.follow('Go to the key')
    await page.locator('.request', { hasText: '/api/v1/documents' }).waitFor()
    await page.getByPlaceholder('Path, error code').fill('webhooks')
    await olga.says('No request matches.')
    await olga.shoot('key')

    await olga.follow('Rotate')
    await olga.press('Rotate key')
    await olga.says('The old key keeps working until')
    const second = await secret()
    assert.deepEqual([await call(first), await call(second)], [200, 200])
    await olga.follow('Go to the key')
    await olga.follow('Revoke')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
    await olga.says('“Order system” has been revoked.')
    assert.deepEqual([await call(first), await call(second)], [200, 401])
    const troubles = olga.troubles.filter((trouble) => !/422/.test(trouble))
    assert.deepEqual(troubles, [])
  })

  test('a webhook is added, tried, watched and deleted', async ({ assert }) => {
    const receiver = await Receiver.open()
    const olga = await opened(DashboardWindow.of(acme))
    const { page } = olga
    await olga.go('/settings/webhooks')
    await olga.follow('New endpoint')
    await page.getByLabel('Address').fill(receiver.url)
    await olga.press('Add endpoint')
    await olga.says('Signing secret')
    assert.match((await page.locator('#secret').textContent()) ?? '', /^whsec_/)
    await olga.shoot('webhook-secret')
    await olga.press('Send a test')
    await olga.says('A test event is on its way.')
    await doWork(acme, 'webhooks.deliver')
    await page.locator('.delivery', { hasText: 'webhook.test' }).getByText('Delivered').waitFor()
    await olga.shoot('webhook')
    await page.locator('.delivery-link').first().click()
    await page.getByLabel('What your code computed').fill('sha256=0')
    await olga.press('Check')
    await olga.says('This is not a signature of this request')
    await olga.shoot('delivery')
    await olga.press('Send again')
    await olga.says('Sending it again.')
    assert.isTrue(receiver.calls.some(({ body }) => body.includes('webhook.test')))
    await olga.follow('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete endpoint' }).click()
    await olga.says('The endpoint has been deleted.')
    assert.deepEqual(olga.troubles, [])
    await receiver.close()
  })

  test('a mail of the sandbox leads to the signing page, in a tab of its own', async ({
    assert,
  }) => {
    const olga = await opened(DashboardWindow.of(acme))
    const { page } = olga
    await olga.go('/test/documents/new')
    await fillIn(olga)
    await olga.press('Send')
    await olga.says('The document is on its way.')
    await doWork(acme, 'mail.invite', { environment: 'test' })
    await olga.follow('Mailbox')
    await olga.follow(/Lease of a house/)
    const link = page.frameLocator('.mail-frame').getByRole('link', { name: 'Review and sign' })
    const [tab] = await Promise.all([olga.window.waitForEvent('page'), link.click()])
    await tab.getByRole('checkbox').waitFor()
    assert.match(tab.url(), /\/sign\/tok_/)
    assert.equal(await tab.evaluate('window.opener'), null)
    assert.deepEqual(olga.troubles, [])
  })

  test('the list answers while one types', async ({ assert }) => {
    const olga = await opened(DashboardWindow.of(acme))
    const { page } = olga
    await olga.go('/documents/new')
    await fillIn(olga)
    await page.getByLabel('Title').fill('Something unmistakable')
    await olga.press('Save as draft')
    await olga.says('The draft has been saved.')
    await olga.follow(/Documents/)
    await page.getByLabel('Search documents').fill('unmist')
    await page.locator('.document-list tbody tr').nth(1).waitFor({ state: 'detached' })
    await olga.says('Something unmistakable')
    await page.waitForURL('**/documents?q=unmist')
    await olga.follow('Something unmistakable')
    await page.getByRole('heading', { name: 'Something unmistakable' }).waitFor()
    await page.locator('.page-back').click()
    await page.waitForURL('**/documents?q=unmist')
    assert.equal(await page.getByLabel('Search documents').inputValue(), 'unmist')
    await page.getByLabel('Status').selectOption('completed')
    await olga.says('Nothing found')
    await page.waitForURL('**/documents?q=unmist&status=completed')
    await olga.follow(/^Documents/)
    await page.waitForURL(({ search }) => search === '')
    await olga.follow('Something unmistakable')
    await page.getByRole('heading', { name: 'Something unmistakable' }).waitFor()
    await page.locator('.page-back').click()
    await page.waitForURL(({ pathname, search }) => pathname === '/documents' && search === '')
    assert.deepEqual(olga.troubles, [])
  })

  test('somebody whose session has ended logs in and is where they wanted to go', async ({
    assert,
  }) => {
    const olga = await opened(DashboardWindow.of(acme))
    await olga.go('/documents')
    await olga.window.clearCookies()
    await olga.follow('API keys')
    await olga.page.getByRole('heading', { name: 'Log in' }).waitFor()
    assert.equal(await olga.page.locator('.rail').count(), 0)
    await logIn(olga)
    await olga.page.getByRole('heading', { name: 'API keys' }).waitFor()
    assert.equal(olga.path, '/settings/keys')
    await olga.page.locator('.user-menu summary').click()
    await olga.press('Log out')
    await olga.page.getByRole('heading', { name: 'Log in' }).waitFor()
  })

  test('everything works as plain HTML', async ({ assert }) => {
    const olga = await opened(DashboardWindow.open(acme, { javaScriptEnabled: false }))
    const { page } = olga
    await olga.go('/documents/new')
    await logIn(olga)
    await page.locator('input[type=file]').setInputFiles(file())
    await page.getByLabel('Title').fill('Without any script')
    await page.getByLabel('Name').first().fill('Ana Buyer')
    await page.getByLabel('Email').first().fill('ana@example.test')
    await page.getByLabel('Name').nth(2).fill('Ben Seller')
    await page.getByLabel('Email').nth(2).fill('ben@example.test')
    await olga.press('Send')
    await olga.says('The document is on its way.')
    const { signers } = (await live(() => Document.whole(idIn(olga)))) as Document
    assert.lengthOf(signers, 2)
    await olga.follow('Void')
    await page.getByLabel('Reason').fill('No scripts, no deal')
    await olga.press('Void document')
    await olga.says('The document has been voided.')
    await olga.follow('API keys')
    await olga.follow('New live key')
    await page.getByLabel('Name').fill('Plain')
    await olga.press('Create key')
    await olga.says('Copy it now')
  })
})
