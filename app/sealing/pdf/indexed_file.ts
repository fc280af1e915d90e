import type { PDFContext, PDFDict, PDFObject, PDFRef } from 'pdf-lib'

/** Where the objects of a file are. */
export interface FileIndex {
  /** One more than the highest object number. */
  readonly size: number
  /** Where the newest section of the table begins. */
  readonly startsAt: number
  /** The newest section is a stream (ISO 32000-2, 7.5.8), and so must be what is appended. */
  readonly isStream?: boolean
  /** The first byte after "12 0 obj", or nothing where no section lists the object. */
  bodyOffset(ref: PDFRef): number | undefined
}

/** A file that is read through its own table, object by object. */
export interface IndexedFile {
  readonly bytes: Uint8Array
  readonly context: PDFContext
  readonly references: FileIndex
  readonly trailer: PDFDict
  readonly catalogRef: PDFRef
  readonly catalog: PDFDict
  /** The streams that objects are packed into, without their filters. */
  packs(): Iterable<Uint8Array>
  resolve(object: PDFObject | undefined): PDFObject | undefined
  dictionary(object: PDFObject | undefined): PDFDict
  number(object: PDFObject | undefined): number
}
