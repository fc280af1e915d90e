import type { PDFContext, PDFObject, PDFRef } from 'pdf-lib'

/** Where the objects go that a drawing is made of. */
export interface ObjectStore {
  readonly context: PDFContext
  reserve(): PDFRef
  add(object: PDFObject): PDFRef
  put(ref: PDFRef, object: PDFObject): void
}

/** Among the objects of a document that was read whole. */
export function storeOf(context: PDFContext): ObjectStore {
  return {
    context,
    reserve: () => context.nextRef(),
    add: (object) => context.register(object),
    put: (ref, object) => context.assign(ref, object),
  }
}
