import { PDFDict, PDFNumber, PDFRawStream } from 'pdf-lib'
import NotOurPdf from '../errors/not_our_pdf.js'
import PdfAlreadySigned from '../errors/pdf_already_signed.js'
import PdfMalformed from '../errors/pdf_malformed.js'
import SealImpossible from '../errors/seal_impossible.js'
import PdfUnsafe from '../errors/pdf_unsafe.js'
import { SPACE } from '../pdf/byte_kinds.js'
import { namedNumbers } from '../pdf/named_numbers.js'
import { name } from '../pdf/names.js'
import { ObjectReader } from '../pdf/object_reader.js'
import { examined as examinedSignature, MAX_SIGNATURES } from '../signed/earlier_signature.js'
import { signatureEntries, type SignatureEntry } from '../signed/signature_entries.js'
import { SignedFile } from '../signed/signed_file.js'
import { signedPages, type SignedPage } from '../signed/signed_pages.js'
import { allowsAnnotations } from '../signed/signers_rules.js'
import { ActiveContent } from './content/active_content.js'
import { referencesIn } from './content/dictionaries.js'
import { coveredPlaces, MAX_COVERED } from './covered_places.js'
import { drySealSigned } from './dry_seal.js'
import { Substitutes } from './content/substitutes.js'
import type { Examined, ExaminedPage, Rewritten } from './examined.js'
import { unlikeAreas } from './page_areas.js'
import type { OpenedFile } from './second_engine/opened_file.js'
import type { OpenedPage } from './second_engine/opened_page.js'
import type { SecondEngine } from './second_engine/second_engine.js'
import { checkStamps } from './second_engine/stamp_check.js'
import { isUnlikePaper } from './unlike_paper.js'
import { isUnlikePrograms } from './unlike_programs.js'
import { isUnlikeValue } from './unlike_value.js'

const LINE_FEED = 0x0a
/** The end of a line, which some programs count. */
const MAX_END_BYTES = 2

/**
 * An upload that bears signatures, as it is: nothing of it can be written anew, so whatever would be removed from others is a reason to
 * refuse it. It is sealed on trial, and the second engine holds the result against the upload.
 *
 * @param rewritten  what it would have become, held against it before: parsers agree about what it shows
 * @throws PdfAlreadySigned, PdfUnsafe, PdfMalformed
 */
export async function keepSigned(
  bytes: Uint8Array,
  rewritten: Rewritten,
  engine: SecondEngine
): Promise<Examined> {
  try {
    return await kept(bytes, rewritten, engine)
  } catch (error) {
    if (error instanceof NotOurPdf)
      throw new PdfAlreadySigned('nothing can be appended to it as it is written', { cause: error })
    if (error instanceof SealImpossible) throw new PdfMalformed(error.message, { cause: error })
    throw error
  }
}

async function kept(
  bytes: Uint8Array,
  { pages, pageCount, redrawn, disarmed, substitutes }: Rewritten,
  engine: SecondEngine
): Promise<Examined> {
  const file = SignedFile.read(bytes)
  refuseDisguised(bytes)
  refuseMended(bytes)
  const entries = signatureEntries(file).filter(({ range }) => range.length > 0)
  refuseByRules(file, entries)
  const signed = signedPages(file)
  refuseActive(bytes, disarmed)
  refuseSubstitutes(file, signed, substitutes)
  if (redrawn.some(({ isCut }) => isCut)) throw PdfUnsafe.hidingLayer()
  refuseUnlikePaper(file, signed, engine.open(bytes))
  refuseUnlikePrograms(bytes, signed, engine.open(bytes))
  if (signed.length !== pageCount)
    throw new PdfMalformed('two programs disagree about how many pages it has')
  const examined: Examined = {
    canonical: endingInLine(bytes),
    pageCount,
    pages: withCovered(pages, file, signed),
    removed: [],
    signatures: entries.map((entry) => examinedSignature(file, entry)),
  }
  const { sealed, ...stamping } = await drySealSigned(examined)
  SignedFile.read(sealed) // what cannot be read again cannot be verified
  checkStamps(engine, sealed, stamping)
  return examined
}

/** Nothing that is added may get a number that the file names: not even where only some programs see that it does. */
function refuseDisguised(bytes: Uint8Array) {
  const file = SignedFile.read(bytes)
  const { size } = file.references
  const named = namedNumbers(file, size)
  for (const { objectNumber } of referencesIn(file.everything()))
    if (objectNumber >= size && !named.has(objectNumber))
      throw new NotOurPdf(`it refers to object ${objectNumber}, which it does not have`)
}

