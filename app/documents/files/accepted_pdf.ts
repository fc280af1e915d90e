import { sha256Hex } from '#app/foundation/opaque_token'
import { printableOf } from '#app/foundation/printable_text'
import { intake, type ActiveKind } from '#app/sealing/intake/intake'
import type { Examined } from '#app/sealing/intake/examination'
import type { EarlierSignature } from '#app/sealing/signed/earlier_signature'
import { counted } from './intake_figures.js'
import { LIMITS } from '../limits.js'
import type { DocumentPage } from './page_size.js'
import FileTooLarge from '../errors/file_too_large.js'

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
    readonly removed: ActiveKind[] = []
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

  /** What was accepted before, read back from a document that has it. */
  static again(
    fileName: string,
    original: Uint8Array,
    canonical: Uint8Array,
    pages: DocumentPage[],
    signatures: EarlierSignature[]
  ): AcceptedPdf {
    return new AcceptedPdf(fileName, original, canonical, pages, signatures)
  }

  get originalSha256(): string {
    return sha256Hex(this.original)
  }

  get canonicalSha256(): string {
    return sha256Hex(this.canonical)
  }
}

/** What a trail says of it besides its hashes. */
export function uploadFacts({ removed, signatures }: AcceptedPdf) {
  return {
    ...(removed.length > 0 && { removed }),
    ...(signatures.length > 0 && { signatures: signatures.length }),
  }
}

async function examined(bytes: Uint8Array): Promise<Examined> {
  if (bytes.length > LIMITS.fileBytes) throw new FileTooLarge(LIMITS.fileBytes)
  return intake.examine(bytes, { maxPages: LIMITS.pages })
}

const MAX_FILE_NAME = 200

/** Only the last part of a path, without control characters, ending in .pdf. */
function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = printableOf(last)
    .replace(/[<>:"|?*]/g, '')
    .trim()
    .slice(0, MAX_FILE_NAME)
  const stem = plain.replace(/\.pdf$/i, '').trim()
  return `${stem || 'document'}.pdf`
}
