import { deflateSync } from 'node:zlib'
import { test } from '@japa/runner'
import { Intake } from '#app/sealing/intake/intake'
import { drySeal } from '#app/sealing/intake/dry_seal'
import { onePageOf, rawPdf, stream } from './hostile_pdf.js'
import { inkBox, rasterOf, textOf } from '../outside_program.js'

const intake = new Intake({ maxProcesses: 1 })
const HELVETICA = '/Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>'

async function refusal(bytes: Uint8Array) {
  const error = await intake.examine(bytes).catch((cause: unknown) => cause)
  return error as { code: string; message: string }
}

/** A page that says "always", and "sometimes" in a layer, which is object 5. */
function layered(layer: string, config = '') {
  return onePageOf(
    'BT /F 20 Tf 20 150 Td (always) Tj ET /OC /L BDC BT /F 20 Tf 20 50 Td (sometimes) Tj ET EMC',
    {
      catalog: `/OCProperties <</OCGs [5 0 R] /D <<${config}>>>>`,
      page: `${HELVETICA} /Properties <</L 5 0 R>>>>`,
      more: [`<</Type /OCG /Name (Price) ${layer}>>`],
    }
  )
}

const GLYPH = '1000 0 0 0 1000 1000 d1 0 0 100 100 re f /OC /L BDC 0 0 1000 1000 re f EMC'

