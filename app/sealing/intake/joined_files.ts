import { createHash } from 'node:crypto'
import { PDFContext, PDFDict, PDFHexString, PDFObjectCopier, type PDFRef } from 'pdf-lib'
import { name } from '../pdf/names.js'
import { PdfFile } from '../pdf/pdf_file.js'
import { PdfSection } from '../pdf/pdf_section.js'
import { examine } from './examination.js'
import type { Examined } from './examined.js'
import { compareJoined } from './second_engine/joined_opinion.js'
import { SecondEngine } from './second_engine/second_engine.js'
import { UploadParser } from './upload_parser.js'

/** What belongs to the structure of the file that a page comes from, and leads nowhere without it. */
const OF_STRUCTURE = ['StructParents', 'Tabs'] as const

/**
 * Puts the pages of several files behind one another, to be read as one. The result is examined like any upload, and a second engine
 * holds each of its pages against the file that the page came from.
 *
 * Runs in a process that may be killed.
 *
 * @param files  each in the canonical form
 * @throws PdfMalformed, TooManyPages
 */
export async function join(files: readonly Uint8Array[], maxPages: number): Promise<Examined> {
  const joined = await examine(await joinedPages(files), maxPages)
  compareJoined(await SecondEngine.start(), files, joined)
  return joined
}

async function joinedPages(files: readonly Uint8Array[]): Promise<Uint8Array> {
  const context = PDFContext.create()
  const tree = context.nextRef()
  const pages: PDFRef[] = []
  for (const file of files) pages.push(...(await copyPages(file, context)))
  for (const ref of pages) {
    const page = context.lookup(ref, PDFDict)
    for (const key of OF_STRUCTURE) page.delete(name(key))
    page.set(name('Parent'), tree)
  }
  context.assign(tree, context.obj({ Type: 'Pages', Kids: pages, Count: pages.length }))
  const root = context.register(context.obj({ Type: 'Catalog', Pages: tree }))
  const digest = createHash('sha256')
  for (const file of files) digest.update(file)
  const id = PDFHexString.of(digest.digest('hex').slice(0, 32))
  const section = PdfSection.whole(context)
  for (const [ref, object] of context.enumerateIndirectObjects()) section.put(ref, object)
  return section.encode({ root, id: context.obj([id, id]) }).bytes
}

/** By reference, so that a link to a page of the same file still leads to it. @returns the pages in their new place, in order */
async function copyPages(file: Uint8Array, target: PDFContext): Promise<PDFRef[]> {
  const { pageRefs } = PdfFile.read(file)
  const source = await UploadParser.read(file)
  const copier = PDFObjectCopier.for(source, target)
  return pageRefs.map((ref) => copier.copy(ref))
}
