import { createHash } from 'node:crypto'
import { Archive } from '../long_term/archive.js'
import { issuerLine, subjectLine, subjectParts } from '../pades/distinguished_name.js'
import { revocationsOf, type Revocation } from '../revocation.js'
import { examineSeal, type SealExamined } from '../seal_verifier.js'
import type { OwnSignatureOf } from '../seal_order.js'
import { appendedFaults } from './appended_faults.js'
import { earlierSignatures, type EarlierSignature } from '../signed/earlier_signature.js'
import { hasTraces, lookAtRange, lookAtRanges, type RangeLook } from './range_faults.js'
import type {
  Fault,
  OwnCertificateFacts,
  SealFacts,
  SealReport,
  SignatureFacts,
  TrustedRoots,
  Verdict,
} from './seal_report.js'
import { lastStampEnd, stampFaults } from './stamp_faults.js'
import { archivedFacts, leadsUnchecked, timestampFacts } from './timestamp_facts.js'

/** What the strict verifier says, as the fault it means. */
const REASONS: readonly [RegExp, Fault][] = [
  [/carries no seal/, 'no_signature'],
  [/cut short/, 'cut_short'],
  [/added after/, 'appended'],
  [/changed after/, 'bytes_changed'],
  [/hidden behind/, 'padding_used'],
  [/other fields|not the signature that it shows/, 'other_fields'],
  [/time stamp/, 'timestamp_wrong'],
  [/authority of ours|too many issuers/, 'foreign_authority'],
  [/certificate was not valid|not one for signing|nothing to do with it/, 'certificate_wrong'],
  [/does not cover/, 'range_wrong'],
  [/signature/, 'signature_unreadable'],
]

/** RFC 4514, 3 */
const ORGANISATION = 'O='

/** Signatures of others are not ours to judge, unless they pretend to be. */
const FOREIGN: readonly Fault[] = ['foreign_authority', 'structure_changed', 'signature_unreadable']
const UNSEALED: readonly Fault[] = ['not_pdf', 'no_signature']

/** @param of  whose seal it is of, where that is not the whole file's */
type Reporter = (
  faults: readonly Fault[],
  seal: SealFacts | null,
  of?: Pick<SealExamined, 'ownSignatures'>
) => SealReport

/**
 * Says of any file what a seal of ours proves about it. Only the strict verifier decides whether it is whole; all else finds out what is
 * wrong with one that is not, so that people can be told.
 */
export function examineFile(bytes: Uint8Array, roots: TrustedRoots): SealReport {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const whole = examined(bytes, roots)
  const isSealAlone = whole.verdict.valid && !whole.isApproval
  const report: Reporter = (faults, seal, { ownSignatures } = whole) => ({
    verdict: verdictOf(faults, seal),
    faults,
    seal,
    signatures: isSealAlone ? [] : signaturesBeside(bytes, seal, ownSignatures),
    sha256,
    bytes: bytes.length,
  })
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-')
    return report(['not_pdf'], null)
  if (whole.verdict.valid) {
    const seal = factsOf(whole, bytes.length, roots)
    return report(faultsOfSeal(whole, seal, roots), seal)
  }
  return broken(bytes, whole, roots, report)
}

function broken(
  bytes: Uint8Array,
  whole: SealExamined,
  roots: TrustedRoots,
  report: Reporter
): SealReport {
  if (whole.isApproval) return report([faultOf(whole)], null)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const range = sealedRange(bytes, text, roots) ?? lookAtRange(text)
  if (!range) {
    if (!hasTraces(text)) return report(['no_signature'], null)
    return report([/\/Type\s*\/Sig\b/.test(text) ? 'range_missing' : 'seal_removed'], null)
  }
  if (range.fault) return report([range.fault], null)
  if (range.end === text.length) return report([faultOf(whole)], null)
  const before = examined(bytes.subarray(0, range.end), roots)
  const added = (from: number) => appendedFaults(text.slice(0, from), text.slice(from))
  if (!before.verdict.valid) return report([...added(range.end), faultOf(before)], null)
  const seal = factsOf(before, range.end, roots)
  const archive = archiveBehind(bytes, range.end, before)
  if (archive) {
    const archived = archivedFacts(seal, archive, roots.timestamps)
    return { ...report(faultsOfSeal(before, archived, roots), archived), signatures: [] }
  }
  const signatures = earlierSignatures(bytes)
  const stampEnd = lastStampEnd(signatures)
  const isOurs = archiveBehind(bytes.subarray(0, stampEnd), range.end, before) !== null
  const faults = [
    ...added(isOurs ? stampEnd : range.end),
    ...stampFaults(text.slice(range.end), signatures, bytes.length),
    ...faultsOfSeal(before, seal, roots),
  ]
  return report(faults, seal, before)
}

/** What proves a whole seal, which ends at `end`, for the long term; null where something else stands behind it. */
function archiveBehind(
  bytes: Uint8Array,
  end: number,
  { signature, path, own, verdict, isApproval }: SealExamined
): Archive | null {
  if (isApproval) return null
  const { timestampToken } = signature!
  return Archive.behind(bytes, end, { path, own, timestampToken, signedAt: verdict.signedAt! })
}

