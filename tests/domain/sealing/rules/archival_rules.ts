import { PDFDict, PDFName, PDFRawStream, type PDFObject } from 'pdf-lib'
import { claimedIn, saysTheSame } from './metadata_rules.js'
import { fontFaults } from './font_rules.js'
import { instructionsIn } from './instructions.js'
import { ReadPdf } from './read_pdf.js'
import { structureFaults } from './structure_rules.js'

const ACTIONS = ['GoTo', 'GoToR', 'Thread', 'URI', 'Named', 'SubmitForm']
const NAMED = ['NextPage', 'PrevPage', 'FirstPage', 'LastPage']
const FORBIDDEN_ANNOTATIONS = ['3D', 'Sound', 'Screen', 'Movie', 'RichMedia']
const BLENDS =
  /^(Normal|Compatible|Multiply|Screen|Overlay|Darken|Lighten|ColorDodge|ColorBurn|HardLight|SoftLight|Difference|Exclusion|Hue|Saturation|Color|Luminosity)$/
const [INVISIBLE, HIDDEN, PRINT, NO_VIEW, TOGGLES] = [1, 2, 4, 32, 256]

/** What a file does against ISO 19005-3, as far as it can be told without drawing it: the clause, and what is wrong. */
export async function archivalFaults(bytes: Uint8Array): Promise<string[]> {
  const pdf = await ReadPdf.of(bytes)
  const level = claimedIn(pdf).archival
  const parts = [
    ...syntax(pdf),
    ...dictionaries(pdf),
    ...colours(pdf),
    ...annotations(pdf),
    ...enclosed(pdf),
    ...saysTheSame(pdf),
    ...fontFaults(pdf, level !== '3B'),
    ...(level === '3A' ? structureFaults(pdf) : []),
  ]
  return [...new Set(parts)]
}

function* syntax(pdf: ReadPdf) {
  const { raw } = pdf
  if (!/^%PDF-1\.[0-7][\r\n]+%[\x80-\xff]{4}/.test(raw)) yield '6.1.2 header'
  if (!/%%EOF[\r\n]{0,2}$/.test(raw)) yield '6.1.3 bytes behind the end'
  if (!pdf.document.context.trailerInfo.ID) yield '6.1.3 no identifier'
  if (pdf.document.context.trailerInfo.Encrypt) yield '6.1.3 encrypted'
  for (const [, at] of raw.matchAll(/startxref\s+(\d+)/g)) {
    if (!/^(xref\r?\n\d+ \d+ ?\r?\n|\d+ \d+ obj)/.test(raw.slice(Number(at), Number(at) + 40)))
      yield '6.1.4 cross-reference table'
  }
  for (const stream of pdf.streams) {
    if (['F', 'FFilter', 'FDecodeParms'].some((key) => stream.dict.has(PDFName.of(key))))
      yield '6.1.7.1 stream of another file'
    if (/LZWDecode|\/Crypt/.test(String(stream.dict.get(PDFName.of('Filter')))))
      yield '6.1.7.2 filter'
  }
  const permissions = pdf.dict(pdf.catalog, 'Perms')
  if (permissions?.keys().some((key) => !/^\/(UR3|DocMDP)$/.test(String(key))))
    yield '6.1.12 permissions'
  for (const reference of pdf.dictionaries.filter((each) => pdf.name(each, 'Type') === 'SigRef')) {
    if (['DigestLocation', 'DigestMethod', 'DigestValue'].some((key) => pdf.get(reference, key)))
      yield '6.1.12 digest of objects'
  }
  for (const page of pdf.pages) {
    const [x = 0, y = 0, right = 0, top = 0] = pdf.array(page, 'MediaBox').map(Number)
    const sides = [right - x, top - y]
    if (sides.some((side) => side < 3 || side > 14_400)) yield '6.1.13 size of a page'
  }
}

