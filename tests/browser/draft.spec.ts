import { test } from '@japa/runner'
import type { Route } from 'playwright-core'
import Document from '#app/documents/document'
import type Tenant from '#app/tenants/tenant'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { until } from '#tests/support/until'

const WAYS = {
  'at a desk, light': { viewport: DESKTOP },
  'on a phone, dark': {
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
  },
} as const

test.group('Dashboard | a draft in a browser', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Realty' })
    return () => closeBrowser()
  })

  const make = () => inLive(acme, () => makeDocument({}, { send: false }))
  const load = (id: string) => inLive(acme, async () => (await Document.whole(id)) as Document)

  for (const [way, options] of Object.entries(WAYS))
    test(`is opened, changed and saved with its fields, ${way}`, async ({ assert }) => {
      const { id } = await make()
      const olga = await DashboardWindow.of(acme, options)
      const { page } = olga
      await olga.go(`/documents/${id}`)
      await olga.follow('Edit')
      const placed = page.locator('placed-field')
      await placed.nth(1).waitFor()
      assert.equal(await placed.nth(1).innerText(), 'Signature · Ben Seller')
      await page.locator('pdf-page[data-drawn]').first().waitFor()
      assert.equal(await olga.overflow(), 0)
      assert.deepEqual(await olga.barriers(), [])
      await olga.shoot(`draft ${way}`)

      // until it has saved itself, leaving it is asked about
      const { promise: hold, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/autosaves', (route) => hold.then(() => route.continue()))
      await page.getByLabel('Title').fill('Lease of a house')
      const questions: string[] = []
      page.once('dialog', (dialog) => {
        questions.push(dialog.message())
        void dialog.dismiss()
      })
      await olga.follow('Cancel')
      assert.match(questions.join(), /^Leave this page\?/)
      assert.equal(await page.getByLabel('Title').inputValue(), 'Lease of a house')
      release()

      await placed.first().locator('.placed-field-handle').focus()
      await page.keyboard.press('ArrowRight')
      await page.getByLabel('Name').nth(1).fill('Benjamin Seller')
      await olga.press('Save')
      await olga.says('The draft has been saved.')
      assert.equal(olga.path, `/documents/${id}`)
      assert.equal(await page.title(), 'Lease of a house · Acme Realty')
      const draft = await load(id)
      assert.equal(draft.title, 'Lease of a house')
      assert.equal(draft.signers[1].name, 'Benjamin Seller')
      assert.deepEqual(
        draft.fields.map(({ x, y, width }) => [x, y, width]),
        [
          [64, 200, 180],
          [300, 200, 180],
        ]
      )
      await page.goBack()
      await page.locator('placed-field').nth(1).waitFor()
      assert.equal(olga.path, `/documents/${id}/edit`)
      assert.equal(await page.getByLabel('Title').inputValue(), 'Lease of a house')
      assert.deepEqual(olga.troubles, [])
      await olga.close()
    })

  test('has fields that are drawn, resized, copied, selected together, and taken back', async ({
    assert,
  }) => {
    const { id } = await make()
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go(`/documents/${id}/edit`)
    const placed = page.locator('placed-field')
    await placed.nth(1).waitFor()
    await page.locator('.board-tools').evaluate((tools) => tools.scrollIntoView())
    const sheet = (await page.locator('pdf-page').first().boundingBox())!
    const scale = sheet.width / 595
    const pull = async (from: [number, number], to: [number, number]) => {
      await page.mouse.move(sheet.x + from[0] * scale, sheet.y + from[1] * scale)
      await page.mouse.down()
      await page.mouse.move(sheet.x + to[0] * scale, sheet.y + to[1] * scale, { steps: 4 })
      await page.mouse.up()
    }
    const boxes = async () => {
      const fields = JSON.parse(await page.locator('input[name=fields]').inputValue())
      return fields.map((field: Record<string, number>) =>
        [field.x, field.y, field.width, field.height].map(Math.round)
      )
    }
    const press = (keys: string) => page.keyboard.press(keys)

    await pull([60, 400], [160, 440])
    assert.equal(await placed.count(), 3)
    await press('Control+z')
    assert.equal(await placed.count(), 2)
    await press('Control+Shift+z')
    assert.equal(await placed.count(), 3)
    const [, , drawn] = await boxes()
    for (const [at, wanted] of [60, 400, 100, 40].entries()) assert.closeTo(drawn[at], wanted, 2)

    await placed.nth(0).locator('.placed-field-handle').focus()
    await press('Alt+ArrowRight')
    await press('Alt+Shift+ArrowDown')
    assert.deepEqual((await boxes())[0], [60, 200, 184, 51])
    const corner = (await placed.nth(0).locator('.placed-field-corner').boundingBox())!
    await page.mouse.move(corner.x + 6, corner.y + 6)
    await page.mouse.down()
    await page.mouse.move(corner.x + 6 - 84 * scale, corner.y + 6 - 11 * scale, { steps: 3 })
    await page.mouse.up()
    const [resized] = await boxes()
    assert.closeTo(resized[2], 100, 2)
    assert.closeTo(resized[3], 40, 2)

    await placed.nth(0).locator('.placed-field-handle').click()
    await placed
      .nth(1)
      .locator('.placed-field-handle')
      .click({ modifiers: ['Shift'] })
    await olga.says('2 fields selected')
    await press('ArrowDown')
    assert.deepEqual(
      (await boxes()).slice(0, 2).map(([, y]: number[]) => y),
      [204, 204]
    )
    await olga.press('Same size')
    assert.deepEqual((await boxes())[1].slice(2), resized.slice(2))
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('draft, fields selected')

    await placed.nth(1).locator('.placed-field-handle').focus()
    await press('Control+c')
    await press('Control+v')
    assert.equal(await placed.count(), 5)
    await press('Delete')
    assert.equal(await placed.count(), 3)
    await placed.nth(2).locator('.placed-field-handle').click()
    await page.getByLabel('Width').fill('120')
    await page.getByLabel('Width').press('Tab')
    await page.getByLabel('Signer of the selected fields').selectOption('Ben Seller')
    await olga.press('Save')
    await olga.says('The draft has been saved.')
    const { fields, signers } = await load(id)
    assert.deepEqual(
      fields.filter(({ width }) => width === 120).map(({ signerId }) => signerId),
      [signers[1].id]
    )
    assert.lengthOf(fields, 3)
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('saves itself, goes back to what it said, and is shown as its signers will see it', async ({
    assert,
  }) => {
    const { id } = await make()
    const olga = await DashboardWindow.of(acme, WAYS['on a phone, dark'])
    const { page } = olga
    await olga.go(`/documents/${id}/edit`)
    const placed = page.locator('placed-field')
    await placed.nth(1).waitFor()
    await placed.nth(1).locator('.placed-field-handle').focus()
    await page.keyboard.press('Delete')
    await page.getByLabel('Title').fill('Lease of a house')
    await olga.says('Saved at')
    await until(async () => {
      const { title, fields } = await load(id)
      return title === 'Lease of a house' && fields.length === 1
    })
    assert.deepEqual(await olga.barriers(), [])

    await olga.follow('Earlier versions')
    const first = page.getByRole('button', { name: 'Restore this version' }).last()
    await first.waitFor()
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('draft, earlier versions')
    await first.click()
    await olga.says('The draft has been restored to that version.')
    assert.equal((await load(id)).title, 'Contract of sale')
    assert.equal(await page.getByLabel('Title').inputValue(), 'Contract of sale')
    await placed.nth(1).waitFor()

    await olga.follow('Preview')
    await page.frameLocator('iframe').locator('pdf-page[data-drawn]').first().waitFor()
    assert.deepEqual(await olga.barriers(), [])
    assert.equal(await olga.overflow(), 0)
    await olga.shoot('draft, preview')
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('whose changes could not be saved keeps them until they are, or come back in its form', async ({
    assert,
  }) => {
    const { id } = await make()
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    page.setDefaultTimeout(20_000)
    page.on('dialog', (dialog) => void dialog.accept())
    await olga.go(`/documents/${id}/edit`)
    await page.locator('placed-field').first().waitFor()
    await page.route('**/autosaves', (route) => route.abort('internetdisconnected'))
    await page.getByLabel('Title').fill('Mine')
    await olga.says('Could not save')
    await inLive(acme, () =>
      Document.reference(id).revise({ title: 'Hers' }, { ...OLGA, name: 'Ines Admin' })
    )
    await page.reload()
    await olga.says('has not been saved')

    // the connection is still lost
    const isSave = ({ pathname }: URL) => pathname === `/documents/${id}`
    await page.route(isSave, (route) => route.abort('internetdisconnected'))
    await olga.press('Save it now')
    await olga.says('The server cannot be reached.')
    await page.unrouteAll()
    await page.reload()
    await olga.says('has not been saved')

    // what somebody else has saved meanwhile is not overwritten
    await olga.press('Save it now')
    await olga.says('Somebody has changed this draft while you worked on it')
    assert.equal(await page.getByLabel('Title').inputValue(), 'Mine')
    assert.equal((await load(id)).title, 'Hers')
    await olga.press('Save mine')
    await olga.says('The draft has been saved.')
    assert.equal((await load(id)).title, 'Mine')

    // what is refused can be mended
    await olga.go(`/documents/${id}/edit`)
    await page.locator('placed-field').first().waitFor()
    assert.equal(await page.getByText('has not been saved').count(), 0)
    await page.getByLabel('Title').fill('Mine and hers')
    await page.getByLabel('Email').first().fill('nobody')
    await olga.says('Could not save')
    await page.reload()
    await olga.press('Save it now')
    await page.locator('input[aria-invalid=true]').waitFor()
    assert.equal(await page.getByLabel('Email').first().inputValue(), 'nobody')
    assert.equal(await page.getByLabel('Title').inputValue(), 'Mine and hers')
    await page.getByLabel('Email').first().fill('ana@example.test')
    await olga.press('Save')
    await olga.says('The draft has been saved.')
    assert.equal((await load(id)).title, 'Mine and hers')
    await olga.close()
  })

  test('keeps what could not be saved until it is answered with it, and what is typed beside it', async ({
    assert,
  }) => {
    const { id } = await make()
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    page.setDefaultTimeout(20_000)
    page.on('dialog', (dialog) => void dialog.accept())
    const edit = async () => {
      await olga.go(`/documents/${id}/edit`)
      await page.locator('placed-field').first().waitFor()
    }
    const isSave = ({ pathname }: URL) => pathname === `/documents/${id}`
    const cut = (route: Route) => route.abort('internetdisconnected')
    await edit()
    await page.route('**/autosaves', cut)
    await page.route(isSave, cut)
    await page.getByLabel('Title').fill('First')
    await olga.says('Could not save')
    await olga.press('Save')
    await olga.says('The server cannot be reached.')
    await page.unroute(isSave)
    await edit()
    await olga.says('has not been saved')

    // what is typed beside the offer is kept as well
    await page.getByLabel('Title').fill('Second')
    await olga.says('Could not save')
    await page.reload()
    await olga.press('Forget it')
    await page.unroute('**/autosaves')

    // a log-in that has ended is no answer
    const cookies = await olga.window.cookies()
    await olga.window.clearCookies()
    await olga.press('Save it now')
    await olga.says('You have been logged out.')
    await olga.window.addCookies(cookies)
    await edit()
    await olga.press('Save it now')
    await olga.says('The draft has been saved.')
    assert.equal((await load(id)).title, 'Second')
    await edit()
    assert.equal(await page.getByText('has not been saved').count(), 0)
    await olga.close()
  })

  test('saves by itself what was to be saved by hand while the server was busy', async ({
    assert,
  }) => {
    const { id } = await make()
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go(`/documents/${id}/edit`)
    await page.locator('placed-field').first().waitFor()
    await page.route(
      ({ pathname }) => pathname === `/documents/${id}`,
      (route) => route.fulfill({ status: 503, body: 'Busy' })
    )
    await page.getByLabel('Title').fill('Mine')
    await olga.press('Save')
    const notice = page.locator('[data-failed-request]')
    await notice.filter({ hasText: 'not saved yet' }).waitFor()
    await until(async () => (await load(id)).title === 'Mine', 60_000)
    await notice.waitFor({ state: 'detached' })
    assert.isTrue(await page.getByText('Saved at').isVisible())
    await olga.close()
  })

  test('says that its pages do not come, and asks for them again', async ({ assert }) => {
    const { id } = await make()
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    const isFile = ({ pathname }: URL) => pathname === `/documents/${id}/view`
    await page.route(isFile, (route) => route.fulfill({ status: 503, body: 'Busy' }))
    await olga.go(`/documents/${id}/edit`)
    const trouble = page.locator('.board-document .pdf-trouble')
    await trouble.filter({ hasText: 'The pages cannot be shown here.' }).waitFor()
    await page.getByRole('button', { name: 'Suggest fields' }).click()
    await page.locator('.board-hints').waitFor({ state: 'hidden' })
    await olga.shoot('draft without its pages')
    await page.unroute(isFile)
    await trouble.getByRole('button', { name: 'Try again' }).click()
    await page.locator('pdf-page[data-drawn]').first().waitFor()
    assert.isFalse(await trouble.isVisible())
    assert.equal(await page.locator('placed-field').count(), 2)
    await olga.close()
  })

  test('tries again by itself what a busy server did not save', async ({ assert }) => {
    const { id } = await make()
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go(`/documents/${id}/edit`)
    await page.locator('placed-field').first().waitFor()
    let posts = 0
    await page.route('**/autosaves', (route) => {
      posts += 1
      return posts === 1 ? route.fulfill({ status: 503, body: 'Busy' }) : route.continue()
    })
    await page.getByLabel('Title').fill('Mine')
    await olga.says('Could not save')
    await until(async () => (await load(id)).title === 'Mine', 60_000)
    assert.equal(posts, 2)
    await olga.close()
  })

  test('that two people change shows the second one the choice, with all that was typed', async ({
    assert,
  }) => {
    const { id } = await make()
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go(`/documents/${id}/edit`)
    const first = page.locator('placed-field .placed-field-handle').first()
    await first.focus()
    await page.keyboard.press('ArrowDown')
    await page.getByLabel('Title').fill('Mine')
    await inLive(acme, () =>
      Document.reference(id).revise({ title: 'Hers' }, { ...OLGA, name: 'Ines Admin' })
    )
    await olga.press('Save')
    await olga.says('Somebody has changed this draft while you worked on it')
    await olga.says('Hers')
    assert.equal(await page.getByLabel('Title').inputValue(), 'Mine')
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('draft, changed by two')
    await olga.press('Save mine')
    await olga.says('The draft has been saved.')
    const draft = await load(id)
    assert.equal(draft.title, 'Mine')
    assert.equal(draft.fields[0].y, 204)
    assert.deepEqual(
      olga.troubles.filter((words) => !/409/.test(words)),
      []
    )
    await olga.close()
  })
})
