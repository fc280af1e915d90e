import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { signatureLines, signaturesTitle } from './signature_words.js'
import type { SealFacts, SealReport, Verdict } from './seal_report.js'

const TONES: Record<Verdict, { tone: string; mark: string }> = {
  whole: { tone: 'success', mark: 'shield-check' },
  revoked: { tone: 'warning', mark: 'shield-alert' },
  altered: { tone: 'danger', mark: 'shield-alert' },
  foreign: { tone: 'warning', mark: 'shield-question-mark' },
  unsealed: { tone: 'warning', mark: 'shield-question-mark' },
}

/** What was found of a file, in words. */
export interface SealWords {
  tone: string
  mark: string
  title: string
  text: string
  /** What its seal proves, be it of the whole file or of the first part of it. */
  proves: readonly string[]
  found: readonly string[]
  /** Signatures of others, each with what became of it. */
  signatures: readonly string[]
  signaturesTitle: string
  /** What nobody should read into it. */
  limits: readonly string[]
  sha256: string
}

export function sealWords(report: SealReport, phrases: Phrasebook): SealWords {
  const { t } = phrases
  const { verdict, faults, seal, sha256 } = report
  return {
    ...TONES[verdict],
    title: t(`verify.verdict_${verdict}`),
    text: t(`verify.text_${verdict}`),
    proves: seal ? proofs(seal, report, phrases) : [],
    found: faults.map((fault) => t(`verify.fault_${fault}`)),
    signatures: signatureLines(report, phrases),
    signaturesTitle: signaturesTitle(report, phrases),
    limits: seal ? limitsOf(report, seal, phrases) : [],
    sha256,
  }
}

function proofs(seal: SealFacts, { bytes, faults }: SealReport, phrases: Phrasebook): string[] {
  const { t } = phrases
  const { by, isTest } = seal
  return [
    t('verify.by', { name: by }),
    timeOf(seal, phrases),
    additionsTo(seal, bytes, phrases),
    ...stampsOn(seal, phrases),
    ...certificateOf(seal, phrases),
    ...revocationIn(seal, faults, phrases),
    ...(isTest ? [t('verify.test_seal')] : []),
  ]
}

/** Whose it is, who issued it, and what that issuer says of it. */
function certificateOf(seal: SealFacts, { t }: Phrasebook): string[] {
  const { by: name, certificate: subject, ownCertificate: own } = seal
  if (!own) return [t('verify.certificate', { subject })]
  const { issuer, serial, isStatusKnown } = own
  const told = t('verify.own_certificate', { subject, serial, issuer, name })
  return isStatusKnown ? [told, t('verify.own_status')] : [told]
}

function additionsTo({ coveredBytes, level }: SealFacts, bytes: number, { t }: Phrasebook): string {
  if (coveredBytes === bytes) return t('verify.after_nothing')
  if (level === 'B-LT') return t('verify.after_proofs', { level })
  if (level === 'B-LTA') return t('verify.after_stamps', { level })
  return t('verify.covered', { covered: coveredBytes, total: bytes })
}

/** By whom all of it was stamped last, and until when that can be checked. */
function stampsOn({ documentTimestamps, provenUntil }: SealFacts, phrases: Phrasebook): string[] {
  const newest = documentTimestamps.at(-1)
  if (!newest || !provenUntil) return []
  const { t } = phrases
  const { authority, isTrusted } = newest
  const moment = phrases.moment(new Date(newest.at))
  return [
    t(isTrusted ? 'verify.archived' : 'verify.archived_open', { moment, authority }),
    t('verify.proven_until', { moment: phrases.moment(new Date(provenUntil)) }),
  ]
}

function revocationIn(
  { revokedAt, ownCertificate }: SealFacts,
  faults: SealReport['faults'],
  phrases: Phrasebook
) {
  // of a certificate that others issued, we know only what the file says
  if (!revokedAt) return ownCertificate ? [] : [phrases.t('verify.not_revoked')]
  if (faults.includes('certificate_revoked')) return []
  return [phrases.t('verify.revoked_later', { moment: phrases.moment(new Date(revokedAt)) })]
}

function timeOf({ claimedAt, timestamp }: SealFacts, phrases: Phrasebook): string {
  const { t } = phrases
  const moment = phrases.moment(new Date(timestamp?.at ?? claimedAt))
  if (!timestamp) return t('verify.claimed', { moment })
  const { authority, isTrusted } = timestamp
  return t(isTrusted ? 'verify.stamped' : 'verify.stamped_open', { moment, authority })
}

function limitsOf({ signatures }: SealReport, seal: SealFacts, { t }: Phrasebook) {
  const { by: name, timestamp, unprovenAuthorities, ownCertificate: own } = seal
  const time = seal.hasUncheckedTimestamp ? 'verify.limit_unchecked_time' : 'verify.limit_time'
  const isBeside = signatures.length > 0
  const isSignerBeside = signatures.some(({ signer }) => signer !== null)
  const isOtherBeside = signatures.some(({ signer }) => signer === null)
  return [
    t(isBeside ? 'verify.limit_people_apart' : 'verify.limit_people'),
    ...(isSignerBeside ? [t('verify.limit_own_signatures')] : []),
    ...(isOtherBeside ? [t('verify.limit_signatures')] : []),
    t('verify.limit_content'),
    ...(own ? [t('verify.limit_own_issuer', { issuer: own.issuer, name })] : []),
    ...(own && !own.isStatusKnown ? [t('verify.limit_own_status')] : []),
    ...(timestamp ? [] : [t(time)]),
    ...(unprovenAuthorities.length > 0
      ? [t('verify.limit_authorities', { authorities: unprovenAuthorities.join('; ') })]
      : []),
    ...(isInterrupted(seal) ? [t('verify.limit_gap')] : []),
  ]
}

/** Its newest time stamp was made too late to follow on from those before. */
function isInterrupted({ documentTimestamps, provenUntil }: SealFacts): boolean {
  const newest = documentTimestamps.at(-1)
  return newest !== undefined && provenUntil !== null && provenUntil < newest.at
}
