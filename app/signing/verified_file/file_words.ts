import { spokenOf } from '#app/documents/signers/role_phrases'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { SealReport } from '#app/sealing/verifier/seal_report'
import { sealWords, type SealWords } from '#app/sealing/verifier/seal_words'
import { trailReport, type ReportedSigner, type TrailReport } from './trail_report.js'

export interface SignerWords {
  name: string
  email: string
  /** Whether, when, how and from where they signed. */
  facts: string
  steps: readonly StepWords[]
}

export interface StepWords {
  /** “2026-12-21 14:03:22”, in UTC. */
  at: string
  text: string
  by: string
}

/** What was found of a file and of the trail inside it, in words. */
export interface FileWords extends SealWords {
  /** Null where the file has none that its seal covers. */
  trail: TrailWords | null
}

export interface TrailWords {
  isWhole: boolean
  /** Whether its entries fit together. */
  state: string
  signers: readonly SignerWords[]
  steps: readonly StepWords[]
  originalSha256: string
}

/** @param file  the trail, as it stands in the file */
export function fileWords(
  report: SealReport,
  file: Uint8Array | null,
  phrases: Phrasebook
): FileWords {
  const words = sealWords(report, phrases)
  const trail = trailReport(file, phrases)
  return {
    ...words,
    limits: [...words.limits, ...stepLimits(report, trail, phrases)],
    trail: trail && trailWords(trail, phrases),
  }
}

/** What nobody should read into the steps, beyond what is said of the seal. */
export function stepLimits(
  { faults, seal }: SealReport,
  trail: TrailReport | null,
  { t }: Phrasebook
): string[] {
  if (!seal) return []
  if (!trail) return [t('verify.limit_no_steps')]
  if (!trail.isWhole) return []
  if (faults.includes('certificate_revoked')) return [t('verify.limit_revoked_steps')]
  const isOwn = seal.ownCertificate !== null
  return [
    t('verify.limit_steps'),
    ...(isOwn ? [t('verify.limit_own_steps', { name: seal.by })] : []),
  ]
}

function trailWords(
  { isWhole, length, signers, steps, originalSha256 }: TrailReport,
  phrases: Phrasebook
): TrailWords {
  const { t } = phrases
  const said = steps.map(({ at, text, by, signerId }) => ({
    ...{ at: at.toISOString().replace('T', ' ').slice(0, 19), text, by },
    signerId,
  }))
  return {
    isWhole,
    state: isWhole ? t('verify.trail_whole', { count: length }) : t('verify.trail_broken'),
    signers: signers.map((signer) => ({
      ...{ name: signer.name, email: signer.email, facts: factsOf(signer, phrases) },
      steps: said.filter(({ signerId }) => signerId === signer.id),
    })),
    steps: said,
    originalSha256: originalSha256 ?? '',
  }
}

function factsOf({ role, signedAt, host, ipAddress }: ReportedSigner, phrases: Phrasebook): string {
  const { t: say, moment } = phrases
  const t = spokenOf(role, say)
  const unsigned = role === 'copy' ? t('verify.gets_copy') : t('verify.not_signed')
  const line = signedAt ? t('verify.signed', { moment: moment(signedAt) }) : unsigned
  const way = host === null ? null : t('verify.in_person', { host })
  return [line, way, ipAddress && `IP ${ipAddress}`].filter(Boolean).join(' · ')
}
