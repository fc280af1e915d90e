import { deflateSync } from 'node:zlib'
import { test } from '@japa/runner'
import { Intake } from '#app/sealing/intake/intake'
import { ForeignSigner } from './foreign_signer.js'
import {
  DRAWN_ANEW,
  FONT,
  pictureOf,
  says,
  SHOWN,
  signedForm,
  type FormPicture,
} from './signed_form.js'

const intake = new Intake({ maxProcesses: 1 })

const SAYS_900 = 'BT /Helv 12 Tf 2 6 Td (900) Tj ET'
const OUTLINE = '0 g 40 5 m 60 5 l 50 15 l f'
const VALUE = `/FT /Tx /V (900) ${SHOWN}`
const ARIAL = '/Type /Font /Subtype /TrueType /BaseFont /Arial /Encoding /WinAnsiEncoding'
const HELVETICA = '/Type /Font /Subtype /Type1 /BaseFont /Helvetica'
const font = (body: string) => `/Font << /Helv << ${body} >> >>`
const WIDTHS = `/FirstChar 32 /LastChar 57 /Widths [278 ${'500 '.repeat(15)} ${'556 '.repeat(10)}]`
/** As Acrobat writes it into forms, in part. */
const ACROBAT = `${HELVETICA} /Encoding << /Type /Encoding /Differences [24 /breve /caron /circumflex 39 /quotesingle 96 /grave 128 /bullet /dagger 160 /Euro 164 /currency 228 /adieresis 252 /udieresis] >>`
const EMBEDDED = `${ARIAL} /FontDescriptor << /Type /FontDescriptor /FontName /Arial /Flags 32 /FontFile2 92 0 R >> ${WIDTHS}`
const COMPOSITE =
  '/Font << /Mark << /Type /Font /Subtype /Type0 /BaseFont /Marks /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Marks /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >> >>'
const ONE_BYTE = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const TWO_FONTS = COMPOSITE.replace('/Font <<', '$& /Helv 93 0 R')
const GREY = '/MK << /BG [0.9] /BC [0] >>'
/** Where the page says that it is a deed. */
const UPON_TEXT = '/Rect [40 695 140 715]'
const FRAME = '0.9 g 0 0 100 20 re f 0 G 0.5 0.5 99 19 re s'

const CHECKED = '/AP << /N << /Yes 91 0 R /Off 92 0 R >> >>'
const UNCHECKED = '/AP << /N << /Yes 92 0 R /Off 91 0 R >> >>'

interface Form {
  field?: string
  /** What draws its picture; none where the field has none. */
  content?: string
  picture?: FormPicture
  /** Of all fields. */
  resources?: string
  others?: string[]
  /** Those of them that are annotations, below the field. */
  beside?: string
}

