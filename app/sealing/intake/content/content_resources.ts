import type { PDFContext, PDFDict, PDFStream } from 'pdf-lib'
import { name } from '../../pdf/names.js'
import { ObjectReader } from '../../pdf/object_reader.js'
import { dictionariesIn } from './dictionaries.js'

const PAINTED = ['XObject', 'Pattern'].map(name)

/**
 * Where the names in a stream of content lead (ISO 32000-2, 7.8.3): to its own resources; without them to those of whatever paints it,
 * as old files have it; in the glyphs of a font to those of the font.
 */
export class ContentResources {
  #reader: ObjectReader
  #lenders = new Map<PDFStream, Set<PDFDict>>()

  constructor(readonly context: PDFContext) {
    this.#reader = new ObjectReader(context)
    const seen = new Set<PDFDict>()
    for (const dictionary of dictionariesIn(context)) {
      const resources = this.#reader.dictionary(dictionary.get(name('Resources')))
      if (!resources || seen.has(resources)) continue
      seen.add(resources)
      for (const key of PAINTED) this.#lendToPainted(resources, key)
      this.#lendToGlyphs(resources)
    }
  }

  of(stream: PDFStream): PDFDict[] {
    const own = this.#ownOf(stream.dict)
    return [...(own ? [own] : []), ...(this.#lenders.get(stream) ?? [])]
  }

  #lendToPainted(resources: PDFDict, key: ReturnType<typeof name>) {
    for (const object of this.#reader.dictionary(resources.get(key))?.values() ?? []) {
      const stream = this.#reader.stream(object)
      if (stream && !this.#ownOf(stream.dict)) this.#lend(stream, resources)
    }
  }

  #lendToGlyphs(resources: PDFDict) {
    for (const object of this.#reader.dictionary(resources.get(name('Font')))?.values() ?? []) {
      const font = this.#reader.dictionary(object)
      const glyphs = this.#reader.dictionary(font?.get(name('CharProcs')))
      if (!font || !glyphs) continue
      for (const glyph of glyphs.values()) {
        const stream = this.#reader.stream(glyph)
        if (stream) this.#lend(stream, this.#ownOf(font) ?? resources)
      }
    }
  }

  #lend(stream: PDFStream, resources: PDFDict) {
    const lenders = this.#lenders.get(stream)
    if (lenders) lenders.add(resources)
    else this.#lenders.set(stream, new Set([resources]))
  }

  #ownOf(owner: PDFDict): PDFDict | null {
    return this.#reader.dictionary(owner.get(name('Resources')))
  }
}
