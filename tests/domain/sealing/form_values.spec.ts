import { test } from '@japa/runner'
import { Intake } from '#app/sealing/intake/intake'
import { rawPdf, stream } from './intake/hostile_pdf.js'
import { rasterOf, textOf } from './outside_program.js'

const intake = new Intake({ maxProcesses: 1 })
const BOX = '/BBox [0 0 100 20]'

/** A page with fields, objects 5 and up; the appearances behind them are named by their place there. */
function form(
  fields: string[],
  { defaults = '', appearances = [] }: { defaults?: string; appearances?: string[] } = {}
): Buffer {
  const refs = fields.map((_, index) => `${5 + index} 0 R`).join(' ')
  const widgets = fields.map((field, index) => {
    const y = 180 - index * 30
    return `<</Type /Annot /Subtype /Widget /F 4 /Rect [50 ${y} 150 ${y + 20}] /T (f${index}) ${field}>>`
  })
  return rawPdf([
    `<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [${refs}] /DA (/Helv 10 Tf 0 g) ${defaults}>>>>`,
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 210] /Contents 4 0 R /Annots [${refs}]>>`,
    stream(Buffer.from('')),
    ...widgets,
    ...appearances.map((content) =>
      stream(Buffer.from(content), `/Type /XObject /Subtype /Form ${BOX} ${FONT}`)
    ),
  ])
}

const FONT =
  '/Resources <</Font <</Helv <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>>>>>'

function says(text: string) {
  return `BT /Helv 10 Tf 2 6 Td (${text}) Tj ET`
}

async function shown(original: Uint8Array) {
  const { canonical } = await intake.examine(original)
  return { text: await textOf(canonical), raster: await rasterOf(canonical), canonical }
}

test.group('Values of forms', (group) => {
  group.teardown(() => intake.close())

  test('stand in the page where the picture of the field is older', async ({ assert }) => {
    const { text } = await shown(
      form(['/FT /Tx /V (2000 EUR) /AP <</N 6 0 R>>'], { appearances: [says('1000 EUR')] })
    )
    assert.include(text, '2000 EUR')
    assert.notInclude(text, '1000 EUR')
  })

  test('stand in the page where the form leaves drawing to the reader', async ({ assert }) => {
    const options = '/Opt [[(a) (Ananas)] [(b) (Banana)] [(c) (Cherry)]]'
    const { text } = await shown(
      form(
        [
          '/FT /Tx /V (one line) /AP <</N 10 0 R>>',
          '/FT /Tx /Ff 4096 /V (first\rsecond) /AP <</N 10 0 R>>',
          `/FT /Ch /Ff 131072 /V (b) ${options} /AP <</N 10 0 R>>`,
          `/FT /Ch /V (c) ${options} /AP <</N 10 0 R>>`,
          '/FT /Tx /Ff 16777216 /MaxLen 8 /V (12345678) /AP <</N 10 0 R>>',
        ],
        { defaults: '/NeedAppearances true', appearances: [''] }
      )
    )
    for (const value of ['one line', 'first', 'second', 'Banana', 'Cherry']) {
      assert.include(text, value)
    }
    assert.include(text.replace(/\s/g, ''), '12345678')
  })

  test('keep their picture in a form that asks readers to draw, as these do', async ({
    assert,
  }) => {
    const { text } = await shown(
      form(
        [
          '/FT /Tx /V (2000 EUR) /AP <</N 7 0 R>>',
          '/FT /Btn /V /Yes /AS /Yes /AP <</N <</Yes 8 0 R>>>>',
        ],
        { defaults: '/NeedAppearances true', appearances: [says('2000 EUR'), says('agreed')] }
      )
    )
    assert.match(text.trim(), /^2000 EUR\s+agreed$/)
  })

  test('keep the picture that shows them, and the one that a script formatted', async ({
    assert,
  }) => {
    const format = '/AA <</F <</S /JavaScript /JS (AFNumber_Format\\(2\\))>>>>'
    const { text } = await shown(
      form(
        [
          '/FT /Tx /V (as it was) /AP <</N 7 0 R>>',
          `/FT /Tx /V (1234.5) ${format} /AP <</N 8 0 R>>`,
        ],
        {
          appearances: [says('as it was'), says('$1,234.50')],
        }
      )
    )
    assert.include(text, 'as it was')
    assert.include(text, '$1,234.50')
  })

  test('keep the picture of digits that a script grouped, such as those of a telephone', async ({
    assert,
  }) => {
    const format = '/AA <</F <</S /JavaScript /JS (AFSpecial_Format\\(2\\))>>>>'
    const grouped = ['(123) 456-7890', '111-11-1111']
    const not = ['-15', '15-']
    const fields = [
      ['1234567890', 9],
      ['111111111', 10],
      ...not.map((_, index) => ['15', 11 + index]),
    ].map(([value, ref]) => `/FT /Tx /V (${value}) ${format} /AP <</N ${ref} 0 R>>`)
    const appearances = [...grouped, ...not].map((text) =>
      says(text.replaceAll(/[()]/g, String.raw`\$&`))
    )
    const { text } = await shown(form(fields, { appearances }))
    assert.deepEqual(text.trim().split(/\s*\n\s*/), [...grouped, '15', '15'])
  })

  test('check the boxes and choose the buttons that they name', async ({ assert }) => {
    const states = '/AP <</N <</Yes 8 0 R /Off 9 0 R>>>>'
    const { raster } = await shown(
      form(
        [
          `/FT /Btn /V /Yes /AS /Off ${states}`,
          `/FT /Btn /V /Off /AS /Yes ${states}`,
          `/FT /Btn /Ff 32768 /V /Other /AS /Yes ${states}`,
        ],
        { appearances: ['0 g 0 0 100 20 re f', '0.8 g 0 0 100 20 re f'] }
      )
    )
    const grays = [0, 1, 2].map((row) => raster.gray[(20 + row * 30) * raster.width + 100])
    assert.deepEqual(grays, [0, 204, 204])
  })

  test('stand left, in the middle or right, as the field says', async ({ assert }) => {
    const { raster } = await shown(
      form(['/FT /Tx /V (III) /Q 0', '/FT /Tx /V (III) /Q 1', '/FT /Tx /V (III) /Q 2'])
    )
    const starts = [0, 1, 2].map((row) => {
      for (let x = 45; x < 155; x++) {
        for (let y = 12 + row * 30; y < 28 + row * 30; y++) {
          if (raster.gray[y * raster.width + x]! < 128) return x
        }
      }
      return -1
    })
    assert.isBelow(starts[0]!, 60)
    assert.closeTo(starts[1]!, 96, 8)
    assert.isAbove(starts[2]!, 130)
  })
})
