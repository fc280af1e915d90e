import { setImmediate } from 'node:timers/promises'
import { test } from '@japa/runner'
import { degrees, PDFDocument, PDFName } from 'pdf-lib'
import { Outage } from '#app/foundation/outage'
import type { Refusal } from '#app/foundation/refusal'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer } from '#app/sealing/seal'
import { childProcesses, commandOf, kill } from '#tests/support/child_processes'
import { until } from '#tests/support/until'
import {
  objectStreamBomb,
  onePage,
  pageListedOften,
  pageTreeLoop,
  pageTreeOfABillion,
  rawPdf,
} from './hostile_pdf.js'
import { inkBox, rasterOf, textOf } from '../outside_program.js'
import { sealOrder } from '../sealing_order.js'
import { textPages } from '../text_pages.js'

const intake = new Intake({ maxProcesses: 1 })

/** What an upload is refused with. */
async function refusal(bytes: Uint8Array, options: { maxPages?: number } = {}, gate = intake) {
  try {
    await gate.examine(bytes, options)
  } catch (error) {
    return error as Refusal
  }
  throw new Error('It was accepted')
}

async function intakeProcesses(): Promise<number[]> {
  const found: number[] = []
  for (const pid of await childProcesses(process.pid))
    if ((await commandOf(pid)).includes('intake_process')) found.push(pid)
  return found
}

/** Of an upload whose process gets a signal while it reads. */
async function examinedUnder(gate: Intake, upload: Uint8Array, signal: NodeJS.Signals) {
  const others = await intakeProcesses()
  await gate.warm()
  const own = (await intakeProcesses()).filter((pid) => !others.includes(pid))
  const examined = gate.examine(upload)
  await setImmediate() // it has been sent
  for (const pid of own) kill(pid, signal)
  return examined
}

/** What an upload is refused with whose process gets a signal while it reads. */
async function endedWithin(gate: Intake, upload: Uint8Array, signal: NodeJS.Signals) {
  try {
    await examinedUnder(gate, upload, signal)
  } catch (error) {
    return error as Refusal
  }
  throw new Error('It was accepted')
}

