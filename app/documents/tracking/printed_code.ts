import { isIdentifier } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import type { DocumentStatus } from '../document_status.js'

/** What the code on a certificate names: the document, and the file as its signers saw it; the page of an erased one names a sealed file as well. */
export interface PrintedCode {
  documentId: string
  sha256: string
}

/** What became of the document that a code names. */
export interface NamedDocument extends PrintedCode {
  status: DocumentStatus
  endedAt: Date
  isErased: boolean
}

type EndedRow = RowOf<'documents', 'status' | 'erased_at'> & { ended_at: Date }

const SHA256 = /^[0-9a-f]{64}$/

/** Of documents that have ended, as only they have a certificate; an erased one keeps its hashes. */
const ENDED = `
  select status, erased_at, coalesce(completed_at, declined_at, expired_at, voided_at, failed_at) as ended_at
    from documents
   where id = $1 and ($2 in (canonical_sha256, sealed_sha256) or later_revisions @> jsonb_build_array(jsonb_build_object('sha256', $2::text))
          or files @> jsonb_build_array(jsonb_build_object('seal', jsonb_build_object('sha256', $2::text)))
          or files @> jsonb_build_array(jsonb_build_object('canonicalSha256', $2::text)))
     and coalesce(completed_at, declined_at, expired_at, voided_at, failed_at) is not null`

/** The code that an address carries; null unless it has both parts. */
export function printedCode(asked: Record<string, unknown>): PrintedCode | null {
  const { document: documentId, sha256 } = asked
  if (!isIdentifier('doc', documentId)) return null
  return typeof sha256 === 'string' && SHA256.test(sha256) ? { documentId, sha256 } : null
}

/** The same as it stands in an address. */
export function codeQuery({ documentId, sha256 }: PrintedCode): string {
  return new URLSearchParams({ document: documentId, sha256 }).toString()
}

/**
 * Asks in the current scope.
 *
 * @returns null where no document has both, and nobody learns which of the two is wrong
 */
export async function namedDocument(code: PrintedCode): Promise<NamedDocument | null> {
  const [[row]] = await CurrentTenant.batch([
    query<EndedRow>(ENDED, [code.documentId, code.sha256]),
  ])
  if (!row) return null
  return { ...code, status: row.status, endedAt: row.ended_at, isErased: row.erased_at !== null }
}
