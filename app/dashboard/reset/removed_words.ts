import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { Removed } from '#app/sandbox/sandbox_reset'

/** What a reset has removed, in a sentence or two. */
export function removedWords(
  { documents, events, mails }: Removed,
  { t }: DashboardPhrasebook
): string {
  if (documents + events + mails === 0) return t('reset.nothing_removed')
  const removed = t('reset.removed', { documents, events, mails })
  return documents > 0 ? `${removed} ${t('reset.files')}` : removed
}