test.group('Intake | accepted', () => {
  test('gives back the same pages, readable by others', async ({ assert }) => {
    const original = await textPages(3)
    const { canonical, pageCount } = await intake.examine(original)
    assert.equal(pageCount, 3)
    assert.equal(await textOf(canonical), await textOf(original))
  })

  test('examines its own result to the same bytes', async ({ assert }) => {
    const { canonical } = await intake.examine(await textPages(2))
    const again = await intake.examine(canonical)
    assert.equal(again.canonical.length, canonical.length)
    assert.equal(again.pageCount, 2)
  })

  test('reads a file before which a scanner wrote some lines', async ({ assert }) => {
    const scanned = Buffer.concat([Buffer.from('@PJL JOB\n@PJL ENTER LANGUAGE=PDF\n'), onePage()])
    const { canonical } = await intake.examine(scanned)
    assert.equal(Buffer.from(canonical).toString('latin1', 0, 5), '%PDF-')
  })

  test('measures pages as a person sees them', async ({ assert }) => {
    const document = await PDFDocument.create()
    document.addPage([400, 300])
    document.addPage([400, 300]).setRotation(degrees(90))
    document.addPage([400, 300]).setCropBox(10, 20, 340, 220)
    const tooLarge = document.addPage([400, 300])
    tooLarge.setCropBox(-50, -50, 1000, 200)
    const turnedBack = document.addPage([400, 300])
    turnedBack.node.set(PDFName.of('Rotate'), document.context.obj(-450))
    const { pages } = await intake.examine(await document.save())
    assert.deepEqual(pages, [
      { width: 400, height: 300 },
      { width: 300, height: 400 },
      { width: 340, height: 220 },
      { width: 400, height: 150 },
      { width: 300, height: 400 },
    ])
  })

  test('writes down the part of a page that shows, for programs read a larger CropBox in two ways', async ({
    assert,
  }) => {
    const { canonical } = await intake.examine(onePage('/CropBox [10 20 900 800]'))
    assert.match(Buffer.from(canonical).toString('latin1'), /\/CropBox \[ 10 20 300 200 \]/)
  })

  test('refuses a page of which some programs show nothing, as no stamp would show there', async ({
    assert,
  }) => {
    const error = await refusal(onePage('/CropBox [1000 1000 1300 1200]', '0 0 90 90 re f'))
    assert.equal(error.code, 'pdf_malformed')
    assert.match(error.message, /page 1 looks different/)
  })

  test('completes pages that inherit what they need', async ({ assert }) => {
    const bytes = rawPdf([
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 100] /Rotate 90>>',
      '<</Type /Pages /Parent 2 0 R /Kids [4 0 R] /Count 1>>',
      '<</Type /Page /Parent 3 0 R>>',
    ])
    const { pages } = await intake.examine(bytes)
    assert.deepEqual(pages, [{ width: 100, height: 200 }])
  })

  test('makes two pages of one that is listed twice', async ({ assert }) => {
    const { pageCount, canonical } = await intake.examine(pageListedOften(2))
    assert.equal(pageCount, 2)
    assert.equal((await PDFDocument.load(canonical)).getPageCount(), 2)
  })

  test('leaves behind what earlier revisions hid', async ({ assert }) => {
    const document = Buffer.from(onePage()).toString('latin1')
    const hidden = `${document}99 0 obj\n(the price was 9000)\nendobj\ntrailer\n<</Root 1 0 R>>\n`
    const { canonical } = await intake.examine(Buffer.from(hidden, 'latin1'))
    assert.notInclude(Buffer.from(canonical).toString('latin1'), 'the price was')
  })

  test('paints form fields into their pages, where nobody can change them', async ({ assert }) => {
    const document = await PDFDocument.create()
    const page = document.addPage([400, 300])
    const field = document.getForm().createTextField('amount')
    field.setText('1000 EUR')
    field.addToPage(page, { x: 100, y: 200, width: 120, height: 24 })
    const original = await document.save()
    const { canonical } = await intake.examine(original)
    assert.include(await textOf(canonical), '1000 EUR')
    assert.deepEqual(inkBox(await rasterOf(canonical)), inkBox(await rasterOf(original)))
    assert.notInclude(Buffer.from(canonical).toString('latin1'), '/AcroForm')
  })

  test('draws values that a form leaves to its reader to draw', async ({ assert }) => {
    const bytes = rawPdf([
      '<</Type /Catalog /Pages 2 0 R /AcroForm <</NeedAppearances true /Fields [4 0 R]>>>>',
      '<</Type /Pages /Kids [3 0 R] /Count 1>>',
      '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Annots [4 0 R]>>',
      '<</Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (1000 EUR) /Rect [50 100 150 120]>>',
    ])
    const { canonical } = await intake.examine(bytes)
    assert.include(await textOf(canonical), '1000 EUR')
  })

  test('closes the graphics states that a page leaves open', async ({ assert }) => {
    const sealer = new Sealer({ maxThreads: 1 })
    const open = onePage('', 'q 0.1 0 0 0.1 90 90 cm q 2 0 0 2 0 0 cm (a Q in a string)')
    const { canonical } = await intake.examine(open)
    const place = { page: 1, x: 100, y: 50, width: 40, height: 40 }
    const placements = [{ ...place, kind: 'checkbox' as const, value: false }]
    const { bytes } = await sealer.seal(await sealOrder(canonical, { placements }))
    await sealer.close()
    assert.deepEqual(inkBox(await rasterOf(bytes), 200), { x: 100, y: 50, width: 40, height: 40 })
  })
})

