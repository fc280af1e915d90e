import { PDFDict, type PDFName, type PDFRawStream } from 'pdf-lib'
import { instructionsIn } from './instructions.js'
import type { ReadPdf } from './read_pdf.js'

const FILES = ['FontFile', 'FontFile2', 'FontFile3']

/**
 * What fonts do against ISO 19005-3, 6.2.11 and the Matterhorn protocol, 10 and 31. Widths and texts are those of fonts with two bytes a
 * code, which is how ours are written.
 */
export function* fontFaults(pdf: ReadPdf, saysText: boolean) {
  for (const font of pdf.dictionaries) {
    if (pdf.name(font, 'Type') !== 'Font') continue
    const kind = pdf.name(font, 'Subtype')
    if (kind === 'Type0') yield* composite(pdf, font, saysText)
    if (kind === 'Type0' || kind === 'Type3') continue
    const descriptor = pdf.dict(font, 'FontDescriptor')
    if (!FILES.some((key) => pdf.stream(descriptor, key)))
      yield `6.2.11.4.1 ${pdf.name(font, 'BaseFont')} is not embedded`
  }
}

function* composite(pdf: ReadPdf, font: PDFDict, saysText: boolean) {
  const called = pdf.name(font, 'BaseFont')
  const inner = pdf.look(pdf.array(font, 'DescendantFonts')[0])
  if (!(inner instanceof PDFDict)) return void (yield `6.2.11.3 ${called} has no descendant`)
  if (pdf.name(inner, 'Subtype') !== 'CIDFontType2' || pdf.name(font, 'Encoding') !== 'Identity-H')
    return
  const map = pdf.stream(inner, 'CIDToGIDMap')
  if (!map && pdf.name(inner, 'CIDToGIDMap') !== 'Identity') yield `6.2.11.3.2 map of ${called}`
  const file = pdf.stream(pdf.dict(inner, 'FontDescriptor'), 'FontFile2')
  if (!file) return
  const glyphOf = glyphs(map && pdf.contents(map))
  const advances = advancesIn(pdf.contents(file))
  const widths = widthsIn(pdf, inner)
  const unicode = pdf.stream(font, 'ToUnicode')
  const texts = new Set(unicode ? codesIn(pdf.contents(unicode).toString('latin1')) : [])
  for (const code of codesShown(pdf, font)) {
    if (glyphOf(code) === 0) yield `6.2.11.8 ${called} shows what it has no glyph for`
    const [stated, real] = [widths.get(code) ?? 1000, advances(glyphOf(code))]
    if (Math.abs(stated - real) > 1) yield `6.2.11.5 widths of ${called}`
    if (saysText && !texts.has(code)) yield `6.2.11.7.2 ${called} shows what has no text`
  }
}

function glyphs(map: Buffer | null) {
  return (code: number) =>
    map && code * 2 + 1 < map.length ? map.readUInt16BE(code * 2) : map ? 0 : code
}

/** From the horizontal metrics of a TrueType file, in thousandths. */
function advancesIn(file: Buffer): (glyph: number) => number {
  const table = (tag: string) => {
    for (let at = 12; at < 12 + file.readUInt16BE(4) * 16; at += 16)
      if (file.toString('latin1', at, at + 4) === tag) return file.readUInt32BE(at + 8)
    throw new Error(`the font has no ${tag}`)
  }
  const perEm = file.readUInt16BE(table('head') + 18)
  const count = file.readUInt16BE(table('hhea') + 34)
  const metrics = table('hmtx')
  return (glyph) => (file.readUInt16BE(metrics + Math.min(glyph, count - 1) * 4) * 1000) / perEm
}

function widthsIn(pdf: ReadPdf, font: PDFDict): Map<number, number> {
  const found = new Map<number, number>()
  const entries = pdf.array(font, 'W').map((entry) => pdf.look(entry))
  for (let at = 0; at < entries.length;) {
    const first = Number(String(entries[at]))
    const next = entries[at + 1]
    if (next && 'asArray' in next) {
      const row = (next as { asArray(): object[] }).asArray()
      row.forEach((width, index) => found.set(first + index, Number(String(width))))
      at += 2
    } else {
      for (let code = first; code <= Number(String(next)); code++)
        found.set(code, Number(String(entries[at + 2])))
      at += 3
    }
  }
  return found
}

/** Codes that lead to a text: neither to none, nor to one that is no character. */
function* codesIn(map: string): Generator<number> {
  for (const [, block] of map.matchAll(/beginbfchar([^]*?)endbfchar/g))
    for (const [, code, text] of block!.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g))
      if (!/^(0000|FEFF|FFFE)/i.test(text!)) yield Number.parseInt(code!, 16)
  for (const [, block] of map.matchAll(/beginbfrange([^]*?)endbfrange/g))
    for (const [, from, to] of block!.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<|\[)/g))
      for (let code = Number.parseInt(from!, 16); code <= Number.parseInt(to!, 16); code++)
        yield code
}

/** Codes of a font that any page or form shows. */
function codesShown(pdf: ReadPdf, font: PDFDict): Set<number> {
  const shown = new Set<number>()
  const places: { owner: PDFDict; content: () => string }[] = [
    ...pdf.pages.map((page) => ({ owner: page, content: () => pdf.pageContents(page) })),
    ...pdf.streams
      .filter(({ dict }) => pdf.name(dict, 'Subtype') === 'Form')
      .map((form: PDFRawStream) => ({
        owner: form.dict,
        content: () => pdf.contents(form).toString('latin1'),
      })),
  ]
  for (const { owner, content } of places) {
    const fonts = pdf.dict(owner, 'Resources', 'Font')
    const names = new Set(
      (fonts?.entries() ?? [])
        .filter(([, ref]) => pdf.look(ref) === font)
        .map(([key]: [PDFName, unknown]) => String(key))
    )
    if (names.size === 0) continue
    let isOurs = false
    for (const { operator, operands } of instructionsIn(content())) {
      if (operator === 'Tf') isOurs = names.has(operands[0]!)
      if (!isOurs || !/^(Tj|TJ|'|")$/.test(operator)) continue
      for (const [, digits] of operands.join(' ').matchAll(/<([0-9A-Fa-f]*)>/g))
        for (let at = 0; at < digits!.length; at += 4)
          shown.add(Number.parseInt(digits!.slice(at, at + 4), 16))
    }
  }
  return shown
}
