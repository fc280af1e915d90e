import Document from '#app/documents/document'
import type { DocumentStatus } from '#app/documents/document_status'
import type { OrderPlace } from '#app/documents/search/document_order'
import { documentList, type ListedRow } from '#app/documents/search/document_list'
import type { Label } from '#app/documents/labels/label'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { embedded } from '#app/foundation/printable_text'
import type { Audience } from '#app/identity/access/visibility'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Query } from '#app/tenancy/statement'
import { ListFilter } from './list_filter.js'
import { ListPlace } from './list_place.js'

export const PAGE_SIZE = 25

export interface ListedDocument {
  id: string
  title: string
  status: DocumentStatus | 'sealing'
  label: string
  progress: number
  signerNames: string[]
  labels: Label[]
  createdAt: Date
  updatedAt: Date
  expiresAt: Date | null
}

export function listStatement(
  filter: ListFilter,
  audience: Audience,
  after?: OrderPlace
): Promise<Query<ListedRow>> {
  return documentList(ListFilter.criteria(filter, audience, after), PAGE_SIZE + 1)
}

/** One row more than a page was asked for: it tells whether there are others. */
export function listedDocuments(
  { order }: ListFilter,
  rows: readonly ListedRow[],
  phrases: DashboardPhrasebook
): { documents: ListedDocument[]; next: OrderPlace | undefined } {
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  return {
    documents: page.map((row) => listed(row, phrases)),
    next: last && rows.length > PAGE_SIZE ? ListPlace.of(order || 'newest', last) : undefined,
  }
}

function listed(
  { names, total, signed, labels, ...row }: ListedRow,
  phrases: DashboardPhrasebook
): ListedDocument {
  const [document] = modelsOf(Document, [row])
  const { id, title, status, isSealing, createdAt, updatedAt, expiresAt } = document
  return {
    id,
    title: title || phrases.t('common.erased_document'),
    status: isSealing ? 'sealing' : status,
    label: phrases.t(`documents.status_${document.displayStatus}`),
    progress: total === 0 ? 0 : Math.floor((signed * 100) / total),
    labels,
    signerNames: (names ?? []).filter(Boolean).map(embedded),
    ...{ createdAt, updatedAt, expiresAt },
  }
}
