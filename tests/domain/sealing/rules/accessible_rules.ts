import { PDFDict } from 'pdf-lib'
import { fontFaults } from './font_rules.js'
import { claimedIn, packetOf } from './metadata_rules.js'
import { ReadPdf } from './read_pdf.js'
import { structureFaults } from './structure_rules.js'

/** What a file does against PDF/UA-1, by the checkpoints of the Matterhorn protocol that programs can check and that apply to it. */
export async function accessibilityFaults(bytes: Uint8Array): Promise<string[]> {
  const pdf = await ReadPdf.of(bytes)
  const faults = [...whole(pdf), ...fontFaults(pdf, true), ...structureFaults(pdf)]
  return [...new Set(faults)]
}

function* whole(pdf: ReadPdf) {
  const { catalog } = pdf
  const packet = packetOf(pdf)
  if (!packet) yield '06-001 no metadata'
  if (!claimedIn(pdf).isAccessible) yield '06-002 not said to be PDF/UA'
  if (!/<dc:title>/.test(packet)) yield '06-003 no title'
  if (String(pdf.get(catalog, 'ViewerPreferences', 'DisplayDocTitle')) !== 'true')
    yield '07-001 title is not shown'
  if (pdf.get(catalog, 'OCProperties')) yield '20 layers'
  if (pdf.get(catalog, 'AcroForm', 'XFA')) yield '25-001 XFA'
  if (pdf.document.context.trailerInfo.Encrypt) yield '26 encrypted'
  for (const each of pdf.dictionaries) {
    if (pdf.dict(each, 'EF') && !(pdf.text(each, 'F') && pdf.text(each, 'UF')))
      yield '21-001 name of an enclosed file'
    if (pdf.get(each, 'Ref') && pdf.name(each, 'Subtype') === 'Form') yield '30-001 reference'
  }
  for (const font of pdf.dictionaries.filter((each) => pdf.name(each, 'Subtype') === 'Type0')) {
    const inner = pdf.look(pdf.array(font, 'DescendantFonts')[0])
    const system = inner instanceof PDFDict ? pdf.dict(inner, 'CIDSystemInfo') : null
    if (!system || !pdf.text(system, 'Registry') || !pdf.text(system, 'Ordering'))
      yield '31-001 system of a font'
  }
}
