import { LABELS } from '#app/documents/document_status'
import { DOCUMENT_ORDERS } from '#app/documents/search/document_order'
import type { ListFilter } from '../documents/list_filter.js'

/** What a view asks of the list, in words. */
export function viewWords(filter: ListFilter): string {
  const { q, status, from, to, signer, sender, template, label, order } = filter
  const parts = [
    q && `words “${q}”`,
    status && LABELS[status].toLowerCase(),
    label && 'with a label',
    template && 'made of a template',
    from && `from ${from}`,
    to && `to ${to}`,
    signer && `signer ${signer}`,
    sender && `belongs to ${sender}`,
    order && DOCUMENT_ORDERS[order].label.toLowerCase(),
  ]
  return parts.filter(Boolean).join(', ')
}
