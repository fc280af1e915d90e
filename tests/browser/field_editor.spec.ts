import { PDFDocument } from 'pdf-lib'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { Draft } from '#app/documents/drafts/draft'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, OLGA } from '#tests/factories/document_factory'
import { makeOddPages, ODD_SIZES } from '#tests/factories/odd_pages'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { until } from '#tests/support/until'

interface Placed {
  page: number
  type: string
  signer: number
  x: number
  y: number
  width: number
  height: number
}

const fieldsOf = async (page: Page): Promise<Placed[]> =>
  JSON.parse(await page.locator('input[name=fields]').inputValue())

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It has no place on the screen')
  return { ...box, middle: [box.x + box.width / 2, box.y + box.height / 2] as const }
}

/** With a line to sign on, at the foot of its first page. */
async function withLine(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes)
  pdf.getPage(0).drawLine({ start: { x: 320, y: 90 }, end: { x: 520, y: 90 } })
  return pdf.save()
}

test.group('Dashboard | the field editor in a browser', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Realty' })
    return () => closeBrowser()
  })

  const make = async (pdf: Uint8Array) => {
    const upload = await AcceptedPdf.accept(pdf, 'lease.pdf')
    const signers = [ANA, BEN].map(({ name, email }) => ({ name, email }))
    return inLive(acme, () =>
      Draft.create({ title: 'Lease', signers, by: OLGA }, upload, { send: false })
    )
  }

  test('carries, frames, arranges, moves between pages, orders, suggests and takes back', async ({
    assert,
  }) => {
    const text = 'Signature: __________'
    const { id } = await make(await withLine(await makePdf({ pages: 12, text })))
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go(`/documents/${id}/edit`)
    await page.locator('pdf-page[data-drawn]').first().waitFor()
    await page.locator('.board-tools').evaluate((tools) => tools.scrollIntoView())
    const sheet = await boxOf(page.locator('pdf-page[number="1"]'))
    const at = (x: number, y: number) => [sheet.x + x, sheet.y + y] as const
    const pull = async (from: readonly [number, number], to: readonly [number, number]) => {
      await page.mouse.move(...from)
      await page.mouse.down()
      await page.mouse.move(...to, { steps: 5 })
      await page.mouse.up()
    }
    const placed = page.locator('placed-field')

    // from the palette
    for (const [kind, x, y] of [
      ['Date', 120, 150],
      ['Text', 170, 230],
      ['Checkbox', 60, 330],
    ] as const)
      await pull(
        (await boxOf(page.locator('.board-types').getByText(kind, { exact: true }))).middle,
        at(x, y)
      )
    assert.deepEqual(
      (await fieldsOf(page)).map(({ type }) => type),
      ['date', 'text', 'checkbox']
    )
    await olga.press('More kinds')
    assert.isTrue(await page.getByRole('radio', { name: 'Email address' }).isVisible())
    assert.equal(await page.getByRole('button', { name: 'More kinds' }).count(), 0)

    // a frame with Shift, then columns and rows
    await page.keyboard.press('Escape')
    await page.keyboard.down('Shift')
    await pull(at(10, 100), at(300, 380))
    await page.keyboard.up('Shift')
    await olga.says('3 fields selected')
    await olga.press('Align left')
    await olga.press('Distribute down')
    const [one, two, three] = await fieldsOf(page)
    assert.deepEqual([two.x, three.x], [one.x, one.x])
    assert.closeTo(two.y - one.y - one.height, three.y - two.y - two.height, 0.01)
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('field editor')

    // to pages
    await page.getByLabel('Pages to copy to').fill('2-3, 12')
    await olga.press('Copy there')
    assert.deepEqual([...new Set((await fieldsOf(page)).map((field) => field.page))], [1, 2, 3, 12])
    assert.equal(await placed.count(), 9) // none has an element that is far
    await page.keyboard.press('Control+z')
    await page.locator('.board-pages').focus()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+Shift+z')
    await page.keyboard.press('Control+Shift+z')
    assert.lengthOf(await fieldsOf(page), 12)
    await page.keyboard.press('Control+z')
    assert.lengthOf(await fieldsOf(page), 3)

    // onto another page: cut and paste, by keys, and by hand
    await placed.first().locator('.placed-field-handle').click()
    await page.keyboard.press('Control+x')
    await page.getByLabel('Page of the field').fill('4')
    await page.getByRole('button', { name: 'Page 4', exact: true }).click()
    await until(async () => (await page.getByLabel('Page of the field').inputValue()) === '4')
    await page.locator('.board-pages').focus()
    await page.keyboard.press('Control+v')
    assert.deepEqual(
      (await fieldsOf(page)).map((field) => field.page),
      [1, 1, 4]
    )
    await page.keyboard.press('Alt+PageUp')
    assert.deepEqual(
      (await fieldsOf(page)).map((field) => field.page),
      [1, 1, 3]
    )
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Delete')
    assert.lengthOf(await fieldsOf(page), 2)
    await page.getByRole('button', { name: 'Page 1', exact: true }).click()

    // the order of the guide
    await olga.press('Order of the fields')
    await page.getByRole('button', { name: 'Move down: Text · Ana Buyer, page 1' }).click()
    assert.deepEqual(await olga.barriers(), [])
    await olga.press('Done')
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Shortcuts of the editor' }).waitFor()
    assert.deepEqual(await olga.barriers(), [])
    await page.keyboard.press('Escape')

    // what the text asks for, and a line that is drawn
    await olga.press('Suggest fields')
    await olga.says('13 places found')
    await olga.press('Take all suggestions')
    assert.lengthOf(await fieldsOf(page), 15)
    await olga.shoot('field editor, suggestions')
    await page.keyboard.press('Control+z')
    await olga.press('Save')
    await olga.says('The draft has been saved.')
    const draft = await inLive(acme, async () => (await Document.whole(id)) as Document)
    assert.deepEqual(
      draft.fieldsOf(draft.signers[0]).map(({ type }) => type),
      ['checkbox', 'text']
    )
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('asks before a document is sent without fields that were suggested and not taken', async ({
    assert,
  }) => {
    const buffer = Buffer.from(await withLine(await makePdf()))
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go('/documents/new')
    await page
      .locator('input[name=file]')
      .setInputFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer })
    await page.getByLabel('Name', { exact: true }).fill('Ana Buyer')
    await page.getByLabel('Email', { exact: true }).fill('ana@example.test')
    await olga.press('Suggest fields')
    await olga.says('1 place found')
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void (questions.length > 1 ? dialog.accept() : dialog.dismiss())
    })
    await olga.press('Send')
    assert.deepEqual(questions, [
      '1 suggested field was not taken, so signers will not see it. Send without it?',
    ])
    assert.equal(olga.path, '/documents/new')
    await olga.press('Send')
    await olga.says('The document is on its way.')
    assert.lengthOf(questions, 2)
    await olga.close()
  })

  test('finds the text tags of a chosen file, and places their fields in one step', async ({
    assert,
  }) => {
    const text = `{{signature:1}}${' '.repeat(25)}{{text:2:Customer number}}`
    const buffer = Buffer.from(await makePdf({ pages: 2, text }))
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go('/documents/new')
    await page.getByLabel('Name', { exact: true }).first().fill('Ana Buyer')
    await page
      .locator('input[name=file]')
      .setInputFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer })
    await olga.says('We found 4 text tags; 2 name a signer or kind of field that is not here')
    await olga.press('Add a signer')
    await page.getByLabel('Name', { exact: true }).nth(1).fill('Ben Seller')
    await page.locator('.board-hints').getByText('We found 4 text tags', { exact: true }).waitFor()
    assert.lengthOf(await fieldsOf(page), 0)
    await olga.shoot('field editor, text tags')
    assert.deepEqual(await olga.barriers(), [])
    await olga.press('Place their fields')
    const kinds = (await fieldsOf(page)).map((field) => [field.page, field.type, field.signer])
    assert.sameDeepMembers(kinds, [
      ...[1, 2].flatMap((at) => [
        [at, 'signature', 0],
        [at, 'text', 1],
      ]),
    ])
    await olga.press('Undo')
    assert.lengthOf(await fieldsOf(page), 0)
    await olga.press('Redo')
    assert.lengthOf(await fieldsOf(page), 4)
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('leaves the buttons of the form free, however much there is to say of a field', async () => {
    const { id } = await make(await makePdf({ pages: 3 }))
    const olga = await DashboardWindow.of(acme, { viewport: { width: 1280, height: 620 } })
    const { page } = olga
    await olga.go(`/documents/${id}/edit`)
    await page.locator('pdf-page[data-drawn]').first().waitFor()
    await page.locator('.board-tools').evaluate((tools) => tools.scrollIntoView())
    const { x, y } = await boxOf(page.locator('pdf-page[number="1"]'))
    const kind = page.locator('.board-types').getByText('Text', { exact: true })
    await page.mouse.move(...(await boxOf(kind)).middle)
    await page.mouse.down()
    await page.mouse.move(x + 120, y + 100, { steps: 5 })
    await page.mouse.up()
    await olga.says('1 field selected')
    const isFree = { trial: true, timeout: 5_000 }
    for (const top of [0, 300, 100_000]) {
      await page.evaluate(`scrollTo(0, ${top})`)
      await page.getByRole('button', { name: 'Save', exact: true }).click(isFree)
      await page.getByRole('button', { name: 'Save and send' }).click(isFree)
    }
    await olga.shoot('field editor, buttons')
    await olga.close()
  })

  test('works with a finger on a phone: scroll, hold and carry, tap, move, resize', async ({
    assert,
  }) => {
    const { id } = await make(await makePdf({ pages: 3 }))
    const olga = await DashboardWindow.of(acme, {
      viewport: PHONE,
      isMobile: true,
      hasTouch: true,
      colorScheme: 'dark',
    })
    const { page } = olga
    await olga.go(`/documents/${id}/edit`)
    await page.locator('pdf-page[data-drawn]').first().waitFor()
    await page.locator('.board-tools').evaluate((tools) => tools.scrollIntoView())
    const finger = new Finger(await page.context().newCDPSession(page))
    const sheet = await boxOf(page.locator('pdf-page[number="1"]'))
    const kind = await boxOf(page.locator('.board-type').first())
    await finger.press(kind.x + 20, kind.y + 15)
    await page.locator('.carried-field').waitFor()
    await finger.move(sheet.x + 150, sheet.y + 120)
    await finger.lift()
    const field = page.locator('placed-field')
    await field.waitFor()
    await olga.says('1 field selected')
    const [before] = await fieldsOf(page)
    assert.equal(before.type, 'signature')
    // the navigation stays in reach below what is said of the field
    const selected = await boxOf(page.getByRole('region', { name: 'Selected fields' }))
    const bar = await boxOf(page.locator('.tab-bar'))
    assert.isAtMost(selected.y + selected.height, bar.y + 1)
    await page.locator('.tab-bar').getByText('More').click({ trial: true })

    const [x, y] = (await boxOf(field)).middle
    await finger.press(x, y)
    await finger.move(x + 40, y + 60)
    await finger.lift()
    const [moved] = await fieldsOf(page)
    assert.isAbove(moved.y, before.y + 40)
    const corner = (await boxOf(field.locator('.placed-field-corner'))).middle
    await finger.press(...corner)
    await finger.move(corner[0] + 30, corner[1] + 20)
    await finger.lift()
    assert.isAbove((await fieldsOf(page))[0].width, moved.width + 20)
    assert.equal(await olga.overflow(), 0)
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('field editor on a phone')
    await olga.press('Remove')
    assert.lengthOf(await fieldsOf(page), 0)
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('says how many more fields fit, and takes none that would be too many', async ({
    assert,
  }) => {
    const fields = Array.from({ length: 497 }, (_, at) => ({
      ...{ type: 'text' as const, page: 1 + Math.floor(at / 100), width: 40, height: 10 },
      ...{ x: 20 + (at % 10) * 50, y: 20 + (Math.floor(at / 10) % 10) * 40 },
    }))
    const upload = await AcceptedPdf.accept(await makePdf({ pages: 5 }), 'lease.pdf')
    const { id } = await inLive(acme, () =>
      Draft.create({ title: 'Lease', signers: [{ ...ANA, fields }], by: OLGA }, upload, {
        send: false,
      })
    )
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go(`/documents/${id}/edit`)
    await page.locator('pdf-page[data-drawn]').first().waitFor()
    const count = async () => (await fieldsOf(page)).length
    const add = () => olga.press('Add to this page')
    await add()
    await olga.says('There is room for 2 more fields: a document has at most 500.')
    await page.locator('.placed-field-handle').first().focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+d')
    await olga.says('Nothing was added: these would be 996 fields, and a document has at most 500.')
    assert.equal(await count(), 498)
    await add()
    await add()
    await olga.says('There are 500 fields now, the most that a document has.')
    // so many fields of this size are close together
    const barriers = (await olga.barriers()).filter((one) => !one.startsWith('target-size'))
    assert.deepEqual(barriers, [])
    await olga.shoot('field board full')
    await add()
    await olga.says('Nothing was added: these would be 501 fields')
    assert.equal(await count(), 500)
    await olga.press('Undo')
    await olga.says('There is room for one more field')
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  for (const isPhone of [false, true])
    test(`shows at a field what of it was refused, ${isPhone ? 'on a phone' : 'at a desk'}`, async ({
      assert,
    }) => {
      const { id } = await make(await makePdf())
      const olga = await DashboardWindow.of(acme, isPhone ? { viewport: PHONE } : {})
      const { page } = olga
      await olga.go(`/documents/${id}/edit`)
      await page.locator('pdf-page[data-drawn]').first().waitFor()
      const inspector = page.getByRole('region', { name: 'Selected fields' })
      const openAll = async () => {
        for (const summary of await inspector.locator('summary:visible').all())
          if (!(await summary.evaluate(({ parentElement }: any) => parentElement.open)))
            await summary.click()
      }
      await olga.press('Add to this page')
      for (let step = 0; step < 25; step++) await page.keyboard.press('ArrowDown')
      await olga.press('More kinds')
      await page.getByRole('radio', { name: 'Number', exact: true }).check({ force: true })
      await olga.press('Add to this page')
      await openAll()
      await inspector.getByLabel('Smallest').fill('9')
      await inspector.getByLabel('Largest').fill('5')
      await inspector.getByLabel('Largest').press('Tab')
      await page.locator('.board-pages').press('Escape')
      await olga.press('Save')
      const fault = inspector.getByText('This is above the largest.')
      await fault.waitFor()
      const smallest = inspector.getByLabel('Smallest')
      assert.equal(await smallest.getAttribute('aria-invalid'), 'true')
      await until(() => smallest.evaluate((input) => input === input.ownerDocument.activeElement))
      await olga.says('Number on page 1, “Smallest”: This is above the largest.')
      assert.deepEqual(await olga.barriers(), [])
      assert.isAtMost(await olga.overflow(), 0)
      await olga.shoot(`field fault ${isPhone ? 'phone' : 'desk'}`)
      await smallest.fill('2')
      await smallest.press('Tab')
      await fault.waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await olga.press('Save')
      await olga.says('The draft has been saved.')
      assert.deepEqual(
        olga.troubles.filter((words) => !/422/.test(words)),
        []
      )
      await olga.close()
    })

  test('keeps what was typed for a field with that field when another one is pressed', async ({
    assert,
  }) => {
    const { id } = await make(await makePdf())
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go(`/documents/${id}/edit`)
    await page.locator('pdf-page[data-drawn]').first().waitFor()
    await olga.press('More kinds')
    await page.getByRole('radio', { name: 'Text', exact: true }).check({ force: true })
    await olga.press('Add to this page')
    for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowDown')
    await olga.press('Add to this page')
    await page.locator('.board-tools').evaluate((tools) => tools.scrollIntoView())
    const placed = page.locator('placed-field')
    const press = async (at: number) => {
      await placed.nth(at).scrollIntoViewIfNeeded()
      await page.mouse.click(...(await boxOf(placed.nth(at))).middle)
    }
    const type = async (input: Locator, words: string) => {
      await input.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(words)
    }
    const inspector = page.getByRole('region', { name: 'Selected fields' })

    await press(0)
    await type(inspector.getByLabel('Label', { exact: true }), 'Rent')
    await press(1)
    await type(inspector.locator('[data-side=width]'), '123')
    await press(0)

    const [one, two] = (await fieldsOf(page)) as (Placed & { options?: { label?: string } })[]
    assert.deepEqual([one.options?.label, two.options?.label], ['Rent', undefined])
    assert.deepEqual([one.width === 123, two.width], [false, 123])
    assert.equal(await inspector.getByLabel('Label', { exact: true }).inputValue(), 'Rent')
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('pulls at the edge of a field from the size that was just typed', async ({ assert }) => {
    const { id } = await make(await makePdf())
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go(`/documents/${id}/edit`)
    await page.locator('pdf-page[data-drawn]').first().waitFor()
    await olga.press('Add to this page')
    await page.locator('.board-tools').evaluate((tools) => tools.scrollIntoView())
    const field = page.locator('placed-field')
    await page.mouse.click(...(await boxOf(field)).middle)
    const inspector = page.getByRole('region', { name: 'Selected fields' })
    await inspector.locator('[data-side=width]').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('250')
    const scale = (await boxOf(page.locator('pdf-page').first())).width / 595
    const [x, y] = (await boxOf(field.locator('.placed-field-corner'))).middle
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.keyboard.down('Alt') // without snapping
    await page.mouse.move(x + 20 * scale, y + 10 * scale, { steps: 4 })
    await page.mouse.up()
    await page.keyboard.up('Alt')
    const [{ width }] = await fieldsOf(page)
    assert.closeTo(width, 270, 3)
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('shows the file that was chosen last, though an earlier one takes longer to read', async ({
    assert,
  }) => {
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go('/documents/new')
    await page.evaluate(`{
      const read = Blob.prototype.arrayBuffer
      Blob.prototype.arrayBuffer = async function () {
        if (this.name === 'slow.pdf') await new Promise((resolve) => (window.goOn = resolve))
        return read.call(this)
      }
    }`)
    const choose = async (name: string, pages: number) =>
      page
        .locator('input[type=file]')
        .first()
        .setInputFiles({
          name,
          mimeType: 'application/pdf',
          buffer: Buffer.from(await makePdf({ pages })),
        })
    await choose('slow.pdf', 7)
    await until(() => page.evaluate('Boolean(window.goOn)'))
    await choose('fast.pdf', 2)
    await page.locator('pdf-page[data-drawn]').first().waitFor()
    await page.evaluate('window.goOn()')
    await page.waitForTimeout(1_500)
    assert.equal(await page.locator('pdf-page').count(), 2)
    assert.equal(await page.locator('pdf-document').count(), 1)
    await olga.says('of 2')
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('is left without a fault while the pages of a long file are still measured', async ({
    assert,
  }) => {
    const buffer = Buffer.from(await makePdf({ pages: 400 }))
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go('/documents/new')
    await page.evaluate(`{
      const board = document.querySelector('field-board')
      const opened = board.querySelector('[data-count]')
      new MutationObserver(() => board.remove()).observe(opened, { childList: true })
    }`)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'long.pdf', mimeType: 'application/pdf', buffer })
    await page.locator('field-board').waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('says what a field asks for by keyboard on a phone, and when it is shown', async ({
    assert,
  }) => {
    const { id } = await make(await makePdf())
    const olga = await DashboardWindow.of(acme, { viewport: PHONE })
    const { page } = olga
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
    await olga.go(`/documents/${id}/edit`)
    await page.locator('pdf-page[data-drawn]').first().waitFor()
    const inspector = page.getByRole('region', { name: 'Selected fields' })
    const write = async (label: string, text: string) => {
      await inspector.getByLabel(label, { exact: true }).focus()
      await press('Control+a')
      await page.keyboard.type(text)
      await press('Tab')
    }
    const place = async (kind: string) => {
      await page.getByRole('radio', { name: kind, exact: true }).focus()
      await press('Space')
      await page.getByRole('button', { name: 'Add to this page' }).focus()
      await press('Enter')
      await olga.says('1 field selected')
      for (const summary of await inspector.locator('summary:visible').all()) {
        if (await summary.evaluate(({ parentElement }: any) => parentElement.open)) continue
        await summary.focus()
        await press('Enter')
      }
      assert.deepEqual(await olga.barriers(), [], kind)
    }
    await page.getByRole('button', { name: 'More kinds' }).focus()
    await press('Enter')
    await place('Number')
    await write('Label', 'Amount')
    await write('Most decimals', '9')
    await write('Key of this field', 'amount')
    await inspector.getByLabel('Label', { exact: true }).focus()
    await page.keyboard.type(' due')
    await press('Escape')
    await inspector.waitFor({ state: 'hidden' })
    assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Pages')
    await place('Selection')
    await inspector.getByLabel('Choices, one per line').focus()
    await press('Control+a')
    await page.keyboard.type('Pick-up')
    await press('Enter')
    await page.keyboard.type('Delivery')
    await inspector.getByLabel('Only while').focus()
    await page.keyboard.type('Am')
    await press('Tab')
    await page.keyboard.type('1,5')
    await press('Tab')
    assert.equal(await olga.overflow(), 0)
    await olga.shoot('field options on a phone')
    await page.getByRole('button', { name: 'Save', exact: true }).focus()
    await press('Enter')
    await olga.says('The draft has been saved.')
    const draft = await inLive(acme, async () => (await Document.whole(id)) as Document)
    assert.sameDeepMembers(
      draft.fields.map(({ options }) => options),
      [
        { label: 'Amount due', decimals: 6, key: 'amount' },
        { choices: ['Pick-up', 'Delivery'], shownWhen: { field: 'amount', is: '1,5' } },
      ]
    )
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })

  test('measures pages that are turned, of several sizes and with offsets as the server does', async ({
    assert,
  }) => {
    const pdf = Buffer.from(await makeOddPages())
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go('/documents/new')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'odd.pdf', mimeType: 'application/pdf', buffer: pdf })
    await page.locator('pdf-page[data-drawn]').first().waitFor()
    for (const number of ODD_SIZES.keys()) {
      await page.getByLabel('Page of the field').fill(String(number + 1))
      await page.getByLabel('Page of the field').press('Enter')
    }
    const sizes = () =>
      page
        .locator('pdf-page')
        .evaluateAll((all) =>
          all.map((one) => ['width', 'height'].map((side) => Number(one.getAttribute(side))))
        )
    assert.deepEqual(await sizes(), ODD_SIZES)
    await page.getByLabel('Name').first().fill('Ana Buyer')
    await page.getByLabel('Email').first().fill('ana@example.test')
    await olga.press('Save as draft')
    await olga.says('The draft has been saved.')
    const id = String(/doc_\w+/.exec(page.url()))
    const draft = await inLive(acme, async () => (await Document.whole(id)) as Document)
    assert.deepEqual(
      draft.pages.map(({ width, height }) => [width, height]),
      ODD_SIZES
    )
    for (const { page: number, x, y, width, height } of draft.fields) {
      const [wide, high] = ODD_SIZES[number - 1]
      assert.closeTo(x + width / 2, wide / 2, 0.01)
      assert.closeTo(y + height / 2, high / 2, 0.01)
    }
    await olga.close()
  })
})

/** One finger on the glass. */
class Finger {
  private at: [number, number] = [0, 0]

  constructor(private session: CDPSession) {}

  async press(x: number, y: number): Promise<void> {
    this.at = [x, y]
    await this.send('touchStart', this.at)
  }

  async move(x: number, y: number): Promise<void> {
    const [fromX, fromY] = this.at
    for (let step = 1; step <= 6; step++)
      await this.send('touchMove', [
        fromX + ((x - fromX) * step) / 6,
        fromY + ((y - fromY) * step) / 6,
      ])
    this.at = [x, y]
  }

  async lift(): Promise<void> {
    await this.send('touchEnd')
  }

  private async send(type: 'touchStart' | 'touchMove' | 'touchEnd', at?: [number, number]) {
    const touchPoints = at ? [{ x: at[0], y: at[1] }] : []
    await this.session.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
}
