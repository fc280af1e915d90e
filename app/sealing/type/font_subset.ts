import { createHash } from 'node:crypto'
import { PDFHexString, PDFString, type PDFRef } from 'pdf-lib'
import { deflated } from '../pdf/deflated.js'
import type { ObjectStore } from '../pdf/object_store.js'
import type { OpenTypeface } from './open_typeface.js'
import type { ShapedGlyph } from './typeface.js'

/** Symbolic: the codes are glyph numbers, not those of a known encoding (ISO 32000-2, 9.8.2). */
const SYMBOLIC = 4
/** At most so many entries stand in one block of a CMap. */
const CMAP_BLOCK = 100

interface Member {
  /** Its number in the font. */
  glyph: number
  width: number
  text: string
}

/** The glyphs of a font file that a document uses, as a composite font (ISO 32000-2, 9.7). */
export class FontSubset {
  /** By code; 0 is what readers show for codes that are not there. */
  #members: Member[] = [{ glyph: 0, width: 0, text: '' }]
  #codes = new Map<string, number>()

  constructor(
    readonly typeface: OpenTypeface,
    readonly ref: PDFRef
  ) {}

  /** @returns the glyph's code: one for each text that it stands for, so that copying is exact */
  include(glyph: ShapedGlyph): number {
    const { id, text } = glyph
    const key = `${id} ${text}`
    let code = this.#codes.get(key)
    if (code === undefined) {
      const width = Math.round(this.typeface.widthOf(glyph))
      code = this.#members.push({ glyph: id, width, text }) - 1
      this.#codes.set(key, code)
    }
    return code
  }

  /** Whether each code leads back to characters (ISO 19005-3, 6.2.11.7.2): parts of a letter that are drawn apart have none of their own. */
  get saysAll(): boolean {
    return this.#members.slice(1).every(({ text }) => text !== '')
  }

  write(store: ObjectStore) {
    const { context } = store
    const file = this.typeface.subset(this.#members.map(({ glyph }) => glyph))
    const { postScriptName, box, capHeight } = this.typeface.describe()
    const widths = this.#members.map(({ width }) => width)
    const map = deflated(codesToGlyphs(this.#members))
    const baseFont = `${subsetTag(file)}+${postScriptName}`
    const descriptor = context.obj({
      Type: 'FontDescriptor',
      FontName: baseFont,
      Flags: SYMBOLIC,
      FontBBox: box,
      ItalicAngle: 0,
      Ascent: Math.round(this.typeface.ascent),
      Descent: -Math.round(this.typeface.descent),
      CapHeight: capHeight,
      StemV: 80,
      FontFile2: store.add(
        context.stream(deflated(file), { Filter: 'FlateDecode', Length1: file.length })
      ),
    })
    const descendant = context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: baseFont,
      CIDSystemInfo: {
        Registry: PDFString.of('Adobe'),
        Ordering: PDFString.of('Identity'),
        Supplement: 0,
      },
      FontDescriptor: store.add(descriptor),
      DW: 1000,
      W: [0, widths],
      CIDToGIDMap: store.add(context.stream(map, { Filter: 'FlateDecode' })),
    })
    const unicode = deflated(toUnicode(this.#members))
    const font = context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: baseFont,
      Encoding: 'Identity-H',
      DescendantFonts: [store.add(descendant)],
      ToUnicode: store.add(context.stream(unicode, { Filter: 'FlateDecode' })),
    })
    store.put(this.ref, font)
  }
}

/** Six capitals that tell this subset from others of the same font (ISO 32000-2, 9.9.2). */
function subsetTag(file: Uint8Array) {
  const digest = createHash('sha256').update(file).digest()
  return [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('')
}

/** Two bytes for each code (ISO 32000-2, 9.7.4.2). */
function codesToGlyphs(members: Member[]) {
  const map = Buffer.alloc(members.length * 2)
  members.forEach(({ glyph }, code) => map.writeUInt16BE(glyph, code * 2))
  return map
}

/** The characters behind the codes, for searching and copying (ISO 32000-2, 9.10.3). */
function toUnicode(members: Member[]) {
  const entries = members
    .map(({ text }, code) => {
      const unicode = PDFHexString.fromText(text).asString().replace(/^FEFF/i, '')
      return unicode && `<${code.toString(16).padStart(4, '0')}> <${unicode}>`
    })
    .filter((entry) => entry !== '')
  const blocks: string[] = []
  for (let start = 0; start < entries.length; start += CMAP_BLOCK) {
    const block = entries.slice(start, start + CMAP_BLOCK)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
}
