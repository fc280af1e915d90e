import { type PDFContext, PDFDict, PDFName, PDFNumber, PDFRef, type PDFObject } from 'pdf-lib'
import { crossReferenceStream } from './cross_reference_stream.js'
import type { IndexedFile } from './indexed_file.js'
import { namedNumbers } from './named_numbers.js'

/** Four bytes over 127 tell programs that move files that this one is binary (7.5.2). */
const HEADER = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')

/**
 * How objects of an update get their numbers: `unnamed` passes over those that what stands before refers to; `next` takes one after the other,
 * as earlier releases did, and is for making once more what they wrote.
 */
export type Numbering = 'unnamed' | 'next'

/** First the one that costs no search: hardly any file names what it does not have. */
export const NUMBERINGS: readonly Numbering[] = ['next', 'unnamed']

export interface EncodedSection {
  bytes: Buffer
  /** Where the body of each written object begins. */
  bodies: Map<PDFRef, number>
}

/**
 * Objects written behind a file (an incremental update, ISO 32000-2, 7.5.6), or a whole file when
 * there is nothing before them. What stands before is copied and never changed, and nothing that it
 * refers to without having it gets an object: that would appear wherever the reference is.
 */
export class PdfSection {
  #objects = new Map<PDFRef, PDFObject>()
  #next: number
  #named: ReadonlySet<number>

  static after(file: IndexedFile, numbering: Numbering = 'unnamed') {
    return new PdfSection(file.context, file, numbering)
  }

  static whole(context: PDFContext) {
    return new PdfSection(context)
  }

  private constructor(
    readonly context: PDFContext,
    readonly file?: IndexedFile,
    numbering: Numbering = 'unnamed'
  ) {
    this.#next = file?.references.size ?? 1
    const passesOver = file && numbering === 'unnamed'
    this.#named = passesOver ? namedNumbers(file, this.#next) : new Set()
  }

  reserve(): PDFRef {
    const ref = PDFRef.of(this.#free)
    this.#next = ref.objectNumber + 1
    return ref
  }

  add(object: PDFObject): PDFRef {
    const ref = this.reserve()
    this.put(ref, object)
    return ref
  }

  put(ref: PDFRef, object: PDFObject) {
    this.#objects.set(ref, object)
    this.#next = Math.max(this.#next, ref.objectNumber + 1)
  }

  get #free(): number {
    let free = this.#next
    while (this.#named.has(free)) free++
    return free
  }

  encode(entries: { root: PDFRef; info?: PDFObject; id: PDFObject }): EncodedSection {
    const before = this.file ? this.file.bytes : HEADER
    const objects = [...this.#objects].sort(([a], [b]) => a.objectNumber - b.objectNumber)
    const heads = objects.map(([ref]) => `${ref.objectNumber} ${ref.generationNumber} obj\n`)
    const bodies = new Map<PDFRef, number>()
    const offsets: [PDFRef, number][] = []

    let at = before.length
    objects.forEach(([ref, object], index) => {
      offsets.push([ref, at])
      bodies.set(ref, at + heads[index]!.length)
      at += heads[index]!.length + object.sizeInBytes() + '\nendobj\n'.length
    })
    const tail = this.#tail(offsets, at, entries)

    const bytes = Buffer.allocUnsafeSlow(at + tail.length)
    bytes.set(before, 0)
    objects.forEach(([ref, object], index) => {
      const body = bodies.get(ref)!
      bytes.write(heads[index]!, body - heads[index]!.length, 'latin1')
      const end = body + object.copyBytesInto(bytes, body)
      bytes.write('\nendobj\n', end, 'latin1')
    })
    bytes.write(tail, at, 'latin1')
    return { bytes, bodies }
  }

  #tail(
    offsets: [PDFRef, number][],
    startsAt: number,
    { root, info, id }: { root: PDFRef; info?: PDFObject; id: PDFObject }
  ) {
    const trailer = PDFDict.withContext(this.context)
    trailer.set(PDFName.of('Size'), PDFNumber.of(this.#next))
    trailer.set(PDFName.of('Root'), root)
    if (info) trailer.set(PDFName.of('Info'), info)
    trailer.set(PDFName.of('ID'), id)
    if (this.file) trailer.set(PDFName.of('Prev'), PDFNumber.of(this.file.references.startsAt))
    if (this.file?.references.isStream) {
      const stream = crossReferenceStream(offsets, PDFRef.of(this.#free), trailer, startsAt)
      return `${stream}\nstartxref\n${startsAt}\n%%EOF\n`
    }
    return `xref\n${this.#table(offsets)}trailer\n${trailer}\nstartxref\n${startsAt}\n%%EOF\n`
  }

  #table(offsets: [PDFRef, number][]) {
    let table = this.file ? '' : '0 1\n0000000000 65535 f \n'
    for (let first = 0; first < offsets.length;) {
      let end = first + 1
      while (end < offsets.length && follows(offsets[end - 1]!, offsets[end]!)) end++
      table += `${offsets[first]![0].objectNumber} ${end - first}\n`
      for (const [ref, offset] of offsets.slice(first, end)) {
        const generation = String(ref.generationNumber).padStart(5, '0')
        table += `${String(offset).padStart(10, '0')} ${generation} n \n`
      }
      first = end
    }
    return table
  }
}

function follows([before]: [PDFRef, number], [after]: [PDFRef, number]) {
  return before.objectNumber + 1 === after.objectNumber
}