test.group('Intake | refused', () => {
  test('refuses what does not begin like a PDF', async ({ assert }) => {
    const error = await refusal(Buffer.concat([Buffer.alloc(2000, ' '), onePage()]))
    assert.equal(error.code, 'pdf_malformed')
    assert.equal(error.code, 'pdf_malformed')
    assert.equal(error.kind, 'invalid')
  })

  test('refuses what only begins like a PDF', async ({ assert }) => {
    assert.equal((await refusal(Buffer.from('%PDF-1.7\nnothing else'))).code, 'pdf_malformed')
  })

  test('refuses a document without pages', async ({ assert }) => {
    const bytes = rawPdf(['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Kids [] /Count 0>>'])
    assert.match((await refusal(bytes)).message, /no pages/)
  })

  test('refuses a page that is too large to be shown', async ({ assert }) => {
    const error = await refusal(
      onePage('/CropBox [0 0 1000000 1000000] /MediaBox [0 0 1000000 1000000]')
    )
    assert.equal(error.code, 'pdf_malformed')
    assert.match(error.message, /page 1/)
  })

  test('refuses an encrypted document, and says so', async ({ assert }) => {
    const encrypted = rawPdf(
      [
        '<</Type /Catalog /Pages 2 0 R>>',
        '<</Type /Pages /Kids [3 0 R] /Count 1>>',
        '<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]>>',
        '<</Filter /Standard /V 1 /R 2 /O () /U () /P -4>>',
      ],
      '/Encrypt 4 0 R'
    )
    const error = await refusal(encrypted)
    assert.equal(error.code, 'pdf_encrypted')
    assert.equal(error.code, 'pdf_encrypted')
  })

  test('refuses a document that somebody signed', async ({ assert }) => {
    const sealer = new Sealer({ maxThreads: 1 })
    const { canonical } = await intake.examine(onePage())
    const { bytes } = await sealer.seal(await sealOrder(canonical, { placements: [] }))
    await sealer.close()
    const error = await refusal(bytes)
    assert.equal(error.code, 'pdf_already_signed')
    assert.equal(error.code, 'pdf_already_signed')
  })

  test('refuses more pages than are allowed, and counts no further', async ({ assert }) => {
    const error = await refusal(pageListedOften(4), { maxPages: 3 })
    assert.equal(error.code, 'too_many_pages')
    assert.equal(error.code, 'too_many_pages')
    assert.match(error.message, /more than 3 pages/)
    assert.equal((await refusal(pageListedOften(15_000))).code, 'too_many_pages')
    assert.equal((await refusal(pageListedOften(300_000))).code, 'too_many_pages')
  })
})

