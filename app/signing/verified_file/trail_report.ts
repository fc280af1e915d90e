import { checkTrailFile, type CheckedTrail } from '#app/audit/trail_file'
import type { VerifiedEntry } from '#app/audit/verified_trail'
import { ProvenDocument } from '#app/documents/evidence/proven_document'
import type { ProvenSigner } from '#app/documents/evidence/proven_signer'
import { isRole, type SignerRole } from '#app/documents/signers/signer_role'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { printableOf } from '#app/foundation/printable_text'
import type { CertificateEntry } from '#app/sealing/seal_order'
import { printedTrail } from '../certificate/printed_trail.js'

/** More than any document has. Who holds a key of their own could seal a trail that takes minutes to tell. */
const MOST_ENTRIES = 5_000
const MOST_SIGNERS_TEXT = 100_000

export interface ReportedSigner {
  id: string
  name: string
  email: string
  role: SignerRole
  signedAt: Date | null
  /** From where. */
  ipAddress: string | null
  /** Whose device it was, of those who signed in person. */
  host: string | null
}

/** One entry, or several that say the same. */
export interface ReportedStep {
  sequence: number
  at: Date
  action: string
  /** What happened, in words. */
  text: string
  by: string
  ipAddress: string | null
  /** Whom it is about. */
  signerId: string | null
}

/** What the trail inside a sealed file says. */
export interface TrailReport {
  /** Whether every entry fits to the one before it. Nothing is said of a trail of which that is not so. */
  isWhole: boolean
  documentId: string
  /** How many there are, and the hash of the last, which stands for all. */
  length: number
  head: string
  originalSha256: string | null
  signers: readonly ReportedSigner[]
  steps: readonly ReportedStep[]
}

/**
 * Who signed and each step, as the certificate at the end of the PDF prints them, from the trail that the seal covers.
 *
 * @param file  as it stands in the sealed file
 * @returns null where none does
 */
export function trailReport(file: Uint8Array | null, phrases: Phrasebook): TrailReport | null {
  if (!file) return null
  const trail = checkTrailFile(file)
  try {
    if (trail?.findings.length === 0 && isBounded(trail)) return reported(trail, phrases)
  } catch {
    // entries that fit to one another, and are none of ours
  }
  return NOTHING
}

const NOTHING: TrailReport = {
  ...{ isWhole: false, documentId: '', length: 0, head: '', originalSha256: null },
  ...{ signers: [], steps: [] },
}

function isBounded({ entries }: CheckedTrail): boolean {
  if (entries.length > MOST_ENTRIES) return false
  return entries.every(({ personal }) => (personal.signers?.length ?? 0) <= MOST_SIGNERS_TEXT)
}

function reported(trail: CheckedTrail, phrases: Phrasebook): TrailReport {
  const { documentId, entries } = trail
  const { signers, originalSha256 } = ProvenDocument.of(trail)
  const names = new Map(signers.map(({ id, name }) => [id, name ?? '']))
  const bySequence = new Map(entries.map((entry) => [entry.sequence, entry]))
  return {
    isWhole: true,
    documentId: printableOf(documentId),
    length: entries.length,
    head: entries.at(-1)?.hash ?? '',
    originalSha256,
    signers: signers.map(signerIn),
    steps: printedTrail(entries, names, phrases).map((line) =>
      stepIn(line, bySequence.get(line.sequence)!, names)
    ),
  }
}

/** @throws for what none of ours says: a signer without a name that is text, or of another role */
function signerIn(signer: ProvenSigner): ReportedSigner {
  const { role, signedAt, ipAddress, host } = signer
  if (!isRole(role)) throw new TypeError('no signer has this role')
  return {
    id: printableOf(signer.id),
    name: printableOf(signer.name ?? ''),
    email: printableOf(signer.email ?? ''),
    ...{ role, signedAt },
    ipAddress: ipAddress && printableOf(ipAddress),
    host: host && printableOf(host.name ?? ''),
  }
}

function stepIn(
  { sequence, at, event, detail, actor, ipAddress, repeated }: CertificateEntry,
  entry: VerifiedEntry,
  signers: ReadonlyMap<string, string>
): ReportedStep {
  const { actor: who, details } = entry.body
  const about = [details.signerId, who.id].find((id) => signers.has(String(id)))
  const said = repeated ? `${event} × ${repeated.times}` : event
  return {
    ...{ sequence, at, action: entry.action, by: actor, ipAddress },
    text: detail ? `${said} · ${detail}` : said,
    signerId: about === undefined ? null : String(about),
  }
}