/** Nothing but what a stream says of its length tells all programs where it ends. Blanks behind that count for nothing. */
function refuseMended(bytes: Uint8Array) {
  const context = SignedFile.read(bytes).everything()
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue
    const length = context.lookup(object.dict.get(name('Length')))
    const said = length instanceof PDFNumber ? length.asNumber() : -1
    const rest = object.contents.subarray(Math.max(0, said))
    if (said < 0 || said > object.contents.length + MAX_END_BYTES || !rest.every(isSpace))
      throw new NotOurPdf('a stream of it has another length than it says')
  }
}

function isSpace(byte: number): boolean {
  return SPACE[byte] === 1
}

function refuseUnlikePaper(
  file: SignedFile,
  pages: readonly SignedPage[],
  drawn: OpenedFile | null
): void {
  eachPage(pages, drawn, (page, number, opened) => {
    if (isUnlikePaper(file, page, opened))
      throw new PdfUnsafe(
        `page ${number} has an annotation that does not show both on screen and on paper, and cannot be removed from what is signed`
      )
  })
}

function refuseUnlikePrograms(
  bytes: Uint8Array,
  pages: readonly SignedPage[],
  drawn: OpenedFile | null
): void {
  const file = SignedFile.read(bytes)
  const context = file.everything()
  const reader = new ObjectReader(context)
  eachPage(pages, drawn, ({ ref, box }, number, opened) => {
    const page = { dictionary: file.dictionary(ref), box }
    if (isUnlikePrograms(reader, page))
      throw new PdfUnsafe(
        `page ${number} has an annotation that programs draw in different ways, and cannot be changed in what is signed`
      )
    if (isUnlikeValue(context, file.catalog, page, opened))
      throw new PdfUnsafe(
        `page ${number} has a field that some programs draw from its value and others do not, and cannot be changed in what is signed`
      )
  })
}

/** @param drawn  the same file in the second engine; closed here */
function eachPage(
  pages: readonly SignedPage[],
  drawn: OpenedFile | null,
  look: (page: SignedPage, number: number, opened: OpenedPage | null) => void
): void {
  try {
    for (const [index, page] of pages.entries()) {
      const opened = drawn?.page(index) ?? null
      try {
        look(page, index + 1, opened)
      } finally {
        opened?.close()
      }
    }
  } finally {
    drawn?.close()
  }
}

function withCovered(
  pages: readonly ExaminedPage[],
  file: SignedFile,
  signed: readonly SignedPage[]
): ExaminedPage[] {
  let room = MAX_COVERED
  return pages.map((page, index) => {
    const covered = coveredPlaces(file, signed[index]!).slice(0, room)
    room -= covered.length
    return covered.length > 0 ? { ...page, covered } : page
  })
}

function refuseByRules(file: SignedFile, entries: readonly SignatureEntry[]) {
  const permissions = file.resolve(file.catalog.get(name('Perms')))
  const certifying =
    permissions instanceof PDFDict ? file.resolve(permissions.get(name('DocMDP'))) : undefined
  const isFound = !certifying || entries.some(({ signature }) => signature === certifying)
  if (entries.length === 0 || !isFound)
    throw new PdfAlreadySigned('it is not where readers look for signatures')
  if (entries.length > MAX_SIGNATURES)
    throw new PdfAlreadySigned('it has more signatures than can be looked at')
  if (!allowsAnnotations(file, entries))
    throw new PdfAlreadySigned(
      'its certification or its fields allow no more than to fill in its own form, or nothing at all'
    )
}

/** @param disarmed  what another parser found, which reads what no table lists as well */
function refuseActive(bytes: Uint8Array, disarmed: readonly string[]) {
  const active = new ActiveContent(SignedFile.read(bytes).everything())
  const triggers = active.triggers()
  active.disarm()
  const kinds = [...new Set([...disarmed, ...active.disarmed, ...triggers])].sort()
  if (kinds.length > 0)
    throw new PdfUnsafe(
      `it does more than to show pages (${kinds.join(', ')}), which cannot be removed from what is signed`
    )
}

/** @param known  what another parser found */
function refuseSubstitutes(
  file: SignedFile,
  pages: readonly SignedPage[],
  known: readonly string[]
) {
  const again = SignedFile.read(file.bytes)
  const found = Substitutes.remove(again.everything(), again.catalog)
  const areas = unlikeAreas(file, pages)
  const kinds = [...new Set([...known, ...found, ...areas])].sort()
  if (kinds.length > 0)
    throw new PdfUnsafe(
      `it shows something else on paper or in other programs (${kinds.join(', ')}), which cannot be removed from what is signed`
    )
}

/** An update begins on a line of its own; the signatures cover what is before it. */
function endingInLine(bytes: Uint8Array): Uint8Array {
  if (bytes.at(-1) === LINE_FEED) return bytes
  const ended = new Uint8Array(bytes.length + 1)
  ended.set(bytes)
  ended[bytes.length] = LINE_FEED
  return ended
}
