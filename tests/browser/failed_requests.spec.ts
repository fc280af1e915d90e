import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { confirmations } from '#app/identity/second_factor/code_attempts'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser } from '#tests/support/chromium'
import type { Role } from '#app/identity/access/role'
import {
  inLive,
  makeUser,
  ownerOf,
  PASSWORD,
  Visitor,
  withPassword,
} from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { SENT_ALL } from '#tests/support/sent_in_full'

const KEPT = 'What you entered is still here, and not saved yet.'
const BUSY = `<!doctype html><main><section class="card"><div class="empty-state">
  <h1>Too many requests</h1><p>Wait a minute, then try again.</p></div></section></main>`

/** Answers come from the address of the page. */
const LED_ON = `Object.defineProperty(XMLHttpRequest.prototype, 'responseURL', {
  get: () => location.href,
})`

test.group('Dashboard | answers that never come, in a browser', (group) => {
  let acme: Tenant
  let email: string

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Realty' })
    email = (await withPassword(acme, await ownerOf(acme))).email
    return () => closeBrowser()
  })

  const filledIn = async () => {
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go('/documents/new')
    const buffer = Buffer.from(await makePdf())
    const mimeType = 'application/pdf'
    await page.locator('input[name=file]').setInputFiles({ name: 'a.pdf', mimeType, buffer })
    await page.getByLabel('Title').fill('Lease of a house')
    await page.getByLabel('Name').first().fill('Ana Buyer')
    await page.getByLabel('Email').first().fill('ana@example.test')
    return olga
  }
  const count = () => inLive(acme, async () => (await Document.query()).length)
  const asksBeforeLeaving = async (olga: DashboardWindow) => {
    const questions: string[] = []
    olga.page.once('dialog', (dialog) => {
      questions.push(dialog.message())
      void dialog.dismiss()
    })
    await olga.follow('Documents')
    return questions.some((question) => question.startsWith('Leave this page?'))
  }

  test('leave a form as it was typed, unsaved, with words, and it can be sent again', async ({
    assert,
  }) => {
    const olga = await filledIn()
    const { page } = olga
    const before = await count()
    let answer: 'cut' | 'gateway' | 'busy' | 'through' = 'cut'
    await page.route('**/documents', (route) => {
      if (route.request().method() !== 'POST' || answer === 'through') return route.continue()
      if (answer === 'cut') return route.abort('internetdisconnected')
      if (answer === 'gateway') return route.fulfill({ status: 502, body: 'Bad Gateway' })
      return route.fulfill({ status: 429, contentType: 'text/html', body: BUSY })
    })
    const notice = page.getByRole('alert').filter({ hasText: KEPT })
    for (const [kind, words] of [
      ['cut', 'The server cannot be reached. Check your connection, and try again.'],
      ['gateway', 'Something went wrong on our side. Try again in a moment.'],
      ['busy', 'Too many requests. Wait a minute, then try again.'],
    ] as const) {
      answer = kind
      await olga.press('Send')
      await notice.filter({ hasText: words }).waitFor()
      assert.equal(await notice.count(), 1)
      assert.equal(await page.getByLabel('Title').inputValue(), 'Lease of a house')
      assert.isTrue(await asksBeforeLeaving(olga), kind)
    }
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('failed request')
    answer = 'through'
    await olga.press('Send')
    await olga.says('The document is on its way.')
    assert.equal(await count(), before + 1)
    assert.equal(await page.locator('[data-failed-request]').count(), 0)
    await olga.close()
  })

  test('leave a form there for somebody whose log-in has ended meanwhile', async ({ assert }) => {
    const olga = await filledIn()
    const { page } = olga
    await olga.window.clearCookies()
    await olga.press('Send')
    await olga.says('You have been logged out. Log in in another tab, then try again here.')
    assert.isTrue(await asksBeforeLeaving(olga))
    const [other] = await Promise.all([
      olga.window.waitForEvent('page'),
      page.getByRole('link', { name: 'Log in', exact: true }).click(),
    ])
    await other.getByLabel('Email').fill(email)
    await other.getByLabel('Password').fill(PASSWORD)
    await other.getByRole('button', { name: 'Log in' }).click()
    await other.waitForURL('**/documents/new')
    await olga.press('Send')
    await olga.says('The document is on its way.')
    await olga.close()
  })

  test('say that a link leads nowhere without a connection', async ({ assert }) => {
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go('/documents')
    await page.route('**/settings/members', (route) => route.abort('internetdisconnected'))
    await olga.follow('Members')
    await olga.says('The server cannot be reached. Check your connection, and try again.')
    assert.equal(olga.path, '/documents')
    await page.unrouteAll()
    await olga.follow('Members')
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    assert.equal(await page.locator('[data-failed-request]').count(), 0)
    await olga.close()
  })

  test('are waited for as long as it takes to upload a file', async ({ assert }) => {
    const olga = await filledIn()
    const { page } = olga
    await page.evaluate('up.network.config.timeout = 1000')
    await page.route('**/documents', async (route) => {
      if (route.request().method() === 'POST')
        await new Promise((resolve) => setTimeout(resolve, 3_000))
      await route.continue()
    })
    await olga.press('Send')
    await olga.says('The document is on its way.')
    assert.equal(await page.locator('[data-failed-request]').count(), 0)
    await olga.close()
  })

  test('are no answers that refuse a form in its own words, whatever their status', async ({
    assert,
  }) => {
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    const owner = await ownerOf(acme)
    while (await inLive(acme, () => confirmations.allow(owner)));
    await olga.go('/account')
    await page.locator('#password-form [name=old]').fill('not mine at all')
    await page.locator('#password-form [name=password]').fill('a long and quiet night')
    await page.locator('#password-form [name=repeated]').fill('a long and quiet night')
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await olga.press('Change password')
    assert.equal((await answer).status(), 429)
    await page.locator('#password-form [name=old][aria-invalid=true]').waitFor()
    await olga.says('Too many attempts')
    assert.equal(await page.locator('[data-failed-request]').count(), 0)
    await olga.close()
  })

  test('are not said to be unsaved where it was done, or where nobody knows', async ({
    assert,
  }) => {
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go('/account')
    const name = page.locator('#name-form [name=name]')
    const notice = page.locator('#name-form [data-failed-request]')
    const unsent = () => notice.filter({ hasText: 'not saved yet' }).count()
    const unknown = `<main><section data-outcome="unknown"><div class="empty-state">
      <h1>We do not know whether that was saved</h1></div></section></main>`
    await page.route('**/account/name', (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: unknown })
    )
    await name.fill('Olga Owner')
    await olga.press('Save name')
    await notice.filter({ hasText: 'We do not know whether that was saved.' }).waitFor()
    await notice.filter({ hasText: 'What you entered is still here.' }).waitFor()
    assert.equal(await unsent(), 0)
    await page.unrouteAll()

    // all of it was sent, and then the line was cut
    await page.evaluate(SENT_ALL)
    await page.route('**/account/name', (route) => route.abort('connectionreset'))
    await olga.press('Save name')
    await notice.filter({ hasText: 'The answer got lost on its way.' }).waitFor()
    assert.equal(await unsent(), 0)
    await page.unrouteAll()

    // it led on to a page that failed
    await page.route('**/account/name', (route) => route.fulfill({ status: 502, body: 'Bad' }))
    await page.evaluate(LED_ON)
    await olga.press('Save name')
    await notice.filter({ hasText: 'That was done' }).waitFor()
    assert.equal(await unsent(), 0)
    await olga.close()
  })

  test('are not lost with what was typed where the form is refused', async ({ assert }) => {
    const ines = await makeUser(acme, 'admin')
    const become = (role: Role) => inLive(acme, () => ines.merge({ role }).save())
    const olga = await DashboardWindow.of(acme, { email: ines.email })
    const { page } = olga
    await olga.go('/labels')
    const name = page.locator('form[action="/labels"] [name=name]')
    const notice = page.getByRole('alert')
    await name.fill('Purchase')
    await become('viewer')
    await olga.press('Make label')
    await notice.filter({ hasText: 'Not allowed.' }).waitFor()
    await notice.filter({ hasText: 'Ask Olga Owner' }).waitFor()
    await notice.filter({ hasText: KEPT }).waitFor()
    assert.equal(await name.inputValue(), 'Purchase')
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('refused form')
    assert.isTrue(await asksBeforeLeaving(olga))
    await become('admin')
    await olga.press('Make label')
    await page.getByText('Purchase').first().waitFor()
    assert.equal(await page.locator('[data-failed-request]').count(), 0)
    await olga.close()
  })

  test('are pages of their own where nothing was typed', async ({ assert }) => {
    const ines = await makeUser(acme, 'admin')
    const { id } = await inLive(acme, () => makeDocument({ title: 'Deed' }, { send: true }))
    const olga = await DashboardWindow.of(acme, { email: ines.email })
    await olga.go(`/documents/${id}`)
    await inLive(acme, () => ines.merge({ role: 'viewer' }).save())
    await olga.press('Remind')
    await olga.page.getByRole('heading', { level: 1, name: /^Not (found|allowed)$/ }).waitFor()
    assert.equal(await olga.page.locator('[data-failed-request]').count(), 0)
    await olga.close()
  })

  test('leave a page that asks for news by itself asking on, and what they said of it there', async ({
    assert,
  }) => {
    const mia = await Visitor.as(acme, 'member')
    const { id: by, name, email: mias } = mia.user!
    await inLive(acme, () =>
      makeDocument({ title: 'Deed', by: { type: 'user', id: by, name } }, { send: true })
    )
    const asked = { once: 'c'.repeat(30), filter: '?q=deed', count: '1', action: 'remind' }
    const path = String((await mia.post('/documents/all', asked)).headers.location)
    const olga = await DashboardWindow.of(acme, { email: mias })
    const { page } = olga
    await olga.go(path)
    await page.route('**/stop', (route) => route.fulfill({ status: 503, body: 'Busy' }))
    await olga.press('Stop')
    await olga.says('Something went wrong on our side.')
    for (let time = 0; time < 2; time += 1)
      await page.waitForResponse((response) => response.url().endsWith(path))
    assert.equal(await page.locator('[data-failed-request]').count(), 1)
    await page.unrouteAll()
    await olga.press('Stop')
    await page.locator('[data-failed-request]').waitFor({ state: 'detached' })
    await olga.close()
  })
})
