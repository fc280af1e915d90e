import { createHash } from 'node:crypto'
import { PDFDict, PDFHexString, PDFRef, type PDFContext } from 'pdf-lib'
import PdfAlreadySigned from '../errors/pdf_already_signed.js'
import PdfEncrypted from '../errors/pdf_encrypted.js'
import PdfMalformed from '../errors/pdf_malformed.js'
import PdfUnsafe from '../errors/pdf_unsafe.js'
import { name } from '../pdf/names.js'
import { PdfSection } from '../pdf/pdf_section.js'
import { decrypted } from './decrypted.js'
import { drySeal } from './dry_seal.js'
import { keepSigned } from './kept_upload.js'
import { SecondEngine } from './second_engine/second_engine.js'
import { compare } from './second_engine/second_opinion.js'
import { ArchivalClaim } from './archival_claim.js'
import { ActiveContent } from './content/active_content.js'
import { FlattenedAnnotations } from './flattening/flattened_annotations.js'
import { FormNesting } from './content/form_nesting.js'
import { keptInformation } from './document_information.js'
import { fromHead } from './file_start.js'
import { drawnForm } from './flattening/drawn_form.js'
import { IsolatedContent } from './content/isolated_content.js'
import { Layers } from './content/layers.js'
import { LostObjects } from './content/lost_objects.js'
import { forgetMissing } from './content/missing_objects.js'
import { PageTree, type UploadedPage } from './content/page_tree.js'
import { reachableObjects } from './content/reachable_objects.js'
import { followContent } from './content/structure_tags.js'
import { bearsSignature } from './bears_signature.js'
import { Substitutes } from './content/substitutes.js'
import { UnparsedObjects } from './content/unparsed_objects.js'
import { UploadParser } from './upload_parser.js'
import { times, toPoints } from './user_unit.js'
import type { Examined, PaintedOver, RedrawnPage, Rewritten } from './examined.js'

/**
 * Reads an upload and writes it anew: one revision, plain cross-references, a flat page tree with
 * every page complete and closed in itself, annotations painted into their pages, nothing that acts,
 * nothing hidden, nothing unreachable. The result is sealed on trial, and held against the upload by a
 * second engine. What bears signatures already goes through the same, and then stays as it is.
 *
 * Runs in a process that may be killed: a hostile file can make this take any time and memory.
 *
 * @throws PdfMalformed, PdfEncrypted, PdfAlreadySigned, PdfUnsafe, TooManyPages
 */
export async function examine(bytes: Uint8Array, maxPages: number): Promise<Examined> {
  const inPoints = await rewrite(fromHead(bytes), maxPages)
  try {
    return await proven(bytes, inPoints)
  } catch (error) {
    if (inPoints.redrawn.every(({ unit }) => unit === 1)) throw error
    // thin lines may round to other pixels when a page grows: rather a page in its own units than a refusal
    return proven(bytes, await rewrite(fromHead(bytes), maxPages, { keepsUnits: true }))
  }
}

/** What an upload became, sealed on trial and held against the upload. */
async function proven(bytes: Uint8Array, rewritten: Rewritten): Promise<Examined> {
  const { redrawn, isSigned, disarmed, substitutes, ...examined } = rewritten
  const engine = await SecondEngine.start()
  if (!isSigned) await drySeal(examined)
  compare(engine, bytes, rewritten)
  return isSigned ? keepSigned(bytes, rewritten, engine) : examined
}

