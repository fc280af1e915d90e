import { deflateSync } from 'node:zlib'
import { test } from '@japa/runner'
import { Intake } from '#app/sealing/intake/intake'
import { inFolder, outsideProgram } from '../outside_program.js'
import { onePageOf, stream } from './hostile_pdf.js'

const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'

/** A tagged page with a hidden remark, a filled-in field, a link and a picture, each of which its tags name. */
function taggedPage(): Buffer {
  return onePageOf('/P <</MCID 0>> BDC /F Do EMC', {
    catalog:
      '/StructTreeRoot 5 0 R /MarkInfo <</Marked true>> /AcroForm <</Fields [12 0 R]>> /Lang (en)',
    page: '/Annots [11 0 R 12 0 R 13 0 R] /Resources <</XObject <</F 16 0 R>>>> /StructParents 0',
    more: [
      '<</Type /StructTreeRoot /K 6 0 R /ParentTree <</Nums [0 [7 0 R] 1 8 0 R 2 9 0 R 3 10 0 R]>>>>',
      '<</S /Document /P 5 0 R /K [7 0 R 8 0 R 9 0 R 10 0 R]>>',
      '<</S /P /P 6 0 R /Pg 3 0 R /K [0 <</Type /OBJR /Obj 16 0 R>>]>>',
      '<</S /Annot /P 6 0 R /Pg 3 0 R /K 17 0 R>>',
      '<</S /Form /P 6 0 R /Pg 3 0 R /Alt (Amount) /K [<</Type /OBJR /Obj 12 0 R>> <</Type /MCR /MCID 0 /Stm 14 0 R /StmOwn 11 0 R>>]>>',
      '<</S /Link /P 6 0 R /Pg 3 0 R /Alt (Terms) /K [<</Type /OBJR /Obj 13 0 R>>]>>',
      '<</Type /Annot /Subtype /Text /Rect [9 9 20 20] /F 2 /StructParent 1 /Contents (secret remark) /AP <</N 14 0 R>> /Popup 15 0 R>>',
      '<</Type /Annot /Subtype /Widget /Rect [50 50 150 70] /F 4 /StructParent 2 /FT /Tx /T (amount) /V (secret value)>>',
      '<</Type /Annot /Subtype /Link /Rect [9 90 90 99] /StructParent 3 /A <</S /URI /URI (https://example.com)>>>>',
      stream(Buffer.from('% secret drawing'), FORM),
      '<</Type /Annot /Subtype /Popup /Rect [9 9 20 20] /Parent 11 0 R /Contents (secret popup)>>',
      stream(Buffer.from('0 0 9 9 re f'), FORM),
      '<</Type /OBJR /Pg 3 0 R /Obj 11 0 R>>',
    ],
  })
}