function* dictionaries(pdf: ReadPdf) {
  const { catalog } = pdf
  for (const key of ['AA', 'OpenAction', 'OCProperties', 'Requirements', 'NeedsRendering'])
    if (pdf.get(catalog, key)) yield `6.4–6.11 ${key} in the catalogue`
  if (pdf.get(catalog, 'Names', 'AlternatePresentations')) yield '6.10 alternate presentations'
  if (pdf.get(catalog, 'Names', 'JavaScript')) yield '6.5.1 scripts'
  for (const page of pdf.pages) {
    if (pdf.get(page, 'AA')) yield '6.5.2 action of a page'
    if (pdf.get(page, 'PresSteps')) yield '6.10 steps'
    if (!pdf.dict(page, 'Resources')) yield '6.2.2 page without resources'
  }
  for (const each of pdf.dictionaries) {
    const kind = pdf.name(each, 'Subtype')
    if (kind === 'PS' || pdf.name(each, 'Subtype2') === 'PS') yield '6.2.9.3 PostScript'
    if (kind === 'Form' && (pdf.get(each, 'OPI') || pdf.get(each, 'Ref'))) yield '6.2.9.1 form'
    if (kind === 'Image' && (pdf.get(each, 'Alternates') || pdf.get(each, 'OPI')))
      yield '6.2.8.1 picture'
    if (String(pdf.get(each, 'Interpolate')) === 'true') yield '6.2.8.1 interpolation'
    const action = isAction(pdf, each) ? pdf.name(each, 'S')! : null
    if (action && !ACTIONS.includes(action)) yield `6.5.1 action ${action}`
    if (action === 'Named' && !NAMED.includes(pdf.name(each, 'N') ?? '')) yield '6.5.1 named action'
    for (const state of statesOf(pdf, each)) yield* graphicsState(pdf, state)
  }
}

function* graphicsState(pdf: ReadPdf, state: PDFDict) {
  const isDefault = (key: string) => [null, 'Default'].includes(pdf.name(state, key))
  if (pdf.get(state, 'TR') || !isDefault('TR2') || pdf.get(state, 'HTP'))
    yield '6.2.5 graphics state'
  const blend = pdf.name(state, 'BM')
  if (blend !== null && !BLENDS.test(blend)) yield '6.2.10 blend mode'
}

function statesOf(pdf: ReadPdf, resources: PDFDict): PDFDict[] {
  const states = pdf.dict(resources, 'ExtGState')
  return (states?.values() ?? [])
    .map((state) => pdf.look(state))
    .filter((state) => state instanceof PDFDict)
}

/** Structure elements and output intents have an S as well. */
function isAction(pdf: ReadPdf, dictionary: PDFDict): boolean {
  const type = pdf.name(dictionary, 'Type')
  if (type === 'Action') return true
  return (
    type === null &&
    ['URI', 'JS', 'N', 'D', 'F'].some((key) => pdf.get(dictionary, key)) &&
    ACTION_NAMES.includes(pdf.name(dictionary, 'S') ?? '')
  )
}
const ACTION_NAMES = [
  ...ACTIONS,
  'Launch',
  'JavaScript',
  'ResetForm',
  'ImportData',
  'Hide',
  'GoToE',
]

