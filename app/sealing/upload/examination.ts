import { createHash } from 'node:crypto'
import { PDFDict, PDFHexString, PDFParser, PDFRef, type PDFContext } from 'pdf-lib'
import { name } from '../pdf/names.js'
import { PdfSection } from '../pdf/pdf_section.js'
import { PageTree } from './page_tree.js'
import { balanceContents } from './balanced_content.js'
import { flattenForm } from './form_flattening.js'
import { reachableObjects } from './reachable_objects.js'
import PdfAlreadySigned from '../errors/pdf_already_signed.js'
import PdfEncrypted from '../errors/pdf_encrypted.js'
import PdfMalformed from '../errors/pdf_malformed.js'

export interface Examined {
  /** The document in the one form that signers see and that gets sealed. */
  canonical: Uint8Array
  pageCount: number
  /** Points, of each page as a person sees it. */
  pages: { width: number; height: number }[]
}

/**
 * Reads an upload and writes it anew: one revision, plain cross-references, a flat page tree with
 * every page complete and closed in itself, form fields painted into their pages, nothing unreachable.
 *
 * Runs in a process that may be killed: a hostile file can make this take any time and memory.
 *
 * @throws E_PDF_MALFORMED, E_PDF_ENCRYPTED, E_PDF_ALREADY_SIGNED, E_TOO_MANY_PAGES
 */
export async function examine(bytes: Uint8Array, maxPages: number): Promise<Examined> {
  const context = await parse(bytes)
  if (context.trailerInfo.Encrypt) throw new PdfEncrypted()
  const { catalog, root } = documentRoot(context)
  refuseSigned(context, catalog)

  const { pages } = PageTree.flatten(context, catalog, maxPages)
  balanceContents(context, pages)
  await flattenForm(context, catalog, pages)
  for (const key of ['Perms', 'Version', 'Extensions', 'Legal']) catalog.delete(name(key))

  return {
    canonical: rewrite(context, root, bytes),
    pageCount: pages.length,
    pages: pages.map(({ box }) => ({ width: box.width, height: box.height })),
  }
}

async function parse(bytes: Uint8Array): Promise<PDFContext> {
  try {
    return await PDFParser.forBytesWithOptions(bytes, Infinity).parseDocument()
  } catch (cause) {
    // an encrypted object stream is garbage to the parser, which then gives up before the trailer
    if (/\/Encrypt\s+\d+\s+\d+\s+R/.test(Buffer.from(bytes).toString('latin1'))) {
      throw new PdfEncrypted()
    }
    throw new PdfMalformed('it is damaged beyond what can be read', { cause })
  }
}

function documentRoot(context: PDFContext): { catalog: PDFDict; root: PDFRef } {
  const root = context.trailerInfo.Root
  const catalog = context.lookup(root)
  if (!(catalog instanceof PDFDict)) throw new PdfMalformed('it has no document inside')
  return { catalog, root: root instanceof PDFRef ? root : context.register(catalog) }
}

/** Usage rights (UR3) are a maker's licence for its reader, not somebody's signature. */
function refuseSigned(context: PDFContext, catalog: PDFDict) {
  const permissions = context.lookup(catalog.get(name('Perms')))
  const usageRights = new Set<unknown>()
  if (permissions instanceof PDFDict) {
    if (permissions.has(name('DocMDP'))) throw new PdfAlreadySigned()
    for (const right of permissions.values()) usageRights.add(context.lookup(right))
  }
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFDict && isSignature(object) && !usageRights.has(object)) {
      throw new PdfAlreadySigned()
    }
  }
}

function isSignature(dictionary: PDFDict) {
  return dictionary.has(name('ByteRange')) && dictionary.has(name('Contents'))
}

function rewrite(context: PDFContext, root: PDFRef, original: Uint8Array): Uint8Array {
  const info = context.trailerInfo.Info
  const roots = info instanceof PDFRef ? [root, info] : [root]
  const section = PdfSection.whole(context)
  for (const [ref, object] of reachableObjects(context, roots)) section.put(ref, object)
  const fingerprint = createHash('sha256').update(original).digest('hex').slice(0, 32)
  const id = PDFHexString.of(fingerprint)
  return section.encode({ root, info, id: context.obj([id, id]) }).bytes
}