/** A letter whose drawing has a layer around a part of it. @param font  more entries of the font */
function layeredGlyph(
  config: string,
  font: string,
  page = '',
  drawn = stream(Buffer.from(GLYPH))
): Buffer {
  return rawPdf([
    `<</Type /Catalog /Pages 2 0 R /OCProperties <</OCGs [7 0 R] /D <<${config}>>>>>>`,
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources <</Font <</F 5 0 R>> ${page}>>>>`,
    stream(Buffer.from('BT /F 100 Tf 20 50 Td (a) Tj ET')),
    `<</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 97 /Widths [1000] /Encoding <</Type /Encoding /Differences [97 /a]>> /CharProcs <</a 6 0 R>> ${font}>>`,
    drawn,
    '<</Type /OCG /Name (Price)>>',
  ])
}

/** Drawing instructions that some programs read nevertheless: a row that was predicted in a way there is not, and no deflate at all. */
function unreadable(content: string, entries = ''): Buffer[] {
  const row = deflateSync(Buffer.concat([Buffer.from([9]), Buffer.from(content)]))
  const columns = `/DecodeParms <</Predictor 12 /Columns ${content.length}>>`
  return [
    stream(row, `${entries} /Filter /FlateDecode ${columns}`),
    stream(Buffer.from(content), `${entries} /Filter /FlateDecode`),
  ]
}

test.group('Unsafe PDFs', (group) => {
  group.teardown(() => intake.close())

  test('lose what acts rather than shows, and say what it was', async ({ assert }) => {
    const { canonical, removed } = await intake.examine(
      onePageOf('', {
        catalog:
          '/OpenAction <</S /JavaScript /JS (app.alert\\(1\\))>> /Names <</EmbeddedFiles <</Names [(evil.exe) 5 0 R]>>>>',
        page: '/AA <</O <</S /Launch /F (calc.exe)>>>>',
        more: ['<</Type /Filespec /F (evil.exe) /EF <</F 6 0 R>>>>', stream(Buffer.from('MZ'))],
      })
    )
    assert.deepEqual(removed, ['embedded_file', 'javascript', 'launch'])
    const text = Buffer.from(canonical).toString('latin1')
    assert.notMatch(text, /app\.alert|calc\.exe|evil\.exe|MZ/)
  })

  test('are refused when only some programs can draw their form', async ({ assert }) => {
    const error = await refusal(
      onePageOf('', {
        catalog: '/AcroForm <</Fields [] /XFA 5 0 R>>',
        more: [stream(Buffer.from('<xdp/>'))],
      })
    )
    assert.equal(error.code, 'pdf_unsafe')
    assert.equal(error.code, 'pdf_unsafe')
    assert.match(error.message, /XFA/)
  })

  test('are refused when a layer is not the same on screen and on paper', async ({ assert }) => {
    const usage = '/Usage <</Print <</PrintState /ON>> /View <</ViewState /OFF>>>>'
    const error = await refusal(layered(usage))
    assert.equal(error.code, 'pdf_unsafe')
    assert.match(error.message, /“Price”/)
  })

  test('have no layers afterwards: what was off is gone, what was on stays', async ({ assert }) => {
    const off = await intake.examine(layered('', '/OFF [5 0 R]'))
    const on = await intake.examine(layered(''))
    assert.equal((await textOf(off.canonical)).trim(), 'always')
    assert.include(await textOf(on.canonical), 'sometimes')
    for (const { canonical } of [off, on]) {
      assert.notInclude(Buffer.from(canonical).toString('latin1'), '/OCProperties')
    }
    assert.deepEqual(
      inkBox(await rasterOf(off.canonical))?.y,
      inkBox(await rasterOf(on.canonical))?.y
    )
  })

  test('have no layers afterwards, whether or not the document lists them', async ({ assert }) => {
    const membership = (policy: string) =>
      onePageOf('0 0 9 9 re f /OC /L BDC 20 20 160 160 re f EMC', {
        catalog: '/OCProperties <</OCGs [5 0 R] /D <<>>>>',
        page: '/Resources <</Properties <</L 6 0 R>>>>',
        more: ['<</Type /OCG /Name (Price)>>', `<</Type /OCMD /OCGs [5 0 R] ${policy}>>`],
      })
    const unlisted = onePageOf('0 0 9 9 re f /O#43 /L BDC 20 20 160 160 re f EMC', {
      page: '/Resources <</Properties <</L 5 0 R>>>>',
      more: ['<</Type /OCG /Name (Price)>>'],
    })
    for (const [file, width] of [
      [membership('/P /AllOff'), 9],
      [membership('/P /AnyOff'), 9],
      [membership('/VE [/Not 5 0 R]'), 9],
      [membership('/P /AllOn'), 180],
      [unlisted, 180],
    ] as const) {
      const { canonical } = await intake.examine(file)
      assert.notMatch(Buffer.from(canonical).toString('latin1'), /\/OC/)
      const ink = inkBox(await rasterOf(canonical))
      assert.closeTo(ink!.width, width, 2)
    }
  })

  test('have no layers in their letters either, wherever those find them', async ({ assert }) => {
    const own = '/Resources <</Properties <</L 7 0 R>>>>'
    const ofPage = '/Properties <</L 7 0 R>>'
    for (const [config, font, page, width] of [
      ['/OFF [7 0 R]', own, '', 10],
      ['/OFF [7 0 R]', '', ofPage, 10],
      ['', own, '', 100],
      ['', '', ofPage, 100],
    ] as const) {
      const { canonical } = await intake.examine(layeredGlyph(config, font, page))
      assert.notMatch(Buffer.from(canonical).toString('latin1'), /\/OC/)
      assert.closeTo(inkBox(await rasterOf(canonical))!.width, width, 2)
    }
  })

  test('have no layers in forms that find them where they are painted', async ({ assert }) => {
    const form = '/Type /XObject /Subtype /Form /BBox [0 0 300 200]'
    for (const [config, width] of [
      ['/OFF [5 0 R]', 9],
      ['', 180],
    ] as const) {
      const { canonical } = await intake.examine(
        onePageOf('/F Do', {
          catalog: `/OCProperties <</OCGs [5 0 R] /D <<${config}>>>>`,
          page: '/Resources <</XObject <</F 6 0 R>> /Properties <</L 5 0 R>>>>',
          more: [
            '<</Type /OCG /Name (Price)>>',
            stream(Buffer.from('0 0 9 9 re f /OC /L BDC 20 20 160 160 re f EMC'), form),
          ],
        })
      )
      assert.notMatch(Buffer.from(canonical).toString('latin1'), /\/OC/)
      assert.closeTo(inkBox(await rasterOf(canonical))!.width, width, 2)
    }
  })

  test('are refused when a page paints what cannot be read', async ({ assert }) => {
    const form = '/Type /XObject /Subtype /Form /BBox [0 0 300 200]'
    for (const painted of unreadable('0 0 9 9 re f', form)) {
      const { code, message } = await refusal(
        onePageOf('/F Do', { page: '/Resources <</XObject <</F 5 0 R>>>>', more: [painted] })
      )
      assert.equal(code, 'pdf_malformed')
      assert.match(message, /the content of page 1 cannot be read/)
    }
  })

  test('are refused when a letter that cannot be read may have layers', async ({ assert }) => {
    const font = '/Resources <</Properties <</L 7 0 R>>>>'
    for (const drawn of unreadable(GLYPH)) {
      const { code, message } = await refusal(layeredGlyph('/OFF [7 0 R]', font, '', drawn))
      assert.equal(code, 'pdf_malformed')
      assert.match(message, /it is damaged beyond what can be read/)
    }
  })

  test('are refused when their layers depend on the same ones in very many ways', async ({
    assert,
  }) => {
    const levels = [7, 8, 9, 10, 11, 12].map(
      (number) => `[/And ${`${number + 1} 0 R `.repeat(99)}]`
    )
    const upload = onePageOf('/OC /L BDC BT /F 20 Tf 20 50 Td (sometimes) Tj ET EMC', {
      catalog: '/OCProperties <</OCGs [5 0 R] /D <</OFF [5 0 R]>>>>',
      page: `${HELVETICA} /Properties <</L 6 0 R>>>>`,
      more: [
        '<</Type /OCG /Name (Price)>>',
        '<</Type /OCMD /VE 7 0 R>>',
        ...levels,
        '[/Not 5 0 R]',
      ],
    })
    const { code, message } = await refusal(upload)
    assert.equal(code, 'pdf_unsafe')
    assert.match(message, /layers depend on each other without an end/)
  })

  test('are refused when a form is to look different on two pages', async ({ assert }) => {
    const page = (layer: number) =>
      `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 5 0 R /Resources <</XObject <</F 6 0 R>> /Properties <</L ${layer} 0 R>>>>>>`
    const error = await refusal(
      rawPdf([
        '<</Type /Catalog /Pages 2 0 R /OCProperties <</OCGs [7 0 R 8 0 R] /D <</OFF [7 0 R]>>>>>>',
        '<</Type /Pages /Kids [3 0 R 4 0 R] /Count 2>>',
        ...[page(7), page(8)],
        stream(Buffer.from('/F Do')),
        stream(
          Buffer.from('/OC /L BDC 0 0 9 9 re f EMC'),
          '/Type /XObject /Subtype /Form /BBox [0 0 300 200]'
        ),
        ...['<</Type /OCG /Name (Price)>>', '<</Type /OCG /Name (Tax)>>'],
      ])
    )
    assert.equal(error.code, 'pdf_unsafe')
    assert.match(error.message, /“L”/)
  })

  test('are refused when a layer that they do not list is off by itself', async ({ assert }) => {
    const error = await refusal(
      onePageOf('/OC /L BDC 20 20 160 160 re f EMC', {
        page: '/Resources <</Properties <</L 5 0 R>>>>',
        more: ['<</Type /OCG /Name (Price) /Usage <</View <</ViewState /OFF>>>>>>'],
      })
    )
    assert.equal(error.code, 'pdf_unsafe')
    assert.match(error.message, /“Price”/)
  })

  test('are taken with thousands of layers, and events that name all of them', async ({
    assert,
  }) => {
    const layers = Array.from({ length: 8000 }, (_, index) => `${index + 6} 0 R`).join(' ')
    const event = (use: string) => `<</Event /${use} /Category [/${use}] /OCGs [${layers}]>>`
    const events = ['View', 'Print', 'Export'].map(event).join(' ')
    const pdf = onePageOf('', {
      catalog: `/OCProperties <</OCGs 5 0 R /D <</AS [${events}]>>>>`,
      more: [
        `[${layers}]`,
        ...Array<string>(8000).fill('<</Type /OCG /Name (L) /Usage <</View <</ViewState /ON>>>>>>'),
      ],
    })
    assert.equal((await intake.examine(pdf)).pageCount, 1)
  })

  test('are refused when a page takes forever to draw', async ({ assert }) => {
    const levels = Array.from({ length: 20 }, (_, level) =>
      stream(
        Buffer.from('/F Do /F Do'),
        `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</F ${6 + level} 0 R>>>>`
      )
    )
    const last = stream(
      Buffer.from('0 0 9 9 re f '.repeat(50)),
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'
    )
    const error = await refusal(
      onePageOf('/F Do', {
        page: '/Resources <</XObject <</F 5 0 R>>>>',
        more: [...levels, last],
      })
    )
    assert.equal(error.code, 'pdf_malformed')
    assert.match(error.message, /page 1 has more drawing instructions/)
  })

  test('are refused when two parsers read two contracts', async ({ assert }) => {
    const says = (price: string) =>
      stream(Buffer.from(`BT /F 20 Tf 20 50 Td (Rent is ${price} EUR) Tj ET`))
    const honest = onePageOf('BT /F 20 Tf 20 50 Td (Rent is 1000 EUR) Tj ET', {
      page: `${HELVETICA}>>`,
    })
    const text = honest.toString('latin1')
    const second = `4 0 obj\n${says('9000').toString('latin1')}\nendobj\n`
    // the second definition stands where no table names it, and is the last that a scan finds
    const at = text.indexOf('startxref')
    const twofold = Buffer.from(`${text.slice(0, at)}${second}${text.slice(at)}`, 'latin1')
    const error = await refusal(twofold)
    assert.equal(error.code, 'pdf_malformed')
    assert.match(error.message, /page 1 says something else/)
  })

  test('are refused when two parsers see two pages, also below a link', async ({ assert }) => {
    const form = (drawing: string) =>
      stream(Buffer.from(drawing), '/Type /XObject /Subtype /Form /BBox [0 0 300 200]')
    for (const annotations of [
      '',
      '/Annots [<</Type /Annot /Subtype /Link /Rect [0 0 300 200] /A <</S /URI /URI (https://example.com)>>>>]',
    ]) {
      const text = onePageOf('/F Do', {
        page: `/Resources <</XObject <</F 5 0 R>>>> ${annotations}`,
        more: [form('20 20 160 160 re f')],
      }).toString('latin1')
      const at = text.indexOf('startxref')
      const second = `5 0 obj\n${form('').toString('latin1')}\nendobj\n`
      const error = await refusal(
        Buffer.from(`${text.slice(0, at)}${second}${text.slice(at)}`, 'latin1')
      )
      assert.equal(error.code, 'pdf_malformed', annotations)
      assert.match(error.message, /page 1 looks different/)
    }
  })

  test('are refused when the content of a page is no object that can be parsed', async ({
    assert,
  }) => {
    const broken = '<</Length 3 /X [ ) >>\nstream\nabc\nendstream'
    const pdf = onePageOf('', { more: [broken] }).toString('latin1')
    const error = await refusal(
      Buffer.from(pdf.replace('/Contents 4 0 R', '/Contents 5 0 R'), 'latin1')
    )
    assert.equal(error.code, 'pdf_malformed')
    assert.match(error.message, /the content of page 1 cannot be read/)
  })

  test('are refused when they could not be sealed', async ({ assert }) => {
    const examined = await intake.examine(onePageOf('', {}))
    const text = Buffer.from(examined.canonical).toString('latin1')
    const canonical = Buffer.from(text.replace('/MediaBox [', '/MediaBox ('), 'latin1')
    await assert.rejects(() => drySeal({ ...examined, canonical }), /keep it from being sealed/)
    await assert.doesNotReject(() => drySeal(examined))
  })
})
