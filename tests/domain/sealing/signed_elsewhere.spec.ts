import { test } from '@japa/runner'
import { Intake } from '#app/sealing/intake/intake'
import { ForeignSigner } from './foreign_signer.js'
import { stream } from './intake/hostile_pdf.js'
import { revised, signedPdf } from './signed_pdf.js'

const PICTURE = stream(
  Buffer.from('0 g 0 0 100 100 re f'),
  '/Type /XObject /Subtype /Form /BBox [0 0 100 100]'
).toString('latin1')
const SHOWN = '/AP << /N 91 0 R >>'
const TO_A_SITE = '/A << /S /URI /URI (https://example.com) >>'
const FONT = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'
const SAYS_TWICE =
  'BT /F1 24 Tf 40 700 Td (Deed of sale) Tj ET /OC /L BDC BT /F1 24 Tf 40 600 Td (for 100) Tj ET EMC'

test.group('A signed PDF that another program shows otherwise', (group) => {
  const intake = new Intake({ maxProcesses: 1 })
  let nora: ForeignSigner
  group.setup(async () => {
    nora = await ForeignSigner.named('Nora Notary')
    return () => intake.close()
  })

  const annotated = async (annotation: string) =>
    revised(await signedPdf([nora], { page: '/Annots [6 0 R 90 0 R]' }), [
      [90, `<< /Type /Annot /F 4 /Rect [20 690 300 730] ${annotation} >>`],
      [91, PICTURE],
    ])

  const layered = async (layer: string, config: string) =>
    revised(
      await signedPdf([nora], {
        content: SAYS_TWICE,
        catalog: `/OCProperties << /OCGs [90 0 R] /D << ${config} >> >>`,
      }),
      [
        [
          3,
          `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [6 0 R] /Resources << ${FONT} /Properties << /L 90 0 R >> >> >>`,
        ],
        [90, `<< /Type /OCG /Name (Price) ${layer} >>`],
      ]
    )

  const switching = (category: string, event = 'View') =>
    `/ON [90 0 R] /AS [<< /Event /${event} /Category [/${category}] /OCGs [90 0 R] >>]`

  for (const [what, annotation] of [
    ['a text without a picture', '/Subtype /FreeText /DA (/Helv 18 Tf 0 g) /Contents (void)'],
    ['a line without a picture', '/Subtype /Line /L [20 705 300 705]'],
    ['a stamp without a picture', '/Subtype /Stamp /Name /Approved'],
    ['a stamp whose picture is missing', '/Subtype /Stamp /AP << /N 99 0 R >>'],
    [
      'a stamp without the picture it asks for',
      '/Subtype /Stamp /AS /No /AP << /N << /Off 91 0 R >> >>',
    ],
    ['pictures of which it chooses none', '/Subtype /Stamp /AP << /N << /Off 91 0 R >> >>'],
    [
      'a button that is in no state',
      '/Subtype /Widget /FT /Btn /T (b) /AP << /N << /Off 91 0 R >> >>',
    ],
    ['a picture that is of no kind', SHOWN],
    ['a comment that opens with a picture', `/Subtype /Popup ${SHOWN}`],
    ['a link that is a picture', `/Subtype /Link /Border [0 0 0] ${SHOWN} ${TO_A_SITE}`],
    ['a link with a border that covers text', `/Subtype /Link /Border [0 0 60] ${TO_A_SITE}`],
    ['a link with a style that covers text', `/Subtype /Link /BS << /W 60 >> ${TO_A_SITE}`],
  ] as const)
    test(`is refused with ${what}`, async ({ assert }) => {
      const pdf = await annotated(annotation)
      await assert.rejects(
        () => intake.examine(pdf),
        /page 1 has an annotation that programs draw in different ways/
      )
    })

  const bordered = async (...places: string[]) =>
    revised(
      await signedPdf([nora], {
        page: `/Annots [6 0 R ${places.map((_, index) => `${90 + index} 0 R`).join(' ')}]`,
      }),
      places.map((place, index) => [
        90 + index,
        `<< /Type /Annot /F 4 /Subtype /Link /Rect [${place}] ${TO_A_SITE} >>`,
      ])
    )

  test('is refused with links whose borders fill a place together, and kept with those that do not', async ({
    assert,
  }) => {
    const stacked = Array.from({ length: 8 }, (_, index) => {
      const y = 700 + 3 * index
      return `20 ${y} 300 ${y + 6}] /Border [0 0 3`
    })
    const beyond = '-100000 -100000 100000 100000] /Border [0 0 1'
    for (const places of [stacked, [...stacked, beyond], ['20 700 300 706] /Border [0 0 3']])
      await assert.rejects(
        async () => intake.examine(await bordered(...places)),
        /page 1 has an annotation that programs draw in different ways/
      )
    const lines = Array.from({ length: 8 }, (_, index) => {
      const y = 600 + 11.5 * index
      return `20 ${y} 300 ${y + 12.5}`
    })
    const beside = ['20 700 80 712] /Border [0 0 2', '80 700 140 712] /Border [0 0 2']
    for (const places of [lines, [...lines, beyond], beside, ['20 700 23 703']])
      assert.lengthOf((await intake.examine(await bordered(...places))).signatures, 1)
  })

  test('is kept with annotations that programs draw alike, or with a mark of their own', async ({
    assert,
  }) => {
    for (const annotation of [
      `/Subtype /Stamp ${SHOWN}`,
      '/Subtype /Stamp /AS /Yes /AP << /N << /Yes 91 0 R >> >>',
      `/Subtype /Link /Border [0 0 1] ${TO_A_SITE}`,
      `/Subtype /Link ${TO_A_SITE}`,
      '/Subtype /Text /Contents (Please note)',
      '/Subtype /Highlight /QuadPoints [20 730 300 730 20 690 300 690] /C [1 1 0]',
      '/Subtype /Widget /FT /Btn /T (b) /AS /Off /AP << /N << /Yes 91 0 R >> >>',
      '/Subtype /Widget /FT /Btn /T (b) /AP << /N << /Yes 92 0 R >> >>',
      '/Subtype /Stamp /F 2',
      '/Subtype /Stamp /Rect [0 0 0 0]',
    ]) {
      const { signatures } = await intake.examine(await annotated(annotation))
      assert.lengthOf(signatures, 1, annotation)
    }
  })

  for (const [what, layer, config] of [
    ['at some sizes', '/Usage << /Zoom << /min 4 >> >>', switching('Zoom')],
    ['in some languages', '/Usage << /Language << /Lang (de) >> >>', switching('Language')],
    ['for some people', '/Usage << /User << /Type /Ind /Name (Bob) >> >>', switching('User')],
    [
      'until it is saved as something else',
      '/Usage << /Export << /ExportState /OFF >> >>',
      switching('Export', 'Export'),
    ],
    ['where intents do not count', '/Intent /Design', '/OFF [90 0 R]'],
  ] as const)
    test(`is refused with a layer that shows only ${what}`, async ({ assert }) => {
      const pdf = await layered(layer, config)
      await assert.rejects(
        () => intake.examine(pdf),
        /it has a layer that programs show or hide by themselves/
      )
    })

  test('is kept with a layer that shows everywhere', async ({ assert }) => {
    const usage = '/Usage << /Export << /ExportState /ON >> /View << /ViewState /ON >> >>'
    for (const config of ['', '/ON [90 0 R]', switching('Export', 'Export'), switching('View')])
      assert.lengthOf((await intake.examine(await layered(usage, config))).signatures, 1)
    assert.lengthOf((await intake.examine(await layered('/Intent /Design', ''))).signatures, 1)
  })

  test('is refused with a page that some turn and others do not, or cut elsewhere', async ({
    assert,
  }) => {
    for (const page of ['/Rotate 100', '/CropBox [100 100 900 900]'])
      await assert.rejects(
        async () => intake.examine(await signedPdf([nora], { page })),
        /on paper or in other programs/
      )
    for (const page of ['/Rotate -270', '/CropBox [100 100 612.1 792.1]'])
      assert.lengthOf((await intake.examine(await signedPdf([nora], { page }))).signatures, 1)
  })

  test('is refused with a stream of another length than it says', async ({ assert }) => {
    const content = 'BT /F1 24 Tf 40 700 Td (Deed of sale) Tj ET'
    const ending = (length: string) => `<< /Length ${length} >>\nstream\n${content}\nendstream`
    const hidden = `${ending('300')}\nendobj\n95 0 obj <<>> stream\nBT /F1 24 Tf 40 600 Td (for 100) Tj ET\nendstream`
    const original = await signedPdf([nora])
    for (const body of [ending('30'), ending('3000'), hidden])
      await assert.rejects(
        () => intake.examine(revised(original, [[4, body]])),
        /nothing can be appended/
      )
    const blank = ending('90 0 R').replace('\nendstream', ' \r\n\nendstream')
    for (const body of [ending(String(content.length)), ending('90 0 R'), blank]) {
      const pdf = revised(original, [
        [4, body],
        [90, String(content.length)],
      ])
      assert.lengthOf((await intake.examine(pdf)).signatures, 1)
    }
  })
})
