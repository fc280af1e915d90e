import {
  PDFDocument,
  PDFName,
  PDFString,
  StandardFonts,
  type PDFContext,
  type PDFDict,
} from 'pdf-lib'
import sharp from 'sharp'

/** The last two have no appearance. */
type Annotation = 'link' | 'stamp' | 'square' | 'field'

export interface ArchivalPage {
  part?: string
  level?: string
  /** Of the output intent. */
  profile?: 'srgb' | 'cmyk' | null
  isTagged?: boolean
  /** Words in a font that is left to the reader. */
  hasForeignFont?: boolean
  annotation?: Annotation
}

/** A page of PDF/A as an office program would write it, or one that only says it is. */
export async function archivalPage({
  part = '2',
  level = 'U',
  profile = 'srgb',
  isTagged = false,
  hasForeignFont = false,
  annotation,
}: ArchivalPage = {}): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const { context, catalog } = document
  document.setTitle('Lease & “annex” <1>')
  document.setAuthor('Jane Doe')
  const page = document.addPage([400, 400])
  const picture = '0.2 0.4 0.6 rg 40 300 120 60 re f'
  const words = hasForeignFont ? 'BT /F1 12 Tf 40 200 Td (Dear reader) Tj ET' : ''
  if (hasForeignFont) {
    const font = await document.embedFont(StandardFonts.Helvetica)
    page.node.setFontDictionary(PDFName.of('F1'), font.ref)
  }
  const content = isTagged ? `/Figure <</MCID 0>> BDC ${picture} EMC` : picture
  page.node.set(PDFName.of('Contents'), context.register(context.stream(`${content} ${words}`)))
  if (isTagged) tag(context, catalog, page.node)
  if (annotation) page.node.set(PDFName.of('Annots'), context.obj([annotate(context, annotation)]))
  if (profile)
    catalog.set(PDFName.of('OutputIntents'), context.obj([await intent(context, profile)]))
  catalog.set(PDFName.of('Metadata'), context.register(packet(context, part, level)))
  return document.save({ useObjectStreams: false })
}

function packet(context: PDFContext, part: string, level: string) {
  const text = [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"',
    ` pdfaid:part="${part}" pdfaid:conformance="${level}"/>`,
    '</rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
  ].join('\n')
  return context.stream(Buffer.from(text), { Type: 'Metadata', Subtype: 'XML' })
}

async function intent(context: PDFContext, profile: 'srgb' | 'cmyk') {
  const picture = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
  const space = profile === 'cmyk' ? picture.toColourspace('cmyk') : picture
  const bytes = await space.withIccProfile(profile).jpeg().toBuffer()
  const { icc } = await sharp(bytes).metadata()
  const stream = context.flateStream(icc!, { N: profile === 'cmyk' ? 4 : 3 })
  return {
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of(profile),
    DestOutputProfile: context.register(stream),
  }
}

function tag(context: PDFContext, catalog: PDFDict, page: PDFDict) {
  const [root, whole, figure] = [context.nextRef(), context.nextRef(), context.nextRef()]
  const pages = catalog.lookup(PDFName.of('Pages')) as PDFDict
  const [pageRef] = (pages.lookup(PDFName.of('Kids')) as never as { asArray(): never[] }).asArray()
  page.set(PDFName.of('StructParents'), context.obj(0))
  context.assign(
    figure,
    context.obj({ S: 'Figure', P: whole, Pg: pageRef!, K: 0, Alt: PDFString.of('A blue bar') })
  )
  context.assign(whole, context.obj({ S: 'Document', P: root, K: [figure] }))
  const tree = { Type: 'StructTreeRoot', K: whole, ParentTree: { Nums: [0, [figure]] } }
  context.assign(root, context.obj(tree))
  catalog.set(PDFName.of('StructTreeRoot'), root)
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
  catalog.set(PDFName.of('Lang'), PDFString.of('en'))
}

function annotate(context: PDFContext, kind: Annotation) {
  const place = { Type: 'Annot', Rect: [200, 100, 300, 140], F: 4 }
  if (kind === 'link') {
    const action = { S: 'URI', URI: PDFString.of('https://example.com/') }
    return context.register(
      context.obj({ ...place, Subtype: 'Link', A: action, Border: [0, 0, 0] })
    )
  }
  const look = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 40], Resources: {} }
  const appearance = context.register(context.stream('0.9 0.3 0.1 rg 0 0 100 40 re f', look))
  const own = {
    stamp: { Subtype: 'Stamp', AP: { N: appearance } },
    square: { Subtype: 'Square', C: [1, 0, 0] },
    field: {
      Subtype: 'Widget',
      FT: 'Tx',
      T: PDFString.of('a'),
      V: PDFString.of('Dear reader'),
      DA: PDFString.of('/Helv 10 Tf 0 g'),
    },
  }
  return context.register(context.obj({ ...place, ...own[kind] }))
}
