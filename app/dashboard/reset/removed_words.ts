import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { Removed } from '#app/sandbox/sandbox_reset'

/** What a reset has removed, in a sentence or two. */
export function removedWords(
  { auditEntries, deliveries, ...removed }: Removed,
  { t }: DashboardPhrasebook
): string {
  const { documents, events, mails, bulkSends, bulkActions, contacts } = removed
  if (Object.values(removed).every((count) => count === 0)) return t('reset.nothing_removed')
  return [
    t('reset.removed', { documents, events, mails }),
    ...(bulkSends + bulkActions + contacts > 0
      ? [t('reset.also_removed', { bulkSends, bulkActions, contacts })]
      : []),
    ...(documents > 0 ? [t('reset.files')] : []),
  ].join(' ')
}
