import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { SealReport } from '#app/sealing/verifier/seal_report'
import { sealWords } from '#app/sealing/verifier/seal_words'
import { stepLimits } from './file_words.js'
import {
  trailReport,
  type ReportedSigner,
  type ReportedStep,
  type TrailReport,
} from './trail_report.js'

type Dated<T, K extends keyof T> = Omit<T, K> & {
  [P in K]: T[P] extends Date ? string : string | null
}

export type SignerFacts = Dated<ReportedSigner, 'signedAt'>
export type StepFacts = Dated<ReportedStep, 'at'>

export interface TrailFacts extends Omit<TrailReport, 'signers' | 'steps'> {
  signers: readonly SignerFacts[]
  steps: readonly StepFacts[]
}

export interface FileFacts {
  trail: TrailFacts | null
  /** What nobody should read into the report, in words. */
  notProved: readonly string[]
}

const ENGLISH = Phrasebook.in('en')

/** What programs are told of a file beyond its seal. Words are English. @param file  the trail, as it stands in the file */
export function fileFacts(report: SealReport, file: Uint8Array | null): FileFacts {
  const trail = trailReport(file, ENGLISH)
  return {
    trail: trail && {
      ...trail,
      signers: trail.signers.map((signer) => ({
        ...signer,
        signedAt: signer.signedAt?.toISOString() ?? null,
      })),
      steps: trail.steps.map((step) => ({ ...step, at: step.at.toISOString() })),
    },
    notProved: [...sealWords(report, ENGLISH).limits, ...stepLimits(report, trail, ENGLISH)],
  }
}
