import { X509Certificate } from 'node:crypto'
import { PDFArray, type PDFDict, PDFRef, PDFString } from 'pdf-lib'
import Unproven from './errors/unproven.js'
import NotOurPdf from './errors/not_our_pdf.js'
import { OID } from './pades/object_identifiers.js'
import { provePath } from './pades/certificate_path.js'
import { subjectLine } from './pades/distinguished_name.js'
import { OwnSignature } from './pades/own_signature.js'
import { SignedRange } from './pades/signed_range.js'
import { proveTimestamp } from './pades/timestamp_token.js'
import { name } from './pdf/names.js'
import { PdfFile } from './pdf/pdf_file.js'

export interface SealVerdict {
  valid: boolean
  /** Why not, as the end of a sentence. */
  reason: string | null
  /** By the time stamp where there is one, else as the seal claims. */
  signedAt: Date | null
  isTimestamped: boolean
  /** One line, as in "O=Acme, CN=Acme document seal". */
  certificateSubject: string | null
}

const SUB_FILTER = 'ETSI.CAdES.detached'

/**
 * Examines a file that we sealed, and accepts no other: the one signature certifies the document,
 * covers every byte but its own, and leads to one of the roots. What was appended afterwards makes
 * a file invalid here, even where the standard would call it a permitted change.
 *
 * @param roots  DER of the authorities that are accepted
 */
export function verifySeal(bytes: Uint8Array, { roots }: { roots: Uint8Array[] }): SealVerdict {
  return examineSeal(bytes, { roots }).verdict
}

/** What was read of a seal; of a valid one all of it. */
export interface SealExamined {
  verdict: SealVerdict
  signature: OwnSignature | null
  /** The authority that it leads to. */
  root: X509Certificate | null
  claimedAt: Date | null
}

/** The same, with what the verdict rests on. */
export function examineSeal(
  bytes: Uint8Array,
  { roots }: { roots: readonly Uint8Array[] }
): SealExamined {
  const verdict: SealVerdict = {
    valid: false,
    reason: null,
    signedAt: null,
    isTimestamped: false,
    certificateSubject: null,
  }
  const found: SealExamined = { verdict, signature: null, root: null, claimedAt: null }
  try {
    new SealExamination(bytes, roots, found).run()
    verdict.valid = true
  } catch (error) {
    verdict.reason = reasonOf(error)
  }
  return found
}

class SealExamination {
  #file: PdfFile

  constructor(
    bytes: Uint8Array,
    readonly roots: readonly Uint8Array[],
    readonly found: SealExamined
  ) {
    this.#file = PdfFile.read(bytes)
  }

  get verdict(): SealVerdict {
    return this.found.verdict
  }

  run() {
    const ref = this.#signatureRef()
    const dictionary = this.#file.dictionary(ref)
    if (dictionary.get(name('SubFilter')) !== name(SUB_FILTER)) {
      throw new Unproven('its signature is not of the kind that we make')
    }
    const range = SignedRange.of(dictionary, this.#file)
    const signature = OwnSignature.read(range.signatureOf(dictionary, ref))
    this.verdict.certificateSubject = subjectLine(signature.signer)
    this.found.claimedAt = this.#claimedTime(dictionary)
    this.found.signature = signature
    this.verdict.signedAt = this.found.claimedAt
    signature.prove(range.digest)
    this.#timestamp(signature)
    this.#certificate(signature)
  }

  /** The certification signature, which must be the document's only field. */
  #signatureRef(): PDFRef {
    const { catalog } = this.#file
    if (!catalog.has(name('Perms'))) throw new Unproven('it carries no seal')
    const certified = this.#file.dictionary(catalog.get(name('Perms'))).get(name('DocMDP'))
    const fields = this.#file.resolve(
      this.#file.dictionary(catalog.get(name('AcroForm'))).get(name('Fields'))
    )
    if (!(certified instanceof PDFRef) || !(fields instanceof PDFArray) || fields.size() !== 1) {
      throw new Unproven('it has other fields than the seal')
    }
    if (this.#file.dictionary(fields.get(0)).get(name('V')) !== certified) {
      throw new Unproven('its seal is not the signature that it shows')
    }
    return certified
  }

  #claimedTime(dictionary: PDFDict): Date {
    const at = dictionary.get(name('M'))
    if (!(at instanceof PDFString)) throw new Unproven('its seal does not say when it was made')
    return at.decodeDate()
  }

  #timestamp({ timestampToken, value }: OwnSignature) {
    if (!timestampToken) return
    this.verdict.signedAt = proveTimestamp(timestampToken, value).at
    this.verdict.isTimestamped = true
  }

  #certificate({ signer, certificates }: OwnSignature) {
    const uses: string[] = signer.keyUsage ?? []
    if (!uses.includes(OID.documentSigning)) {
      throw new Unproven('its certificate is not one for signing documents')
    }
    const roots = this.roots.map((der) => new X509Certificate(der))
    const path = provePath(signer, certificates, roots, this.verdict.signedAt!)
    this.found.root = path.at(-1)!
    const isOnPath = ({ raw }: X509Certificate) => path.some((step) => step.raw.equals(raw))
    if (!certificates.every(isOnPath)) {
      throw new Unproven('it encloses certificates that have nothing to do with it')
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Unproven) return error.message
  if (error instanceof NotOurPdf) return 'it is not a file that we sealed'
  return 'its seal cannot be read'
}