async function rewrite(
  bytes: Uint8Array,
  maxPages: number,
  { keepsUnits = false } = {}
): Promise<Rewritten> {
  const { context, isEncrypted } = await parsed(bytes)
  const { catalog, root } = documentRoot(context)
  const isSigned = bearsSignature(context, catalog)
  if (isSigned && isEncrypted) throw new PdfAlreadySigned('it is encrypted')
  // before anything gets a number that the upload names
  forgetMissing(context)
  const isForm = drawnForm(context, catalog)
  const archival = isEncrypted ? null : ArchivalClaim.of(context, catalog)
  const active = new ActiveContent(context)
  active.disarm()
  const substitutes = Substitutes.remove(context, catalog)
  const layers = Layers.read(context, catalog)
  const { pages } = PageTree.flatten(context, catalog, maxPages)
  const isolated = new IsolatedContent(context)
  pages.forEach((page, index) => isolated.isolate(page, index + 1))
  followContent(context, catalog, isolated.forms)
  layers.remove()
  const unparsed = new UnparsedObjects(context)
  // of signed files, none is accepted
  if (!isSigned) {
    const form = catalog.get(name('AcroForm'))
    pages.forEach(({ dictionary }, index) => unparsed.refuseAnnotating(dictionary, form, index + 1))
  }
  const lost = LostObjects.watch(context, catalog, pages)
  const flattened = await flatten(context, catalog, pages, layers, active)
  if (isSigned && layers.hidesAnnotation) throw PdfUnsafe.hidingLayer()
  if (isSigned && layers.isUpToPrograms) throw PdfUnsafe.layerUpToPrograms()
  const redrawn = flattened.map((painted, index): RedrawnPage => {
    const unit = keepsUnits || isSigned ? 1 : toPoints(context, pages[index]!)
    return { ...painted, unit, places: painted.places.map((place) => times(place, unit)) }
  })
  lost.remove()
  active.cleanCatalog(catalog)
  if (isForm === 'xfa') active.note('xfa')
  const nesting = new FormNesting(context)
  pages.forEach(({ dictionary }, index) => {
    active.cleanPage(dictionary)
    const found = context.lookup(dictionary.get(name('Resources')))
    const resources = found instanceof PDFDict ? found : null
    unparsed.refuseDrawing(resources, index + 1)
    nesting.check(resources, index + 1)
  })
  unparsed.forget()
  const info = keptInformation(context)
  archival?.renew({ root, info, pages, painted: flattened })
  return {
    canonical: encode(context, { root, info }, bytes),
    pageCount: pages.length,
    pages: pages.map(({ box }) => ({ width: box.width, height: box.height })),
    removed: [...active.removed].sort(),
    disarmed: [...active.disarmed],
    substitutes: [...substitutes],
    signatures: [],
    redrawn,
    isSigned,
  }
}

async function parsed(bytes: Uint8Array) {
  const { context, isEncrypted } = await parse(bytes)
  if (context && !isEncrypted) return { context, isEncrypted }
  const plain = await parse(await decrypted(bytes))
  if (!plain.context || plain.isEncrypted) throw new PdfEncrypted()
  return { context: plain.context, isEncrypted: true }
}

async function parse(bytes: Uint8Array) {
  try {
    const context = await UploadParser.read(bytes)
    return { context, isEncrypted: context.trailerInfo.Encrypt !== undefined }
  } catch (cause) {
    // an encrypted object stream is garbage to the parser, which then gives up before the trailer
    if (/\/Encrypt\s+\d+\s+\d+\s+R/.test(Buffer.from(bytes).toString('latin1'))) {
      return { context: null, isEncrypted: true }
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

let drawing: ReturnType<typeof loadDrawing> | undefined

/** Fonts and shaping are loaded only for documents that leave drawing to the reader, and asked for once. */
function loadDrawing() {
  return Promise.all([
    import('./flattening/field_drawing.js'),
    import('./flattening/annotation_drawing.js'),
  ])
}

async function flatten(
  context: PDFContext,
  catalog: PDFDict,
  pages: UploadedPage[],
  layers: Layers,
  active: ActiveContent
): Promise<PaintedOver[]> {
  const isCut = layers.hidesSomething
  if (!pages.some(({ dictionary }) => dictionary.has(name('Annots')))) {
    return pages.map(() => ({ isChanged: isCut, isCut, places: [] }))
  }
  drawing ??= loadDrawing()
  drawing.catch(() => (drawing = undefined))
  const [{ FieldDrawing }, { AnnotationDrawing }] = await drawing
  const drawers = { field: new FieldDrawing(context), annotation: new AnnotationDrawing(context) }
  const annotations = new FlattenedAnnotations(context, catalog, layers, active, drawers)
  const redrawn = pages.map((page) => {
    const { isPainted, redrawn: places } = annotations.flatten(page)
    return {
      isChanged: isPainted || isCut,
      isCut,
      places: places.map((place) => page.box.seen(place)),
    }
  })
  drawers.field.finish()
  drawers.annotation.finish()
  return redrawn
}

function encode(
  context: PDFContext,
  { root, info }: { root: PDFRef; info: PDFRef | undefined },
  original: Uint8Array
): Uint8Array {
  forgetMissing(context)
  const section = PdfSection.whole(context)
  const roots = info ? [root, info] : [root]
  for (const [ref, object] of reachableObjects(context, roots)) section.put(ref, object)
  const fingerprint = createHash('sha256').update(original).digest('hex').slice(0, 32)
  const id = PDFHexString.of(fingerprint)
  return section.encode({ root, info, id: context.obj([id, id]) }).bytes
}
