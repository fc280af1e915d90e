import { createHash } from 'node:crypto'
import { PDFDict, PDFHexString, PDFString, type PDFObject, type PDFRef } from 'pdf-lib'
import type { Attachment } from '../seal_order.js'
import { deflated } from './deflated.js'
import { name } from './names.js'
import type { ObjectStore } from './object_store.js'

/**
 * Enters files into the catalogue: associated with the document (ISO 32000-2, 14.13, as PDF/A-3 has it) and in the name tree in which
 * readers list attachments. Those of an upload do not stay listed: what is under the seal is ours.
 *
 * @param names  the catalogue's own name trees, where it has some
 */
export function attach(
  store: ObjectStore,
  { catalog, names }: { catalog: PDFDict; names: PDFObject | undefined },
  attachments: readonly Attachment[],
  at: Date
) {
  if (attachments.length === 0) return
  const { context } = store
  const files = [...attachments]
    .sort((a, b) => (a.name < b.name ? -1 : 1)) // the keys of a name tree are in order (7.9.6)
    .map((attachment) => ({ key: attachment.name, ref: fileSpecification(store, attachment, at) }))
  catalog.set(name('AF'), context.obj(files.map(({ ref }) => ref)))
  const kept = names instanceof PDFDict ? names.clone(context) : PDFDict.withContext(context)
  const tree = { Names: files.flatMap(({ key, ref }) => [PDFString.of(key), ref]) }
  kept.set(name('EmbeddedFiles'), context.obj(tree))
  catalog.set(name('Names'), kept)
}

function fileSpecification(
  store: ObjectStore,
  { name: fileName, mimeType, description, bytes }: Attachment,
  at: Date
): PDFRef {
  const { context } = store
  const checksum = createHash('md5').update(bytes).digest('hex') // as 7.11.4 names it; no proof of anything
  const file = context.stream(deflated(bytes), {
    Type: 'EmbeddedFile',
    Subtype: mimeType,
    Filter: 'FlateDecode',
    Params: {
      Size: bytes.length,
      CheckSum: PDFHexString.of(checksum),
      ModDate: PDFString.fromDate(at),
    },
  })
  const ref = store.add(file)
  return store.add(
    context.obj({
      Type: 'Filespec',
      F: PDFString.of(fileName),
      UF: PDFHexString.fromText(fileName),
      Desc: PDFHexString.fromText(description),
      AFRelationship: 'Data',
      EF: { F: ref, UF: ref },
    })
  )
}
