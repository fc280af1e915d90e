import { deflateSync } from 'node:zlib'
import { test } from '@japa/runner'
import { PDFDocument, PDFHexString, PDFName, StandardFonts } from 'pdf-lib'
import { Intake } from '#app/sealing/intake/intake'
import { onePageOf, stream } from './hostile_pdf.js'

const SCRIPT = '<</S /JavaScript /JS (app.alert\\(1\\))>>'
/** Most programs pass over this, and read the rest of its dictionary. */
const ODD = '/X }'
const UNENDING = 10_000_000

test.group('Objects that cannot be parsed', (group) => {
  const intake = new Intake({ maxProcesses: 1 })
  group.teardown(() => intake.close())

  const canonicalOf = async (upload: Uint8Array) =>
    Buffer.from((await intake.examine(upload)).canonical).toString('latin1')

  test('leave nothing that acts', async ({ assert }) => {
    const link = '/Type /Annot /Subtype /Link /Rect [10 10 90 90] /Dest [3 0 R /Fit] /A 5 0 R'
    const pages = [
      { page: `/Annots [<<${link}>>]`, more: [SCRIPT.replace('>>', `${ODD}>>`)] },
      {
        catalog: '/Outlines 5 0 R',
        more: [
          '<</Type /Outlines /First 6 0 R /Last 6 0 R /Count 1>>',
          `<</Title (Terms) /Parent 5 0 R /A ${SCRIPT} ${ODD}>>`,
        ],
      },
      {
        catalog: '/Outlines 5 0 R',
        more: [`<</Type /Outlines /First <</Title (Terms) /A ${SCRIPT}>> ${ODD}>>`],
      },
    ]
    for (const page of pages)
      assert.notMatch(await canonicalOf(onePageOf('', page)), /JavaScript|alert|}/)
  })

  test('are refused where a page draws with them, at any depth', async ({ assert }) => {
    const form = (entries: string) =>
      stream(
        Buffer.from('/F Do'),
        `/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources <</XObject <</F 6 0 R>>>> ${entries}`
      )
    const pages = [[form(`/Ref <</F (other.pdf) /Page 0>> ${ODD}`)], [form(''), form(ODD)]]
    for (const more of pages) {
      const pdf = onePageOf('/F Do', { page: '/Resources <</XObject <</F 5 0 R>>>>', more })
      await assert.rejects(() => intake.examine(pdf), /the content of page 1 cannot be read/)
    }
  })

  test('are refused where an annotation or its field needs one, though not for what it does', async ({
    assert,
  }) => {
    const widget = `/Type /Annot /Subtype /Widget /Rect [10 10 90 90] /F 4`
    const odd = stream(Buffer.from('0 g 0 0 80 80 re f'), `/Subtype /Form /BBox [0 0 80 80] ${ODD}`)
    const needed = [
      [`<<${widget} /FT /Btn /Ff 65536 /T (b) /AP <</N 6 0 R>>>>`, odd],
      [`<<${widget} /FT /Sig /T (s) /AP <</N 6 0 R>>>>`, odd],
      [`<<${widget} /Parent 6 0 R>>`, `<</FT /Tx /T (price) /V (100) ${ODD}>>`],
      [`<<${widget} /FT /Btn /T (c) /V /On /AS /On /AP <</N <</On 6 0 R>>>>>>`, odd],
      [`<<${widget} /FT /Tx /T (t) /V 6 0 R>>`, '}'],
      [`<<${widget} /FT /Tx /T (t) /V (100) ${ODD}>>`],
    ]
    const page = '/Annots [5 0 R]'
    const catalog = '/AcroForm <</NeedAppearances true /Fields [5 0 R]>>'
    for (const more of needed)
      await assert.rejects(
        () => intake.examine(onePageOf('', { catalog, page, more })),
        /the content of page 1 cannot be read/
      )
    const picture = stream(Buffer.from('0 g 0 0 80 80 re f'), '/Subtype /Form /BBox [0 0 80 80]')
    const acting = `<<${widget} /FT /Btn /Ff 65536 /T (b) /AP <</N 7 0 R>> /AA 6 0 R /A 6 0 R>>`
    const kept = await canonicalOf(onePageOf('', { page, more: [acting, '}', picture] }))
    assert.include(kept, '0 g 0 0 80 80 re f')
  })

  test('are refused where the form has them for the look of its fields', async ({ assert }) => {
    const widget = `<</Type /Annot /Subtype /Widget /Rect [10 10 90 90] /F 4 /FT /Tx /T (t) /V (100)>>`
    const page = '/Annots [5 0 R]'
    for (const form of [
      `<</Fields [5 0 R] /DA (/F 9 Tf 1 g) ${ODD}>>`,
      '<</Fields [5 0 R] /DR 7 0 R>>',
    ])
      await assert.rejects(
        () =>
          intake.examine(
            onePageOf('', { catalog: '/AcroForm 6 0 R', page, more: [widget, form, `<<${ODD}>>`] })
          ),
        /the content of page 1 cannot be read/
      )
    const odd = [`<</Fields [] ${ODD}>>`]
    const { pageCount } = await intake.examine(
      onePageOf('', { catalog: '/AcroForm 5 0 R', more: odd })
    )
    assert.equal(pageCount, 1)
  })

  test('are not those that are packed as pictures are', async ({ assert }) => {
    const packed = Buffer.from('9 0 (de-AT)')
    const [columns, rows] = [5, Math.ceil(packed.length / 5)]
    const upwards = Array.from({ length: rows }, (_, row) => {
      const at = row * columns
      const part = packed.subarray(at, at + columns)
      return [2, ...part.map((byte, column) => byte - (packed[at - columns + column] ?? 0))]
    })
    const entries = `/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns ${columns}>>`
    const more = [stream(deflateSync(Buffer.from(upwards.flat())), entries)]
    assert.include(await canonicalOf(onePageOf('', { catalog: '/Lang 9 0 R', more })), '(de-AT)')
  })

  test('take no others with them, and are refused alike, where they are packed', async ({
    assert,
  }) => {
    const document = await PDFDocument.create()
    const page = document.addPage([300, 200])
    // pdf-lib writes as it is what is between the brackets
    const unreadable = PDFHexString.of('00> } /LW <00')
    const odd = document.context.register(document.context.obj({ X: unreadable }))
    page.drawText('Terms', { font: await document.embedFont(StandardFonts.Courier) })
    const packed = () => document.save({ useObjectStreams: true, addDefaultPage: false })
    assert.match(await canonicalOf(await packed()), /\/BaseFont \/Courier/)
    page.node.setExtGState(PDFName.of('Odd'), odd)
    await assert.rejects(
      async () => intake.examine(await packed()),
      /the content of page 1 cannot be read/
    )
  })

  test('refuse the file if they are packed and nobody can say which they are', async ({
    assert,
  }) => {
    const entries = [
      '/N 2 /First 8',
      '/N 1 /First 4 /Filter /FlateDecode',
      '/First 4',
      '/N 1 /First 4 /Filter /Odd',
    ]
    for (const each of entries) {
      const pack = stream(Buffer.from('7 0 <<>>'), `/Type /ObjStm ${each}`)
      await assert.rejects(() => intake.examine(onePageOf('', { more: [pack] })), /damaged/)
    }
  })

  test('are few: odd numbers are read as others read them, and nothing is null', async ({
    assert,
  }) => {
    const form = (number: string) =>
      stream(
        Buffer.from('100 0 100 100 re f'),
        `/Type /XObject /Subtype /Form /BBox [0 0 300 100] /Matrix [1 0 0 1 ${number} 20] /Resources <</Font <</F 6 0 R>>>>`
      )
    const font = '<</Type /Font /Subtype /TrueType /BaseFont /F /FontDescriptor 7 0 R>>'
    const descriptor =
      '<</Type /FontDescriptor /Descent --240 /Ascent 1e5 /FontFile2 8 0 R /Leading -1.5E-3>>'
    for (const [number, read] of [
      ['--40', '0'],
      ['+-4', '0'],
      ['40-20', '40'],
      ['-4.5.5', '-4.5'],
      ['-.', '0'],
    ]) {
      const more = [form(number!), font, descriptor, '% nothing\n']
      const page = '/Resources <</XObject <</F 5 0 R>>>>'
      const canonical = await canonicalOf(onePageOf('/F Do', { page, more }))
      assert.include(canonical.replace(/\s+/g, ' '), `1 0 0 1 ${read} 20`)
      assert.match(canonical, /\/Descent 0\b/)
      assert.notMatch(canonical, /1e5|E-3/)
    }
  })

  test('take no memory to speak of, though a string or a name never ends', async ({ assert }) => {
    const frugal = new Intake({ maxProcesses: 1, maxResidentBytes: 400 * 2 ** 20 })
    group.teardown(() => frugal.close())
    for (const [beginning, letter] of ['(a', '<0', '/a']) {
      const unending = Buffer.from(beginning! + letter!.repeat(UNENDING), 'latin1')
      const entries = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'
      const packed = stream(deflateSync(Buffer.concat([Buffer.from('9 0 '), unending])), entries)
      for (const more of [[unending], [packed]]) {
        const { pageCount } = await frugal.examine(onePageOf('', { more }))
        assert.equal(pageCount, 1, beginning)
      }
    }
  })
})