test.group('Intake | hostile', (group) => {
  group.teardown(() => intake.close())

  for (const [name, make] of [
    ['a list of pages that contains itself', pageTreeLoop],
    ['a list of a billion pages', pageTreeOfABillion],
    ['two gigabytes in an object stream', objectStreamBomb],
  ] as const) {
    test(`refuses ${name}, and examines the next upload`, async ({ assert }) => {
      const error = await refusal(make())
      assert.equal(error.code, 'pdf_malformed')
      assert.match(error.message, /^This PDF cannot be used: \w/)
      assert.equal((await intake.examine(onePage())).pageCount, 1)
    })
  }

  test('kills a process that needs too long, and examines the next upload', async ({ assert }) => {
    const impatient = new Intake({ maxProcesses: 1, deadlineMs: 1 })
    const error = await refusal(await textPages(200), {}, impatient)
    assert.equal(error.code, 'pdf_malformed')
    assert.match(error.message, /too long/)
    impatient.close()
    assert.equal((await intake.examine(onePage())).pageCount, 1)
  })

  test('kills a process that needs too much memory', async ({ assert }) => {
    const narrow = new Intake({ maxProcesses: 1, maxResidentBytes: 10 * 2 ** 20 })
    const error = await refusal(await textPages(200), {}, narrow)
    assert.match(error.message, /too much memory/)
    narrow.close()
  })

  test('blames no upload for a process that somebody kills, and examines it again', async ({
    assert,
  }) => {
    const gate = new Intake({ maxProcesses: 1 })
    const upload = await textPages(40)
    const error = await endedWithin(gate, upload, 'SIGKILL')
    assert.equal(error.code, 'E_INTAKE_KILLED')
    assert.isTrue((error as Error) instanceof Outage)
    assert.equal((await gate.examine(upload)).pageCount, 40)
    gate.close()
  })

  test('says at once that it is busy when a turn would come too late by its recent pace', async ({
    assert,
  }) => {
    const gate = new Intake({ maxProcesses: 1, maxWaitMs: 0.001 })
    await gate.examine(onePage())
    let isExamined = false
    const examined = gate.examine(await textPages(40)).finally(() => (isExamined = true))
    const error = await refusal(onePage(), {}, gate)
    assert.equal(error.code, 'E_INTAKE_BUSY')
    assert.isTrue((error as Error) instanceof Outage)
    assert.isFalse(isExamined)
    assert.equal((await examined).pageCount, 40)
    assert.equal((await gate.examine(onePage())).pageCount, 1)
    gate.close()
  })

  test('says that it is busy when a turn does not come in time, and passes it on to the next', async ({
    assert,
  }) => {
    const gate = new Intake({ maxProcesses: 1, maxWaitMs: 1 }) // it has no pace yet
    const examined = gate.examine(await textPages(40))
    assert.equal((await refusal(onePage(), {}, gate)).code, 'E_INTAKE_BUSY')
    assert.equal((await examined).pageCount, 40)
    assert.equal((await gate.examine(onePage())).pageCount, 1)
    gate.close()
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    test(`finishes what it reads when its whole group is told to end by ${signal}: who started it decides`, async ({
      assert,
    }) => {
      const gate = new Intake({ maxProcesses: 1 })
      const { pageCount } = await examinedUnder(gate, await textPages(40), signal)
      assert.equal(pageCount, 40)
      gate.close()
    })

  test('refuses what makes its reader crash', async ({ assert }) => {
    const gate = new Intake({ maxProcesses: 1 })
    const error = await endedWithin(gate, await textPages(40), 'SIGSEGV')
    assert.equal(error.code, 'pdf_malformed')
    gate.close()
  })

  test('examines more uploads at once than it has processes', async ({ assert }) => {
    const uploads = Array.from({ length: 12 }, (_, index) => pageListedOften((index % 3) + 1))
    // the pace of a gate that has just met hostile files, on a busy machine, would turn some away
    const gate = new Intake({ maxProcesses: 1, maxWaitMs: 120_000 })
    const examined = await Promise.all(uploads.map((upload) => gate.examine(upload)))
    gate.close()
    const expected = uploads.map((_, index) => (index % 3) + 1)
    assert.deepEqual(
      examined.map(({ pageCount }) => pageCount),
      expected
    )
  })

  test('lets go of the process that was expected to be needed, and was not', async ({ assert }) => {
    const others = await intakeProcesses()
    const own = async () => (await intakeProcesses()).filter((pid) => !others.includes(pid))
    const gate = new Intake({ idleMs: 5_000 })
    gate.expect()
    assert.lengthOf(await own(), 1)
    await until(async () => (await own()).length === 0)
  })

  for (const [isKeptWarm, left] of [
    [true, 1],
    [false, 0],
  ] as const)
    test(`has ${left} processes when nothing comes any more, ${isKeptWarm ? 'once' : 'unless'} it was warmed`, async ({
      assert,
    }) => {
      const others = await intakeProcesses()
      const own = async () => (await intakeProcesses()).filter((pid) => !others.includes(pid))
      const gate = new Intake({ maxProcesses: 2, maxWaitMs: 120_000, idleMs: 20 })
      if (isKeptWarm) await gate.warm()
      await Promise.all([1, 2].map(async (count) => gate.examine(await textPages(count))))
      await until(async () => (await own()).length === left)
      const { pageCount } = await gate.examine(await textPages(3))
      assert.equal(pageCount, 3)
      gate.close()
    })
})
