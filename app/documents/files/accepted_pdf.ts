import { cutText } from '#app/foundation/cut_text'
import { sha256Hex } from '#app/foundation/opaque_token'
import { printableOf } from '#app/foundation/printable_text'
import { intake, type ActiveKind } from '#app/sealing/intake/intake'
import type { Examined } from '#app/sealing/intake/examined'
import type { EarlierSignature } from '#app/sealing/signed/earlier_signature'
import { counted } from './intake_figures.js'
import { LIMITS } from '../limits.js'
import { inFile } from './file_at_fault.js'
import type { DocumentPage } from './page_size.js'
import FilesTooLarge from '../errors/files_too_large.js'
import FileTooLarge from '../errors/file_too_large.js'
import PdfAlreadySigned from '#app/sealing/errors/pdf_already_signed'

/** A PDF that was looked at and found fit: the bytes as received, and those that signers will see. */
export class AcceptedPdf {
  private constructor(
    readonly fileName: string,
    readonly original: Uint8Array,
    readonly canonical: Uint8Array,
    readonly pages: DocumentPage[],
    /** Those that it bears already; it is then kept as it is. */
    readonly signatures: EarlierSignature[],
    /** What it did rather than showed (scripts, files inside), and does no longer. */
    readonly removed: ActiveKind[] = [],
    /** What it was joined of; none where it is one file. */
    readonly files: readonly AcceptedPdf[] = []
  ) {}

  /**
   * Everything that comes from outside is hostile until this has returned.
   *
   * @throws FileTooLarge, PdfMalformed, PdfEncrypted, PdfAlreadySigned, PdfUnsafe,
   *   TooManyPages
   */
  static async accept(bytes: Uint8Array, fileName: string): Promise<AcceptedPdf> {
    const { canonical, pages, signatures, removed } = await counted(examined(bytes))
    return new AcceptedPdf(safeName(fileName), bytes, canonical, pages, signatures, removed)
  }

  /**
   * One upload of several files: each is looked at, and their pages are put behind one another. It has no bytes of its own beside these.
   *
   * @throws FilesTooLarge, and what `accept` throws, whose message names the file
   */
  static async acceptAll(
    files: readonly { bytes: Uint8Array; name: string }[]
  ): Promise<AcceptedPdf> {
    return AcceptedPdf.joined(await AcceptedPdf.acceptEach(files))
  }

  /** The same, not joined yet. */
  static async acceptEach(
    files: readonly { bytes: Uint8Array; name: string }[]
  ): Promise<AcceptedPdf[]> {
    const accepted: AcceptedPdf[] = []
    for (const [index, { bytes, name }] of files.entries())
      accepted.push(
        await inFile(files.length > 1 ? index + 1 : null, () => AcceptedPdf.accept(bytes, name))
      )
    return accepted
  }

  /** Files that were accepted, as one. @throws FilesTooLarge, PdfAlreadySigned, TooManyPages, PdfMalformed where they do not show the same when joined */
  static async joined(files: readonly AcceptedPdf[]): Promise<AcceptedPdf> {
    const [first, ...others] = files
    if (first && others.length === 0) return first
    const sum = files.reduce((bytes, { original }) => bytes + original.length, 0)
    if (sum > LIMITS.fileBytes) throw new FilesTooLarge(LIMITS.fileBytes)
    const signed = files.findIndex(({ signatures }) => signatures.length > 0)
    if (signed !== -1)
      await inFile(signed + 1, () => {
        throw new PdfAlreadySigned('it has to be a document of its own')
      })
    const { canonical, pages } = await intake.join(
      files.map((file) => file.canonical),
      { maxPages: LIMITS.pages }
    )
    const names = files.map(({ fileName }) => fileName).join(', ')
    const removed = [...new Set(files.flatMap((file) => file.removed))].sort()
    return new AcceptedPdf(names, canonical, canonical, pages, [], removed, files)
  }

  /** What was accepted before, read back from a document that has it. */
  static again(
    fileName: string,
    original: Uint8Array,
    canonical: Uint8Array,
    pages: DocumentPage[],
    signatures: EarlierSignature[],
    files: readonly AcceptedPdf[] = []
  ): AcceptedPdf {
    return new AcceptedPdf(fileName, original, canonical, pages, signatures, [], files)
  }

  get originalSha256(): string {
    return sha256Hex(this.original)
  }

  get canonicalSha256(): string {
    return sha256Hex(this.canonical)
  }
}

/** What a trail says of it besides its hashes. */
export function uploadFacts({ removed, signatures, files }: AcceptedPdf) {
  return {
    ...(files.length > 0 && { files: files.map(fileFacts) }),
    ...(removed.length > 0 && { removed }),
    ...(signatures.length > 0 && { signatures: signatures.length }),
  }
}

function fileFacts({ originalSha256, canonicalSha256, pages }: AcceptedPdf) {
  return { originalSha256, canonicalSha256, pageCount: pages.length }
}

/** What it is called, as a trail keeps it until it is erased. */
export function uploadNames({ fileName, files }: AcceptedPdf): Record<string, string> {
  const names = files.map((file) => file.fileName)
  return { fileName, ...(names.length > 0 && { fileNames: JSON.stringify(names) }) }
}

async function examined(bytes: Uint8Array): Promise<Examined> {
  if (bytes.length > LIMITS.fileBytes) throw new FileTooLarge(LIMITS.fileBytes)
  return intake.examine(bytes, { maxPages: LIMITS.pages })
}

const MAX_FILE_NAME = 200

/** Only the last part of a path, without control characters, ending in .pdf. */
function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const printable = printableOf(last).replace(/[<>:"|?*]/g, '')
  const plain = cutText(printable.trim(), MAX_FILE_NAME)
  const stem = plain.replace(/\.pdf$/i, '').trim()
  return `${stem || 'document'}.pdf`
}
