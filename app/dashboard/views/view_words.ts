import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { ListFilter } from '../documents/list_filter.js'

/** What a view asks of the list, in words. */
export function viewWords(filter: ListFilter, { t }: DashboardPhrasebook): string {
  const { q, status, from, to, signer, sender, template, label, order } = filter
  const parts = [
    q && t('views.words', { words: q }),
    status && t(`views.status_${status}`),
    label && t('views.with_label'),
    template && t('views.of_template'),
    from && t('views.from', { day: from }),
    to && t('views.to', { day: to }),
    signer && t('views.signer', { signer }),
    sender && t('views.holder', { holder: sender }),
    order && t(`views.order_${order}`),
  ]
  return parts.filter(Boolean).join(', ')
}