test.group('Pictures in signed forms that are to be drawn anew', (group) => {
  let nora: ForeignSigner

  group.setup(async () => {
    nora = await ForeignSigner.named('Nora Notary')
    return () => intake.close()
  })

  async function examined({ field = VALUE, content = '', picture, ...form }: Form) {
    const drawing = pictureOf(content, picture)
    const file = await signedForm(nora, field, { drawing, form: DRAWN_ANEW, ...form })
    return intake.examine(file)
  }

  async function refusal(form: Form): Promise<string> {
    const refused = await examined(form).then(
      () => null,
      (error: Error) => error
    )
    return refused ? refused.message : 'it was taken'
  }

  for (const [what, form] of [
    [
      'draws another picture, of a field without a value',
      {
        field: `/FT /Tx ${SHOWN}`,
        content: '/Fm0 Do',
        picture: { resources: '/XObject << /Fm0 93 0 R >>' },
        others: [says('And 500 more')],
      },
    ],
    ['draws outlines, of a field without a value', { field: `/FT /Tx ${SHOWN}`, content: OUTLINE }],
    [
      'says the value unseen and draws another',
      { content: `BT 3 Tr /Helv 12 Tf 2 6 Td (900) Tj ET ${OUTLINE}` },
    ],
    ['says the value unseen', { content: 'BT 3 Tr /Helv 12 Tf 2 6 Td (900) Tj ET' }],
    ['says the value and draws outlines', { content: `${OUTLINE} ${SAYS_900}` }],
    ['draws curves', { field: `/FT /Tx ${SHOWN}`, content: '0 0 m 0 20 100 20 100 0 c f' }],
    ['draws letters of rectangles', { field: `/FT /Tx ${SHOWN}`, content: '10 5 2 10 re f' }],
    ['has a sign in its corner', { content: `0 G 0 4 m 4 4 l S ${SAYS_900}` }],
    ['holds an image', { content: `BI /W 1 /H 1 /CS /G /BPC 8 ID x EI ${SAYS_900}` }],
    ['shades', { content: `/Sh0 sh ${SAYS_900}` }],
    ['uses a state of its own', { content: `/Gs0 gs ${SAYS_900}` }],
    ['belongs to a layer', { content: `/OC /L BDC ${SAYS_900} EMC` }],
    ['paints in a way that programs read differently', { content: `0 0 100 20 re 0f ${SAYS_900}` }],
    ['covers what it says', { content: `${SAYS_900} 1 g 0 0 100 20 re f` }],
    ['crosses out what it says', { content: `${SAYS_900} 0 10 m 100 10 l S` }],
    [
      'hides the page',
      { field: `${VALUE} ${UPON_TEXT}`, content: `1 g 0 0 100 20 re f 0 g ${SAYS_900}` },
    ],
    [
      'covers another field, which programs show',
      {
        field: `/FT /Tx ${SHOWN}`,
        content: '1 g 0 0 100 20 re f',
        others: [
          `<< /Type /Annot /Subtype /Widget /F 4 /T (v) /DA (/Helv 12 Tf 0 g) /Rect [20 600 60 620] /FT /Tx /V (900) >>`,
        ],
        beside: '93 0 R',
      },
    ],
    [
      'shows the page, which programs hide',
      { field: `${VALUE} ${GREY} ${UPON_TEXT}`, content: `0 g ${SAYS_900}` },
    ],
    ['says the value in white', { content: `1 g ${SAYS_900}` }],
    [
      'says the value in the colour of its background',
      { field: `${VALUE} ${GREY}`, content: `${FRAME} ${SAYS_900}` },
    ],
    ['says the value beside its box', { content: 'BT /Helv 12 Tf 2 60 Td (900) Tj ET' }],
    [
      'says only the beginning of the value within its box',
      { field: `/FT /Tx /V (9000) ${SHOWN}`, content: 'BT /Helv 12 Tf 81 6 Td (9000) Tj ET' },
    ],
    ['says the value too small', { content: 'BT /Helv 1 Tf 2 6 Td (900) Tj ET' }],
    [
      'says the value too small, by its box',
      { content: SAYS_900, picture: { box: '[0 0 2000 400]' } },
    ],
    [
      'stands on its head',
      {
        field: `/FT /Tx /V (906) ${SHOWN}`,
        content: 'BT /Helv 12 Tf 2 6 Td (906) Tj ET',
        picture: { entries: '/Matrix [-1 0 0 -1 0 0]' },
      },
    ],
    ['turns its text', { content: 'BT /Helv 12 Tf -1 0 0 -1 60 14 Tm (900) Tj ET' }],
    [
      'puts the digits in another order',
      { content: 'BT /Helv 12 Tf 30 6 Td (9) Tj -14 0 Td (0) Tj -14 0 Td (0) Tj ET' },
    ],
    [
      'moves a digit before the others',
      { content: 'BT /Helv 12 Tf 30 6 Td [(9) 3000 (00)] TJ ET' },
    ],
    [
      'calls digits by other codes',
      {
        content: SAYS_900,
        picture: { resources: font(`${HELVETICA} /Encoding << /Differences [57 /one] >>`) },
      },
    ],
    ['has a font of its own', { content: SAYS_900, picture: { resources: font(EMBEDDED) } }],
    [
      'has a font of symbols',
      {
        content: SAYS_900,
        picture: { resources: font('/Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats') },
      },
    ],
    [
      'has a font without widths',
      {
        content: SAYS_900,
        picture: { resources: font(`${ARIAL} ${WIDTHS.replaceAll('556', '0')}`) },
      },
    ],
    ['has no font', { content: SAYS_900, picture: { resources: '' } }],
    [
      'cannot be read',
      {
        content: deflateSync(SAYS_900).toString('latin1'),
        picture: {
          resources: FONT,
          entries: '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>',
        },
      },
    ],
    [
      'is longer than anybody reads',
      { field: `/FT /Tx ${SHOWN}`, content: `${' '.repeat(2 ** 20)} ${OUTLINE}` },
    ],
    [
      'has a value that is drawn unseen',
      { field: `${VALUE} /DA (/Helv 12 Tf 0 g 3 Tr)`, content: SAYS_900 },
    ],
    [
      'has a value that is drawn in white',
      { field: `${VALUE} /DA (/Helv 12 Tf 1 g)`, content: SAYS_900 },
    ],
    [
      'has a value that is drawn too small',
      { field: `${VALUE} /DA (/Helv 1 Tf 0 g)`, content: SAYS_900 },
    ],
    [
      'has a value that is drawn too large',
      { field: `${VALUE} /DA (/Helv 70 Tf 0 g)`, content: SAYS_900 },
    ],
    ['has a value that nothing says how to draw', { field: `${VALUE} /DA ()`, content: SAYS_900 }],
    [
      'has a value that is drawn in a font of its own',
      { content: SAYS_900, resources: font(EMBEDDED) },
    ],
    ['has a value in two parts', { field: `/FT /Tx /V [(9) (00)] ${SHOWN}`, content: SAYS_900 }],
    [
      'has a value in a stream',
      {
        field: `/FT /Tx /V 93 0 R ${SHOWN}`,
        content: SAYS_900,
        others: ['<< /Length 3 >>\nstream\n900\nendstream'],
      },
    ],
    ['has a value only by default', { field: '/FT /Tx /DV (900)' }],
    ['is empty, of a value by default', { field: `/FT /Tx /DV (900) ${SHOWN}` }],
    ['shows its value by default', { field: `/FT /Tx /DV (900) ${SHOWN}`, content: SAYS_900 }],
    [
      'shows no mark, which it has by default',
      {
        field:
          '/FT /Btn /DV /Yes /AS /Off /AP << /N << /Yes 91 0 R /Off 92 0 R >> >> /Rect [40 600 60 620]',
        content: '5 5 9 9 re f',
      },
    ],
    [
      'marks another line of a list',
      {
        field: `/FT /Ch /V (900) /Opt [(100) (900)] ${SHOWN} /Rect [40 600 140 640]`,
        content:
          '0.6 0.75 0.86 rg 1 25 98 14 re f BT /Helv 12 Tf 0 g 2 28 Td (100) Tj 0 -14 Td (900) Tj ET',
        picture: { box: '[0 0 100 40]' },
      },
    ],
    [
      'adds a line to a list',
      {
        field: `/FT /Ch /Opt [(100) (900)] ${SHOWN} /Rect [40 600 140 640]`,
        content: 'BT /Helv 12 Tf 2 28 Td (100) Tj 0 -14 Td (500) Tj ET',
        picture: { box: '[0 0 100 40]' },
      },
    ],
    [
      'has another value with formats',
      {
        field: `/FT /Tx /Ff 33554432 /V (900) /RV (<body><p>100</p></body>) ${SHOWN}`,
        content: SAYS_900,
      },
    ],
    [
      'has formats that never end',
      {
        field: `/FT /Tx /Ff 33554432 /V (900) /RV (${'<'.repeat(100_000)}) ${SHOWN}`,
        content: SAYS_900,
      },
    ],
    [
      'chooses one value and names the place of another',
      {
        field: `/FT /Ch /Ff 131072 /Opt [(100) (900)] /V (900) /I [0] ${SHOWN}`,
        content: SAYS_900,
      },
    ],
    [
      'is checked with a word',
      {
        field: `/FT /Btn /V /Yes /AS /Yes /Rect [40 600 75 620] ${CHECKED}`,
        content: SAYS_900,
      },
    ],
    [
      'is checked with two letters whose codes take two bytes each',
      {
        field: `/FT /Btn /V /Yes /AS /Yes /Rect [40 600 75 620] ${CHECKED}`,
        content: 'BT /Mark 12 Tf 2 6 Td <01230124> Tj ET',
        picture: { resources: COMPOSITE },
      },
    ],
    ...['q /Mark 12 Tf Q', '/Mark 12 Tf /G gs'].map((state): [string, Form] => [
      `is checked with two letters, behind ${state}`,
      {
        field: `/FT /Btn /V /Yes /AS /Yes /Rect [40 600 75 620] ${CHECKED}`,
        content: `/Helv 12 Tf ${state} BT 2 6 Td (NO) Tj ET`,
        picture: { resources: `${TWO_FONTS} /ExtGState << /G << /Font [93 0 R 12] >> >>` },
        others: [ONE_BYTE],
      },
    ]),
    [
      'is not checked, and says so in a word',
      {
        field: `/FT /Btn /V /Off /AS /Off /Rect [40 600 75 620] ${UNCHECKED}`,
        content: SAYS_900,
      },
    ],
    [
      'is a box without a picture whose background would cover text',
      { field: `/FT /Btn /MK << /BG [0] >> ${UPON_TEXT}` },
    ],
    ['is a button with words to draw', { field: '/FT /Btn /Ff 65536 /MK << /CA (void) >>' }],
  ] as [string, Form][])
    test(`are refused where one ${what}`, async ({ assert }) => {
      assert.match(await refusal(form), /page 1 has a field that some programs draw from its value/)
    })

  for (const [what, form] of [
    [
      'is as Acrobat draws it',
      { content: '/Tx BMC q BT /Helv 12 Tf 0 g 2 6 Td (900) Tj ET Q EMC' },
    ],
    [
      'is cut at its border',
      { content: `/Tx BMC q 1 1 98 18 re W n BT 0 g /Helv 12 Tf 2 6 Td (900) Tj ET Q EMC` },
    ],
    [
      'has the encoding of Acrobat',
      {
        field: `/FT /Tx /V (M\\344rz) ${SHOWN}`,
        content: 'BT /Helv 12 Tf 2 6 Td (M\\344rz) Tj ET',
        picture: { resources: font(ACROBAT) },
        resources: font(ACROBAT),
      },
    ],
    [
      'has a font of Windows',
      {
        field: `/FT /Tx /V (42 M\\344rz) ${SHOWN}`,
        content: 'BT /Helv 12 Tf 2 6 Td [(42) -300 (M\\344rz)] TJ ET',
        picture: { resources: font(ARIAL) },
        resources: font(ARIAL),
      },
    ],
    [
      'has a font with widths',
      { content: SAYS_900, picture: { resources: font(`${ARIAL} ${WIDTHS}`) } },
    ],
    [
      'has the font that draws the value as well',
      {
        content: SAYS_900,
        picture: { resources: '/Font << /Helv 93 0 R >>' },
        resources: '/Font << /Helv 93 0 R >>',
        others: [`<< ${EMBEDDED} >>`],
      },
    ],
    [
      'has a background and a border',
      { field: `${VALUE} ${GREY}`, content: `${FRAME} 0 g ${SAYS_900}` },
    ],
    [
      'has a background that only its picture has, upon nothing',
      { content: `1 1 1 rg 0 -0.05 100 20.1 re f* 0.2 g ${SAYS_900}` },
    ],
    [
      'has a bevel',
      {
        field: `${VALUE} ${GREY}`,
        content: `q 0.9 g 0 0 100 20 re f 1 g 1 1 m 1 19 l 99 19 l 98 18 l 2 18 l 2 2 l f 0.5 g 99 19 m 99 1 l 1 1 l 2 2 l 98 2 l 98 18 l f Q ${SAYS_900}`,
      },
    ],
    ['has a line below it', { content: `0 G 1 w 0 0.5 m 100 0.5 l s ${SAYS_900}` }],
    ['has a border and no value', { field: `/FT /Tx ${SHOWN}`, content: '0 G 0.5 0.5 99 19 re s' }],
    ['paints nothing', { content: '/Tx BMC EMC' }],
    [
      'has cells',
      {
        field: `/FT /Tx /Ff 16777216 /MaxLen 4 /V (900) ${SHOWN}`,
        content:
          '0 G 25 0 m 25 20 l 50 0 m 50 20 l 75 0 m 75 20 l s BT /Helv 12 Tf 9 6 Td (9) Tj 25 0 Td (0) Tj 25 0 Td (0) Tj ET',
      },
    ],
    [
      'has two lines',
      {
        field: `/FT /Tx /Ff 4096 /V (nine\\rhundred) ${SHOWN} /Rect [40 600 140 640]`,
        content: 'BT /Helv 12 Tf 14 TL 2 26 Td (nine) Tj T* (hundred) Tj ET',
        picture: { box: '[0 0 100 40]' },
      },
    ],
    ['is the default and the value', { field: `/DV (900) ${VALUE}`, content: SAYS_900 }],
    ['has an empty default', { field: '/FT /Tx /DV ()' }],
    [
      'is turned as its field is',
      {
        field: `${VALUE} /MK << /R 90 >> /Rect [40 600 60 700]`,
        content: SAYS_900,
        picture: { entries: '/Matrix [0 1 -1 0 20 0]' },
      },
    ],
    [
      'says its choice',
      {
        field: `/FT /Ch /Ff 131072 /V (b) /Opt [[(a) (100)] [(b) (900)]] ${SHOWN}`,
        content: SAYS_900,
      },
    ],
    [
      'marks the line of a list',
      {
        field: `/FT /Ch /V (900) /Opt [(100) (900)] ${SHOWN} /Rect [40 600 140 640]`,
        content:
          '0.6 0.75 0.86 rg 1 10 98 14 re f BT /Helv 12 Tf 0 g 2 28 Td (100) Tj 0 -14 Td (900) Tj ET',
        picture: { box: '[0 0 100 40]' },
      },
    ],
    [
      'is the mark of a box',
      {
        field:
          '/FT /Btn /V /Yes /AS /Yes /DV /Off /AP << /N << /Yes 91 0 R /Off 92 0 R >> >> /Rect [40 600 60 620] /DA (/ZaDb 0 Tf 0 g)',
        content: 'q BT /ZaDb 16 Tf 3 4 Td (4) Tj ET Q',
        picture: {
          box: '[0 0 20 20]',
          resources: '/Font << /ZaDb << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >> >>',
        },
      },
    ],
    [
      'says its value once more with formats',
      {
        field: `/FT /Tx /Ff 33554432 /V (900) /RV (<body><p><b>9</b>0&#48;</p></body>) ${SHOWN}`,
        content: SAYS_900,
      },
    ],
    [
      'names the place of its choice',
      {
        field: `/FT /Ch /Ff 131072 /Opt [(100) (900)] /V (900) /I [1] ${SHOWN}`,
        content: SAYS_900,
      },
    ],
    [
      'names no place of its choice',
      {
        field: `/FT /Ch /Ff 131072 /Opt [(100) (900)] /V (900) /I [] ${SHOWN}`,
        content: SAYS_900,
      },
    ],
    [
      'has no formats, though it may',
      { field: `/FT /Tx /Ff 33554432 /V (900) /RV () ${SHOWN}`, content: SAYS_900 },
    ],
    [
      'is checked with a letter',
      {
        field: `/FT /Btn /V /Yes /AS /Yes /Rect [40 600 60 620] ${CHECKED}`,
        content: 'BT /Helv 12 Tf 2 6 Td (4) Tj ET',
      },
    ],
    [
      'is checked with a letter whose code takes two bytes',
      {
        field: `/FT /Btn /V /Yes /AS /Yes /Rect [40 600 60 620] ${CHECKED}`,
        content: 'BT /Mark 12 Tf 2 6 Td <0123> Tj ET',
        picture: { resources: COMPOSITE },
      },
    ],
    ['is a box without a picture upon white', { field: '/FT /Btn /MK << /BG [0.9] /CA (4) >>' }],
    ['is a button that brings nothing to draw', { field: '/FT /Btn /Ff 65536 /MK << /R 90 >>' }],
  ] as [string, Form][])
    test(`are taken where one ${what}`, async ({ assert }) => {
      assert.lengthOf((await examined(form)).signatures, 1)
    })
})
