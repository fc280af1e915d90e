import type { X509Certificate } from 'node:crypto'
import { type PDFDict, PDFString } from 'pdf-lib'
import Uncheckable from './errors/uncheckable.js'
import Unproven from './errors/unproven.js'
import NotOurPdf from './errors/not_our_pdf.js'
import { OID } from './pades/object_identifiers.js'
import { provePath } from './pades/certificate_path.js'
import { subjectLine } from './pades/distinguished_name.js'
import { endorsedChain, endorsementIn } from './pades/endorsement.js'
import { knownCertificate } from './pades/known_certificate.js'
import { OwnSignature } from './pades/own_signature.js'
import { SignedRange } from './pades/signed_range.js'
import { proveTimestamp } from './pades/timestamp_token.js'
import { name } from './pdf/names.js'
import { PdfFile } from './pdf/pdf_file.js'
import { certifyingSeal, approvalSeal, type FoundSeal } from './found_seal.js'
import type { OwnSignatureOf } from './seal_order.js'
import { ownSignaturesIn } from './signed/own_signatures.js'
import { SignedFile } from './signed/signed_file.js'

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
 * Examines a file that we sealed, and accepts no other: the seal certifies the document or, where others signed before, is its last
 * signature; it covers every byte but its own, and leads to one of the roots. What was appended afterwards makes
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
  /** Its certificate, and those of its issuers up to the authority that it leads to. */
  path: readonly X509Certificate[]
  /** Of a certificate of the tenant's own, which `path` endorses: with its issuers as far as they are enclosed. Else empty. */
  own: readonly X509Certificate[]
  claimedAt: Date | null
  /** Its time stamp uses an algorithm that is not checked: it does not count. */
  hasUncheckedTimestamp: boolean
  /** It stands beside signatures that were there before. */
  isApproval: boolean
  /** Which of these signers of the document made, as the seal says. */
  ownSignatures: readonly OwnSignatureOf[]
}

/**
 * The same, with what the verdict rests on. A file that bore signatures before has a seal that does not certify it, and is read through
 * the tables of those who wrote it.
 */
export function examineSeal(
  bytes: Uint8Array,
  { roots }: { roots: readonly Uint8Array[] }
): SealExamined {
  const certified = examined(() => certifyingSeal(PdfFile.read(bytes)), roots)
  if (certified.verdict.valid) return certified
  const added = examined(() => approvalSeal(SignedFile.read(bytes)), roots)
  if (added.verdict.valid) return { ...added, isApproval: true }
  const isClosest = certified.signature === null && added.signature !== null
  return isClosest ? { ...added, isApproval: true } : certified
}

function examined(find: () => FoundSeal, roots: readonly Uint8Array[]): SealExamined {
  const verdict: SealVerdict = {
    valid: false,
    reason: null,
    signedAt: null,
    isTimestamped: false,
    certificateSubject: null,
  }
  const found: SealExamined = {
    verdict,
    signature: null,
    path: [],
    own: [],
    claimedAt: null,
    hasUncheckedTimestamp: false,
    isApproval: false,
    ownSignatures: [],
  }
  try {
    new SealExamination(find(), roots, found).run()
    verdict.valid = true
  } catch (error) {
    verdict.reason = reasonOf(error)
  }
  return found
}

class SealExamination {
  constructor(
    readonly seal: FoundSeal,
    readonly roots: readonly Uint8Array[],
    readonly found: SealExamined
  ) {}

  get verdict(): SealVerdict {
    return this.found.verdict
  }

  run() {
    const { file, ref } = this.seal
    const dictionary = file.dictionary(ref)
    if (dictionary.get(name('SubFilter')) !== name(SUB_FILTER)) {
      throw new Unproven('its signature is not of the kind that we make')
    }
    const range = SignedRange.of(dictionary, file)
    const signature = OwnSignature.read(range.signatureOf(dictionary, ref))
    this.verdict.certificateSubject = subjectLine(signature.signer)
    this.found.claimedAt = this.#claimedTime(dictionary)
    this.found.signature = signature
    this.verdict.signedAt = this.found.claimedAt
    signature.prove(range.digest)
    this.#timestamp(signature)
    this.#certificate(signature)
    this.found.ownSignatures = ownSignaturesIn(file, dictionary)
  }

  #claimedTime(dictionary: PDFDict): Date {
    const at = dictionary.get(name('M'))
    if (!(at instanceof PDFString)) throw new Unproven('its seal does not say when it was made')
    return at.decodeDate()
  }

  #timestamp({ timestampToken, value }: OwnSignature) {
    if (!timestampToken) return
    try {
      this.verdict.signedAt = proveTimestamp(timestampToken, value).at
      this.verdict.isTimestamped = true
    } catch (error) {
      if (!(error instanceof Uncheckable)) throw error
      this.found.hasUncheckedTimestamp = true
    }
  }

  #certificate({ signer, certificates }: OwnSignature) {
    const endorsement = endorsementIn(certificates)
    const certified = endorsement ?? signer
    const uses: string[] = certified.keyUsage ?? []
    if (!uses.includes(OID.documentSigning)) {
      throw new Unproven('its certificate is not one for signing documents')
    }
    const roots = this.roots.map((der) => knownCertificate(der))
    const at = this.verdict.signedAt!
    const path = provePath(certified, certificates, roots, at)
    const own = endorsement ? endorsedChain(certificates, at) : []
    Object.assign(this.found, { path, own })
    const isKnown = ({ raw }: X509Certificate) =>
      [...path, ...own].some((step) => step.raw.equals(raw))
    if (!certificates.every(isKnown)) {
      throw new Unproven('it encloses certificates that have nothing to do with it')
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Unproven) return error.message
  if (error instanceof NotOurPdf) return 'it is not a file that we sealed'
  return 'its seal cannot be read'
}
