import { PDFDict, PDFInvalidObject, type PDFContext, type PDFObject } from 'pdf-lib'
import { name } from '../pdf/names.js'

/** Whether somebody signed the file. Usage rights (UR3) are a maker's licence for its reader, not somebody's signature. */
export function bearsSignature(context: PDFContext, catalog: PDFDict): boolean {
  const permissions = context.lookup(catalog.get(name('Perms')))
  const usageRights = new Set<unknown>()
  if (permissions instanceof PDFDict) {
    if (permissions.has(name('DocMDP'))) return true
    for (const right of permissions.values()) usageRights.add(context.lookup(right))
  }
  return context
    .enumerateIndirectObjects()
    .some(([, object]) => !usageRights.has(object) && isSignature(context, object))
}

/** Those that cannot be parsed count, by what they say or by the field that holds them: other programs may read them. */
function isSignature(context: PDFContext, object: PDFObject): boolean {
  if (object instanceof PDFInvalidObject) return bytesOf(object).includes('/ByteRange')
  if (!(object instanceof PDFDict)) return false
  if (object.has(name('ByteRange')) && object.has(name('Contents'))) return true
  return (
    context.lookup(object.get(name('FT'))) === name('Sig') &&
    context.lookup(object.get(name('V'))) instanceof PDFInvalidObject
  )
}

function bytesOf(object: PDFInvalidObject): Buffer {
  const bytes = Buffer.alloc(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return bytes
}