function* colours(pdf: ReadPdf) {
  const intents = pdf
    .array(pdf.catalog, 'OutputIntents')
    .map((intent) => pdf.look(intent))
    .filter((intent) => intent instanceof PDFDict)
    .filter((intent) => pdf.name(intent, 'S') === 'GTS_PDFA1')
  const profile = intents[0] ? pdf.stream(intents[0], 'DestOutputProfile') : null
  if (!profile) return void (yield '6.2.3 no output intent')
  const header = pdf.contents(profile).toString('latin1', 0, 40)
  if (header.slice(36, 40) !== 'acsp' || header.charCodeAt(8) > 4) yield '6.2.3 profile'
  const model = header.slice(16, 20).trim()
  if (pdf.number(profile.dict, 'N') !== { RGB: 3, CMYK: 4, GRAY: 1 }[model]) yield '6.2.3 N'
  for (const { dict } of pdf.streams) {
    const space = pdf.name(dict, 'ColorSpace')
    if (space === 'DeviceCMYK' && model !== 'CMYK') yield '6.2.4.3 DeviceCMYK'
    if (space === 'DeviceRGB' && model !== 'RGB') yield '6.2.4.3 DeviceRGB'
  }
  const contents = [
    ...pdf.pages.map((page) => pdf.pageContents(page)),
    ...pdf.streams
      .filter(({ dict }) => pdf.name(dict, 'Subtype') === 'Form')
      .map((form) => pdf.contents(form).toString('latin1')),
  ]
  for (const content of contents) {
    let [open, deepest] = [0, 0]
    for (const { operator } of instructionsIn(content)) {
      if (/^[kK]$/.test(operator) && model !== 'CMYK') yield '6.2.4.3 DeviceCMYK'
      if (/^(rg|RG)$/.test(operator) && model !== 'RGB') yield '6.2.4.3 DeviceRGB'
      if (operator === 'q') deepest = Math.max(deepest, ++open)
      if (operator === 'Q') open--
    }
    if (deepest > 28) yield '6.1.13 nested graphics states'
  }
}

function* annotations(pdf: ReadPdf) {
  const all = pdf.pages.flatMap((page) => pdf.array(page, 'Annots').map((each) => pdf.look(each)))
  for (const annotation of all) {
    if (!(annotation instanceof PDFDict)) continue
    const kind = pdf.name(annotation, 'Subtype')!
    if (FORBIDDEN_ANNOTATIONS.includes(kind)) yield `6.3.1 annotation ${kind}`
    if (kind === 'Popup') continue
    const flags = pdf.number(annotation, 'F') ?? 0
    if (!(flags & PRINT) || flags & (INVISIBLE | HIDDEN | NO_VIEW | TOGGLES))
      yield `6.3.2 flags of a ${kind}`
    const appearances = pdf.dict(annotation, 'AP')
    const [x, y, right, top] = pdf.array(annotation, 'Rect').map(Number)
    const hasSize = x !== right || y !== top
    if (kind !== 'Link' && hasSize && !appearances) yield `6.3.3 no appearance of a ${kind}`
    if (appearances?.keys().some((key) => String(key) !== '/N')) yield '6.3.3 other appearances'
    const isButton = pdf.name(annotation, 'FT') === 'Btn'
    if (appearances && !isButton && !pdf.stream(appearances, 'N')) yield '6.3.3 appearance'
    if (kind === 'Widget' && (pdf.get(annotation, 'A') || pdf.get(annotation, 'AA')))
      yield '6.4.1 action of a field'
    if (pdf.get(annotation, 'AA')) yield '6.5.2 action of an annotation'
  }
  const form = pdf.dict(pdf.catalog, 'AcroForm')
  if (String(pdf.get(form, 'NeedAppearances')) === 'true') yield '6.4.1 appearances left to readers'
  if (pdf.get(form, 'XFA')) yield '6.4.2 XFA'
}

function* enclosed(pdf: ReadPdf) {
  const associated = new Set<PDFObject | undefined>(
    pdf.array(pdf.catalog, 'AF').map((file) => pdf.look(file))
  )
  for (const file of pdf.dictionaries) {
    if (!pdf.dict(file, 'EF')) continue
    if (!pdf.text(file, 'F') || !pdf.text(file, 'UF')) yield '6.8 name of an enclosed file'
    if (!pdf.name(file, 'AFRelationship')) yield '6.8 relationship of an enclosed file'
    if (!associated.has(file)) yield '6.8 file that is associated with nothing'
    const stream = pdf.get(file, 'EF', 'F')
    const type = stream instanceof PDFRawStream ? pdf.name(stream.dict, 'Subtype') : null
    if (!type || !/^[\w.+-]+\/[\w.+-]+$/.test(type)) yield '6.8 type of an enclosed file'
  }
}
