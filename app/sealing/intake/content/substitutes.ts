import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFRawStream,
  PDFStream,
  type PDFContext,
  type PDFObject,
  type PDFRef,
} from 'pdf-lib'
import { name } from '../../pdf/names.js'
import { ObjectReader } from '../../pdf/object_reader.js'
import { dictionariesIn } from './dictionaries.js'

/** What programs keep for themselves, such as the drawing that a page was made from (ISO 32000-2, 14.5). */
const PRIVATE = ['PieceInfo', 'LastModified']
/** How a printer makes colours (10.4 to 10.6), and which of two colours wins on paper (8.6.7). */
const CURVES = ['TR', 'TR2', 'HT']
const OVERPRINT = ['OP', 'op', 'OPM']
/** Functions that change nothing. */
const NEUTRAL = ['Identity', 'Default'].map(name)
/** Which part of a page shows, and which pages print (12.2). */
export const AREAS = ['ViewArea', 'ViewClip', 'PrintArea', 'PrintClip']
const PREFERENCES = [...AREAS, 'PrintPageRange']
/** Of a stream whose bytes are in a file of their own (7.3.8.2), which hardly any program reads. */
const ELSEWHERE = ['F', 'FFilter', 'FDecodeParms']
/** Of any stream, for some programs, what the content of pages may write in short (8.9.7): how it is packed. */
const PACKED = 'DP'
const BITS = 'BPC'
/** What pictures within content may write in short (8.9.7), for some programs also those in streams of their own. */
const SHORT = ['D', 'W', 'H', 'BPC', 'CS', 'IM', 'I']
const MAX_DEPTH = 4

/**
 * What stands beside or behind something that a page shows, and takes its place on paper or in programs that follow it: another picture for
 * printers, a page of another file, other colours. Signers would see one thing, and print another.
 */
export class Substitutes {
  #reader: ObjectReader
  #found = new Set<string>()

  /**
   * Leaves nothing but what shows.
   *
   * @returns what may have shown something else, as its entries are called
   */
  static remove(context: PDFContext, catalog: PDFDict): Set<string> {
    const substitutes = new Substitutes(context)
    substitutes.#remove()
    const preferences = substitutes.#reader.dictionary(catalog.get(name('ViewerPreferences')))
    for (const key of PREFERENCES) preferences?.delete(name(key))
    return substitutes.#found
  }

  private constructor(readonly context: PDFContext) {
    this.#reader = new ObjectReader(context)
  }

  #remove() {
    for (const [ref, object] of this.context.enumerateIndirectObjects())
      if (object instanceof PDFStream) this.#cleanStream(ref, object)
    for (const dictionary of dictionariesIn(this.context)) {
      for (const key of PRIVATE) dictionary.delete(name(key))
      this.#cleanStates(dictionary)
    }
  }

  #cleanStream(ref: PDFRef, { dict }: PDFStream) {
    const subtype = this.#reader.name(dict.get(name('Subtype')))
    if (subtype === 'PS' || this.#reader.name(dict.get(name('Subtype2'))) === 'PS') {
      this.#found.add('PS')
      const nothing = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 0, 0] }
      return this.context.assign(ref, this.context.stream('', nothing))
    }
    if (this.context.lookup(dict.get(name('F')))) this.#found.add('F')
    for (const key of ELSEWHERE) dict.delete(name(key))
    this.#forget(dict, [PACKED])
    for (const parameters of this.#parametersOf(dict)) this.#forget(parameters, [BITS])
    if (subtype === 'Image') this.#cleanPicture(dict)
    if (subtype !== 'Image' && subtype !== 'Form') return
    const alternates = this.#reader.array(dict.get(name('Alternates'))) ?? []
    if (alternates.length > 0) this.#found.add('Alternates')
    for (const key of ['OPI', 'Ref'])
      if (this.#reader.dictionary(dict.get(name(key)))) this.#found.add(key)
    for (const key of ['Alternates', 'OPI', 'Ref']) dict.delete(name(key))
  }

  /** With its masks, which some programs take for pictures in any case. */
  #cleanPicture(picture: PDFDict) {
    const masks = ['SMask', 'Mask'].flatMap(
      (key) => this.#reader.stream(picture.get(name(key)))?.dict ?? []
    )
    for (const each of [picture, ...masks]) this.#forget(each, SHORT)
  }

  #parametersOf(stream: PDFDict): PDFDict[] {
    const parameters = stream.get(name('DecodeParms'))
    const each = this.#reader.array(parameters) ?? [parameters]
    return each.flatMap((one) => this.#reader.dictionary(one) ?? [])
  }

  #forget(owner: PDFDict, keys: readonly string[]) {
    for (const key of keys) if (owner.delete(name(key))) this.#found.add(key)
  }

  /** Graphics states that are named for content, and the one that a pattern has of its own: a file may say both. */
  #cleanStates(owner: PDFDict) {
    const named = this.#reader.dictionary(owner.get(name('ExtGState')))
    if (!named) return
    const states = named.values().flatMap((state) => this.#reader.dictionary(state) ?? [])
    for (const state of states) this.#cleanState(state)
    // names are free: a state may be called as what a state has
    this.#cleanState(named, (value) => this.#isState(value))
  }

  #cleanState(state: PDFDict, isKept: (value: PDFObject | undefined) => boolean = () => false) {
    for (const key of [...CURVES, ...OVERPRINT]) {
      const value = state.get(name(key))
      if (isKept(value)) continue
      if (CURVES.includes(key) && this.#bendsColours(key, value)) this.#found.add(key)
      state.delete(name(key))
    }
  }

  /** Neither a function nor a halftone, which say of what kind they are. */
  #isState(object: PDFObject | undefined): boolean {
    const found = this.context.lookup(object)
    return (
      found instanceof PDFDict &&
      !['FunctionType', 'HalftoneType'].some((key) => found.has(name(key)))
    )
  }

  #bendsColours(key: string, object: PDFObject | undefined): boolean {
    return key === 'HT' ? this.#hasTransfer(object) : this.#isTransfer(object)
  }

  #isTransfer(object: PDFObject | undefined): boolean {
    const found = this.context.lookup(object)
    if (found instanceof PDFArray) return found.asArray().some((each) => this.#isTransfer(each))
    if (found instanceof PDFName) return !NEUTRAL.includes(found)
    return found instanceof PDFDict || found instanceof PDFStream
  }

  /** Of a halftone, which may hold one for each colour. */
  #hasTransfer(object: PDFObject | undefined, depth = 0): boolean {
    const found = this.context.lookup(object)
    const halftone = found instanceof PDFRawStream ? found.dict : found
    if (!(halftone instanceof PDFDict) || depth > MAX_DEPTH) return false
    if (this.#isTransfer(halftone.get(name('TransferFunction')))) return true
    return halftone.values().some((each) => this.#hasTransfer(each, depth + 1))
  }
}