/** Where a file goes on behind a seal that stands beside other signatures: its range is not the first. */
function sealedRange(bytes: Uint8Array, text: string, roots: TrustedRoots): RangeLook | null {
  const [, ...later] = lookAtRanges(text)
  return (
    later.find(({ fault, end }) => {
      if (fault || end === text.length) return false
      const { verdict, isApproval } = examined(bytes.subarray(0, end), roots)
      return verdict.valid && isApproval
    }) ?? null
  )
}

/** All but the seal itself. */
function signaturesBeside(
  bytes: Uint8Array,
  seal: SealFacts | null,
  own: readonly OwnSignatureOf[]
): SignatureFacts[] {
  return earlierSignatures(bytes)
    .filter(({ coveredBytes }) => coveredBytes !== seal?.coveredBytes)
    .map((signature) => ({ ...signature, signer: seal && signerOf(signature, own) }))
}

/** Only a seal that holds says so, and of the bytes that it covers. */
function signerOf(
  { coveredBytes, isUnchanged, isTimestamp }: EarlierSignature,
  own: readonly OwnSignatureOf[]
): SignatureFacts['signer'] {
  const found = own.find((one) => one.coveredBytes === coveredBytes)
  if (!found || !isUnchanged || isTimestamp) return null
  return { name: found.signerName, issuer: found.issuer }
}

function examined(bytes: Uint8Array, { seals }: TrustedRoots): SealExamined {
  return examineSeal(bytes, { roots: seals.map(({ der }) => der) })
}

function faultOf({ verdict: { reason } }: SealExamined): Fault {
  return REASONS.find(([words]) => words.test(reason ?? ''))?.[1] ?? 'structure_changed'
}

function verdictOf(faults: readonly Fault[], seal: SealFacts | null): Verdict {
  if (faults.length === 0) return 'whole'
  if (faults.every((fault) => fault === 'certificate_revoked')) return 'revoked'
  if (seal === null && faults.every((fault) => UNSEALED.includes(fault))) return 'unsealed'
  if (seal === null && faults.some((fault) => FOREIGN.includes(fault))) return 'foreign'
  return 'altered'
}

/** Of a seal whose signature holds. */
function faultsOfSeal(found: SealExamined, seal: SealFacts, roots: TrustedRoots): Fault[] {
  const isRevoked = revocationsIn(found, roots).some((revocation) => !isOlder(seal, revocation))
  return [
    ...(seal.timestamp?.isTrusted === false ? (['timestamp_wrong'] as const) : []),
    ...(seal.documentTimestamps.some(({ isTrusted }) => isTrusted === false)
      ? (['stamp_wrong'] as const)
      : []),
    ...(isRevoked ? (['certificate_revoked'] as const) : []),
  ]
}

/** Of its own certificate, and of the authority that issued it. */
function revocationsIn({ path }: SealExamined, { revoked }: TrustedRoots): Revocation[] {
  return revocationsOf(
    path.map(({ serialNumber }) => serialNumber),
    revoked
  )
}

/** Who stole a key can claim any time, and can ask an authority of their own for a stamp. */
function isOlder({ claimedAt, timestamp }: SealFacts, { reason, revokedAt }: Revocation): boolean {
  if (timestamp?.isTrusted === false) return false
  if (reason === 'key_compromise' && timestamp?.isTrusted !== true) return false
  return new Date(timestamp?.at ?? claimedAt) < revokedAt
}

function factsOf(found: SealExamined, coveredBytes: number, roots: TrustedRoots): SealFacts {
  const { verdict, signature, path, claimedAt } = found
  const { seals, timestamps } = roots
  const { timestampToken, value } = signature!
  const hasUncheckedTimestamp =
    found.hasUncheckedTimestamp ||
    (timestampToken !== null && leadsUnchecked(timestampToken, timestamps))
  const token = hasUncheckedTimestamp ? null : timestampToken
  const subject = verdict.certificateSubject ?? ''
  const organisation = subjectParts(path[0]!).find((part) => part.startsWith(ORGANISATION))
  return {
    by: organisation?.slice(ORGANISATION.length) ?? subject,
    certificate: subject,
    ownCertificate: ownFacts(found),
    isTest: seals.some(({ der, isTest }) => isTest && path.at(-1)!.raw.equals(der)),
    claimedAt: claimedAt!.toISOString(),
    timestamp: token && timestampFacts(token, value, timestamps),
    hasUncheckedTimestamp,
    level: token ? 'B-T' : 'B-B',
    documentTimestamps: [],
    provenUntil: null,
    unprovenAuthorities: [],
    coveredBytes,
    revokedAt: revocationsIn(found, roots)[0]?.revokedAt.toISOString() ?? null,
  }
}

function ownFacts({ own: [signer] }: SealExamined): OwnCertificateFacts | null {
  if (!signer) return null
  return {
    subject: subjectLine(signer),
    issuer: issuerLine(signer),
    serial: signer.serialNumber.toLowerCase(),
    validUntil: signer.validToDate.toISOString(),
    isStatusKnown: false,
  }
}
