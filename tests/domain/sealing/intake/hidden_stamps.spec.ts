import { test } from '@japa/runner'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer, type Placement } from '#app/sealing/seal'
import { SecondEngine } from '#app/sealing/intake/second_engine/second_engine'
import { onePage, rawPdf, stream } from './hostile_pdf.js'
import { inkBox, rasterOf, type Raster } from '../outside_program.js'
import { sealOrder } from '../sealing_order.js'
import { revised } from '../signed_pdf.js'

const intake = new Intake({ maxProcesses: 1 })
const sealer = new Sealer({ maxThreads: 1, intake })

/** What a page's content may end in without having closed it. */
const ENDINGS: Record<string, string> = {
  'a string': '(open',
  'an array': '[1 2',
  'a dictionary': '/X <</A 1',
  'a hexadecimal string': '<41',
  'an inline image': 'BI /W 9 /H 9 /BPC 8 /CS /G ID x',
  'a layer that is off': '/OC /L BDC',
  'a comment': '% open',
  'a name': '/open',
  'a text object of invisible letters': 'BT 3 Tr',
  'a clipping path of nothing': '0 0 0 0 re W n',
  'a displaced origin': 'q 1 0 0 1 5000 5000 cm',
  'marked content': '/Artifact <</Type /Pagination>> BDC',
}
const PLACE = { x: 100, y: 80, width: 40, height: 40 }

/** A page for each ending, on a document whose layer L is off. */
function pagesThatEndIn(endings: string[]): Buffer {
  const first = 4
  const kids = endings.map((_, index) => `${first + 2 * index} 0 R`).join(' ')
  const resources = '/Resources <</Properties <</L 3 0 R>>>>'
  return rawPdf([
    '<</Type /Catalog /Pages 2 0 R /OCProperties <</OCGs [3 0 R] /D <</OFF [3 0 R]>>>>>>',
    `<</Type /Pages /Kids [${kids}] /Count ${endings.length}>>`,
    '<</Type /OCG /Name (L)>>',
    ...endings.flatMap((ending, index) => [
      `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] ${resources} /Contents ${first + 2 * index + 1} 0 R>>`,
      stream(Buffer.from(`0 0 0 rg\n${ending}`)),
    ]),
  ])
}

/** A page with annotations over a content, objects 5 and up. */
function annotatedPage(
  annotations: string[],
  more: (string | Buffer)[] = [],
  entries = ''
): Buffer {
  const refs = annotations.map((_, index) => `${5 + index} 0 R`).join(' ')
  return rawPdf([
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] ${entries} /Contents 4 0 R /Annots [${refs}]>>`,
    stream(Buffer.from('')),
    ...annotations,
    ...more,
  ])
}

function appearance(content: string): Buffer {
  return stream(Buffer.from(content), '/Type /XObject /Subtype /Form /BBox [0 0 300 200]')
}

async function sealedCheckboxes(original: Uint8Array) {
  const { canonical, pageCount } = await intake.examine(original)
  const placements = Array.from({ length: pageCount }, (_, index): Placement => {
    return { ...PLACE, page: index + 1, kind: 'checkbox', value: true }
  })
  const { bytes } = await sealer.seal(await sealOrder(canonical, { placements }))
  return bytes
}

/** The same page as another engine draws it, one pixel a point. */
async function otherRasterOf(pdf: Uint8Array, page: number): Promise<Raster> {
  const file = (await SecondEngine.start()).open(pdf)!
  const opened = file.page(page - 1)!
  const { width, height, gray } = opened.raster(1)
  opened.close()
  file.close()
  return { width, height, gray: Buffer.from(gray) }
}

/** How dark the darkest pixel is within the lower half of the stamp, which has its tick. */
function darkest({ width, gray }: Raster) {
  let found = 255
  for (let y = PLACE.y + 12; y < PLACE.y + 36; y++) {
    for (let x = PLACE.x + 8; x < PLACE.x + 32; x++) found = Math.min(found, gray[y * width + x]!)
  }
  return found
}

test.group('Stamps stay visible', (group) => {
  group.teardown(async () => {
    intake.close()
    await sealer.close()
  })

  test('on pages whose content ends in something open', async ({ assert }) => {
    const sealed = await sealedCheckboxes(pagesThatEndIn(Object.values(ENDINGS)))
    for (const [index, ending] of Object.keys(ENDINGS).entries()) {
      const expected = { x: PLACE.x, y: PLACE.y, width: PLACE.width, height: PLACE.height }
      assert.deepEqual(inkBox(await rasterOf(sealed, index + 1), 200), expected, ending)
      assert.isBelow(darkest(await otherRasterOf(sealed, index + 1)), 80, `${ending}, elsewhere`)
    }
  })

  test('under annotations that cover the page', async ({ assert }) => {
    const opaque = '/Rect [0 0 300 200] /F 4'
    const sealed = await sealedCheckboxes(
      annotatedPage(
        [
          `<</Type /Annot /Subtype /Stamp ${opaque} /AP <</N 9 0 R>>>>`,
          `<</Type /Annot /Subtype /Square ${opaque} /IC [0.9 0.9 0.9] /C [0.9 0.9 0.9]>>`,
          `<</Type /Annot /Subtype /Link ${opaque} /Border [0 0 400] /C [1 1 1] /A <</S /URI /URI (https://example.com)>> /AP <</N 9 0 R>>>>`,
          `<</Type /Annot /Subtype /Popup ${opaque} /Open true>>`,
        ],
        [appearance('0.9 g 0 0 300 200 re f')]
      )
    )
    assert.isBelow(darkest(await rasterOf(sealed)), 80)
    assert.isBelow(darkest(await otherRasterOf(sealed, 1)), 80)
  })
})

