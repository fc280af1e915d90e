import Document from '#app/documents/document'
import { embedded } from '#app/foundation/printable_text'
import { documentList, type ListedRow } from '#app/documents/search/document_list'
import type { Audience } from '#app/identity/access/visibility'
import { LABELS, type DocumentStatus } from '#app/documents/document_status'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Query } from '#app/tenancy/statement'
import { PlaceInList } from '../place_in_list.js'

const PAGE_SIZE = 25
const MAX_QUERY = 200

/** What of the list somebody wants to see. */
export interface Wanted {
  q: string
  status: DocumentStatus | ''
  after: PlaceInList | null
}

export interface ListedDocument {
  id: string
  title: string
  status: DocumentStatus | 'sealing'
  label: string
  progress: number
  signerNames: string[]
  createdAt: Date
}

/** From the address; what makes no sense there is as if it were not there. */
export function wantedOf(query: Record<string, unknown>): Wanted {
  const q = typeof query.q === 'string' ? query.q : ''
  const status = String(query.status ?? '')
  return {
    q: q
      .replaceAll(/\p{Cc}/gu, ' ')
      .toWellFormed()
      .trim()
      .slice(0, MAX_QUERY),
    status: Object.hasOwn(LABELS, status) ? (status as DocumentStatus) : '',
    after: PlaceInList.read(query.after),
  }
}

export function listStatement(
  { q: words, status, after }: Wanted,
  audience: Audience
): Promise<Query<ListedRow>> {
  const criteria = { audience, words, status: status || undefined, after: after ?? undefined }
  return documentList(criteria, PAGE_SIZE + 1)
}

/** One row more than a page was asked for: it tells whether there are older ones. */
export function listedDocuments(rows: readonly ListedRow[]): {
  documents: ListedDocument[]
  older: string | null
} {
  const page = rows.slice(0, PAGE_SIZE).map(listed)
  const last = page.at(-1)
  return {
    documents: page,
    older: last && rows.length > PAGE_SIZE ? PlaceInList.write(last) : null,
  }
}

function listed({ names, total, signed, ...row }: ListedRow): ListedDocument {
  const [document] = modelsOf(Document, [row])
  const { id, title, status, isSealing, label, createdAt } = document
  return {
    id,
    title: title || 'Erased document',
    status: isSealing ? 'sealing' : status,
    label,
    progress: total === 0 ? 0 : Math.floor((signed * 100) / total),
    signerNames: (names ?? []).filter(Boolean).map(embedded),
    createdAt,
  }
}
