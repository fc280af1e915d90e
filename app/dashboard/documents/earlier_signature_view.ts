import type Document from '#app/documents/document'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'

interface EarlierLine {
  text: string
  /** As the signature says. */
  at: Date | null
}

/** Signatures that the file bore when it was uploaded, for the people who send it. */
export function earlierSignatureView(
  { earlierSignatures, status }: Document,
  { t }: DashboardPhrasebook
): {
  lines: EarlierLine[]
  notice: string | null
} {
  const lines = earlierSignatures.map(({ by, claimedAt, isTimestamp, isUnchanged }) => {
    const name = by ?? t('documents.signed_by_nobody')
    const what = isTimestamp ? t('documents.earlier_time_stamp', { name }) : name
    return {
      text: isUnchanged === false ? t('documents.earlier_changed', { what }) : what,
      at: claimedAt === null ? null : new Date(claimedAt),
    }
  })
  if (lines.length === 0) return { lines, notice: null }
  const notice = t('documents.signed_already', { count: lines.length })
  const advice = status === 'draft' ? ` ${t('documents.signed_already_advice')}` : ''
  return { lines, notice: `${notice}${advice}` }
}