test.group('Annotations', () => {
  test('are painted in their order: a field over a square stays above it', async ({ assert }) => {
    const original = annotatedPage(
      [
        '<</Type /Annot /Subtype /Square /Rect [50 50 250 150] /F 4 /AP <</N 7 0 R>>>>',
        '<</Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [100 80 200 120] /F 4 /AP <</N 8 0 R>>>>',
      ],
      [appearance('0 g 0 0 300 200 re f'), appearance('0.8 g 0 0 300 200 re f')]
    )
    const { canonical } = await intake.examine(original)
    const { gray, width } = await rasterOf(canonical)
    assert.equal(gray[100 * width + 60], 0)
    assert.equal(gray[100 * width + 110], 204)
    intake.close()
  })

  for (const [rotate, box] of [
    [90, { x: 100, y: 60, width: 20, height: 30 }],
    [180, { x: 240, y: 100, width: 20, height: 30 }],
    [270, { x: 100, y: 240, width: 20, height: 30 }],
  ] as const)
    test(`that do not turn with their page stand upright beside the same corner, at ${rotate}°`, async ({
      assert,
    }) => {
      const note = '<</Type /Annot /Subtype /Text /Rect [60 70 80 100] /F 28 /AP <</N 6 0 R>>>>'
      const bare = '<</Type /Annot /Subtype /Text /Rect [60 70 80 100] /F 28 /Contents (a)>>'
      const picture = stream(
        Buffer.from('0 g 0 0 20 30 re f'),
        '/Type /XObject /Subtype /Form /BBox [0 0 20 30]'
      )
      const turned = (annotation: string) =>
        annotatedPage([annotation], [picture], `/Rotate ${rotate}`)
      const { canonical } = await intake.examine(turned(note))
      assert.deepEqual(inkBox(await rasterOf(canonical)), box)
      const { pageCount } = await intake.examine(turned(bare))
      assert.equal(pageCount, 1)
      intake.close()
    })

  test('leave links that lead somewhere, and nothing else', async ({ assert }) => {
    const rect = '/Rect [10 10 50 50]'
    const original = annotatedPage([
      `<</Type /Annot /Subtype /Link ${rect} /A <</S /URI /URI (https://example.com/terms)>>>>`,
      `<</Type /Annot /Subtype /Link ${rect} /A <</S /URI /URI (javascript:alert\\(1\\))>>>>`,
      `<</Type /Annot /Subtype /Link ${rect} /A <</S /Launch /F (calc.exe)>>>>`,
      `<</Type /Annot /Subtype /Text ${rect} /Contents (a note)>>`,
    ])
    const { canonical } = await intake.examine(original)
    const text = Buffer.from(canonical).toString('latin1')
    assert.include(text, 'https://example.com/terms')
    assert.lengthOf(text.match(/\/Subtype \/Link/g)!, 1)
    assert.notMatch(text, /javascript|calc\.exe|\/Subtype \/Text/)
    intake.close()
  })

  test('and bookmarks do nothing but lead somewhere, wherever the file says what they do', async ({
    assert,
  }) => {
    const script = '/S 7 0 R /JS (app.alert\\(1\\))'
    const link = (action: string) =>
      `<</Type /Annot /Subtype /Link /Rect [10 10 50 50] /A <<${action}>>>>`
    const next = (action: string) => `/S /URI /URI (https://example.com/terms) /Next <<${action}>>`
    const bookmark = (action: string) => `/Outlines <</First <</Title (a) /A <<${action}>>>>>>`
    const place = '/S /GoTo /D [3 0 R /Fit]'
    for (const [annotations, catalog, kept] of [
      [[link(next(script))], '', '/Subtype /Link'],
      [[link(next('/S /URI /URI (file:///c:/x.exe)'))], '', '/Subtype /Link'],
      [[], bookmark(script), '/Title (a)'],
      [[], bookmark('/S /URI /URI (javascript:alert)'), '/Title (a)'],
      [[], bookmark(`${place} /Next <<${script}>>`), '/GoTo'],
    ] as const) {
      const original = onePage(`/Annots [${annotations.join(' ')}]`)
        .toString('latin1')
        .replace('/Catalog', `/Catalog ${catalog}`)
      const { canonical } = await intake.examine(
        revised(Buffer.from(original, 'latin1'), [[7, '/JavaScript']])
      )
      const text = Buffer.from(canonical).toString('latin1')
      assert.include(text, kept)
      assert.notMatch(text, /app\.alert|x\.exe|javascript:|\/Next/)
    }
    intake.close()
  })
})
