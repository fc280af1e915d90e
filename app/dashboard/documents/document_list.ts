import Document from '#app/documents/document'
import { embedded } from '#app/foundation/printable_text'
import { DocumentQuery } from '#app/documents/search/document_query'
import type { Owner } from '#app/identity/access/visibility'
import { LABELS, type DocumentStatus } from '#app/documents/document_status'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Row, Statement } from '#app/tenancy/statement'
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

/** Walks the index of times backwards and stops when the page is full; signers are counted for that page alone. */
export async function listStatement({ q, ...wanted }: Wanted, owner: Owner): Promise<Statement> {
  const { where, values } = await DocumentQuery.of({
    ...{ owner, words: q },
    status: wanted.status || undefined,
    after: wanted.after ?? undefined,
  })
  const text = `
    select d.*, s.names, s.total, s.signed
      from (select id, title, status, sealing_at, erased_at, created_at from documents d
             where ${where} order by ${DocumentQuery.order} limit ${PAGE_SIZE + 1}) d
      left join lateral (
        select array_agg(name order by position) as names, count(*)::int as total,
               (count(*) filter (where status = 'signed'))::int as signed
          from signers where document_id = d.id) s on true
     order by ${DocumentQuery.order}`
  return { text, values }
}

/** One row more than a page was asked for: it tells whether there are older ones. */
export function listedDocuments(rows: readonly Row[]): {
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

function listed({ names, total, signed, ...row }: Row): ListedDocument {
  const [document] = modelsOf(Document, [row])
  const { id, title, status, isSealing, label, createdAt } = document
  return {
    id,
    title: title || 'Erased document',
    status: isSealing ? 'sealing' : status,
    label,
    progress: Number(total) === 0 ? 0 : Math.floor((Number(signed) * 100) / Number(total)),
    signerNames: ((names as string[] | null) ?? []).filter(Boolean).map(embedded),
    createdAt,
  }
}