test.group('Left behind', (group) => {
  const intake = new Intake({ maxProcesses: 1 })
  group.teardown(() => intake.close())

  const canonicalOf = async (upload: Uint8Array) =>
    Buffer.from((await intake.examine(upload)).canonical).toString('latin1')

  test('is nothing of a comment or field that tags of the document name', async ({ assert }) => {
    const text = await canonicalOf(taggedPage())
    assert.notMatch(text, /secret|\/Widget|\/Popup|\/FT/)
  })

  test('are the tags themselves, with links and pictures that are still there', async ({
    assert,
  }) => {
    const canonical = await canonicalOf(taggedPage())
    assert.lengthOf(canonical.match(/\/Type \/OBJR/g)!, 2)
    for (const tag of ['P', 'Annot', 'Form', 'Link']) assert.include(canonical, `/S /${tag}`)
    const spoken = await inFolder({ 'a.pdf': Buffer.from(canonical, 'latin1') }, async (path) => {
      const { output } = await outsideProgram('pdfinfo', ['-struct', path('a.pdf')])
      return output
    })
    assert.match(spoken, /Link.*\n\s+Object 13 0/)
    assert.match(spoken, /^ +Form/m)
  })

  test('is nothing of a page that only bookmarks and tags still know', async ({ assert }) => {
    const text = await canonicalOf(
      onePageOf('', {
        catalog: '/StructTreeRoot 5 0 R /Outlines 7 0 R /Dests <</old [9 0 R /Fit]>>',
        more: [
          '<</Type /StructTreeRoot /K 6 0 R>>',
          '<</S /Document /P 5 0 R /Pg 9 0 R /K [0 <</Type /MCR /Pg 9 0 R /MCID 1>> <</Type /MCR /Pg 3 0 R /MCID 2>>]>>',
          '<</Type /Outlines /First 8 0 R /Last 8 0 R /Count 1>>',
          '<</Title (Annex) /Parent 7 0 R /Dest [9 0 R /Fit]>>',
          '<</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 10 0 R>>',
          stream(Buffer.from('% secret page')),
        ],
      })
    )
    assert.notMatch(text, /secret|0 0 99 99|\/MCID 1\b/)
    assert.match(text, /\/Title \(Annex\)[\s\S]*\/MCID 2|\/MCID 2[\s\S]*\/Title \(Annex\)/)
  })

  test('is nothing that programs keep for themselves', async ({ assert }) => {
    const text = await canonicalOf(
      onePageOf('/F Do', {
        catalog: '/PieceInfo <</App <</Private 6 0 R>>>>',
        page: '/PieceInfo <</App <</Private 6 0 R>>>> /Resources <</XObject <</F 5 0 R>>>>',
        more: [
          stream(
            Buffer.from('0 0 9 9 re f'),
            `${FORM} /LastModified (D:20260101) /PieceInfo <</App <</Private 6 0 R>>>>`
          ),
          stream(Buffer.from('secret version')),
        ],
      })
    )
    assert.notMatch(text, /PieceInfo|secret|LastModified/)
  })

  test('is no page of another file in the place of a form, nor another picture for printers', async ({
    assert,
  }) => {
    const image = (byte: number, more = '') =>
      stream(
        Buffer.from([byte]),
        `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray ${more}`
      )
    const text = await canonicalOf(
      onePageOf('/F Do 50 0 0 50 9 9 cm /I Do /P Do', {
        page: '/Resources <</XObject <</F 5 0 R /I 6 0 R /P 8 0 R>>>>',
        more: [
          stream(
            Buffer.from('0 0 9 9 re f'),
            `${FORM} /Ref <</F (other.pdf) /Page 0>> /OPI <</2.0 <</F (other.tif)>>>>`
          ),
          image(0x80, '/Alternates [<</Image 7 0 R /DefaultForPrinting true>>]'),
          image(0x00),
          stream(Buffer.from('(secret) show'), '/Type /XObject /Subtype /PS'),
        ],
      })
    )
    assert.notMatch(text, /\/Ref |other\.|\/Alternates|secret|\/PS/)
    assert.lengthOf(text.match(/\/Subtype \/Image/g)!, 1)
  })

  test('is no stream whose bytes other programs would take from a file of their own', async ({
    assert,
  }) => {
    const image = stream(
      Buffer.from([0x80]),
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /F (other.tif) /FFilter /DCTDecode /FDecodeParms <<>>'
    )
    const page = '/Resources <</XObject <</I 5 0 R>>>>'
    const text = await canonicalOf(onePageOf('50 0 0 50 9 9 cm /I Do', { page, more: [image] }))
    assert.match(text, /\/Subtype \/Image/)
    assert.notMatch(text, /other|\/FFilter|\/FDecodeParms/)
  })

  test('is no second word on how a stream is packed, which some programs read', async ({
    assert,
  }) => {
    const packed = (more: string) =>
      stream(deflateSync(Buffer.from('0 0 9 9 re f')), `${FORM} /Filter /FlateDecode ${more}`)
    const page = '/Resources <</XObject <</A 5 0 R /B 6 0 R>>>>'
    const text = await canonicalOf(
      onePageOf('/A Do /B Do', {
        page,
        more: [
          packed('/DP <</Predictor 12 /Columns 60>>'),
          packed('/DecodeParms [<</Predictor 1 /BPC 4>>]'),
        ],
      })
    )
    assert.match(text, /\/Predictor 1\b/)
    assert.notMatch(text, /\/DP|\/BPC|\/Columns/)
  })

  test('is no second word on what a picture is, which some programs read', async ({ assert }) => {
    const image = (more: string) =>
      stream(
        Buffer.from([0x80]),
        `/Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray ${more}`
      )
    const page = '/Resources <</XObject <</I 5 0 R>>>>'
    const text = await canonicalOf(
      onePageOf('50 0 0 50 9 9 cm /I Do', {
        page,
        more: [
          image('/Type /XObject /Subtype /Image /D [1 0] /W 2 /H 2 /BPC 1 /I true /SMask 6 0 R'),
          image('/CS /RGB /IM true'),
        ],
      })
    )
    assert.match(text, /\/SMask/)
    assert.notMatch(text, /\/(?:D|W|H|BPC|CS|IM|I) (?!\d+ 0 R)/)
  })

  test('is nothing that decides what paper shows of a page', async ({ assert }) => {
    const text = await canonicalOf(
      onePageOf('/G gs 0 0 9 9 re f', {
        catalog:
          '/ViewerPreferences <</DisplayDocTitle true /ViewArea /CropBox /PrintArea /MediaBox /ViewClip /CropBox /PrintClip /MediaBox /PrintPageRange [0 0]>>',
        page: '/Resources <</ExtGState <</G <</Type /ExtGState /ca 1 /OP true /op true /OPM 1 /TR 5 0 R /TR2 /Default /HT /Default>>>>>>',
        more: ['<</FunctionType 2 /Domain [0 1] /N 1 /C0 [0] /C1 [1]>>'],
      })
    )
    assert.notMatch(text, /Print|ViewArea|ViewClip|\/TR|\/HT|\/OP|\/op|FunctionType/)
    assert.match(text, /DisplayDocTitle/)
    assert.match(text, /\/ca 1/)
  })

  test('are no transfer functions, halftones and overprinting of states named beside a pattern', async ({
    assert,
  }) => {
    const state =
      '/OP true /op true /OPM 1 /TR2 /Default /HT <</Type /Halftone /HalftoneType 1>> /ca 1'
    const text = await canonicalOf(
      onePageOf('/G gs 0 0 9 9 re f', {
        page: `/Resources <</PatternType 1 /ExtGState <</G <<${state}>> >> >>`,
      })
    )
    assert.notMatch(text, /\/TR|\/HT|\/OP|\/op/)
    assert.match(text, /\/ca 1/)
  })

  test('are graphics states that are named as what a state has', async ({ assert }) => {
    const names = ['TR', 'TR2', 'HT', 'OP', 'op', 'OPM']
    const states = names.map((name) => `/${name} <</Type /ExtGState /ca 0.2 /OP true>>`)
    const text = await canonicalOf(
      onePageOf(names.map((name) => `/${name} gs 0 0 9 9 re f`).join(' '), {
        page: `/Resources <</ExtGState <<${states.join(' ')}>>>>`,
      })
    )
    for (const name of names) assert.match(text, new RegExp(`/${name} <<`))
    assert.lengthOf(text.match(/\/ca 0?\.2/g)!, 6)
    assert.notMatch(text, /\/OP true/)
  })

  const REMARK = '<</Type /Annot /Subtype /Text /Rect [9 9 20 20] /F 2 /Contents (secret remark)>>'
  const OBJR = '<</Type /OBJR /Obj 6 0 R>>'
  for (const [where, root] of Object.entries({
    'a root that does not say what it is': `<</K [${OBJR}]>>`,
    'an element without a kind': `<</Type /StructTreeRoot /K [<</Type /StructElem /K [${OBJR}]>>]>>`,
    'what an element refers to': '<</Type /StructTreeRoot /K [<</S /P /Ref [6 0 R]>>]>>',
    'the parents of what is tagged':
      '<</Type /StructTreeRoot /ParentTree <</Nums [0 6 0 R]>> /K [<</S /P>>]>>',
    'an attribute, and has no type': '<</Type /StructTreeRoot /K [<</S /P /A 7 0 R>>]>>',
  }))
    test(`is no remark that is named by ${where}`, async ({ assert }) => {
      const untyped = REMARK.replace('/Type /Annot ', '')
      const text = await canonicalOf(
        onePageOf('', {
          catalog: '/StructTreeRoot 5 0 R /MarkInfo <</Marked true>>',
          page: '/Annots [6 0 R 7 0 R]',
          more: [root, REMARK, untyped],
        })
      )
      assert.include(text, '/StructTreeRoot')
      assert.notInclude(text, 'secret')
    })

  test('is no remark on a page that is taken out, nor what its field says', async ({ assert }) => {
    const text = await canonicalOf(
      onePageOf('', {
        catalog: '/StructTreeRoot 5 0 R /MarkInfo <</Marked true>>',
        page: '/Annots [9 0 R]',
        more: [
          '<</Type /StructTreeRoot /ParentTree <</Nums [0 6 0 R 1 8 0 R]>> /K [<</S /P>>]>>',
          REMARK,
          '<</Type /Page /Annots [6 0 R] /MediaBox [0 0 99 99]>>',
          '<</FT /Tx /T (price) /V (secret price) /Kids [9 0 R]>>',
          '<</Type /Annot /Subtype /Widget /Rect [9 9 20 20] /F 2 /Parent 8 0 R>>',
        ],
      })
    )
    assert.include(text, '/StructTreeRoot')
    assert.notInclude(text, 'secret')
  })

  test('makes no difficulty of a tagged file with a very long list', async ({ assert }) => {
    const text = await canonicalOf(
      onePageOf('', {
        catalog: '/StructTreeRoot 5 0 R',
        page: `/Resources <</Properties <</A [${'0 '.repeat(200_000)}]>> >>`,
        more: ['<</Type /StructTreeRoot /K []>>'],
      })
    )
    assert.include(text, '/StructTreeRoot')
  })
})
