import { isIdentifier } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { isPlatformHost, platformDomain, publicUrl } from '#app/tenants/hosts/public_address'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'
import type { DocumentStatus } from '../document_status.js'

/** What the code on a certificate names: the document, and the file as its signers saw it; the page of an erased one names a sealed file as well. */
export interface PrintedCode {
  documentId: string
  sha256: string
  /** Whose document it is, where the code leads to a host that is nobody's. */
  tenantId?: string
}

/** What became of the document that a code names. */
export interface NamedDocument extends PrintedCode {
  status: DocumentStatus
  endedAt: Date
  isErased: boolean
}

type EndedRow = RowOf<'documents', 'status' | 'erased_at'> & { ended_at: Date }

const CHECK_PATH = '/verify'
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
  const { document: documentId, sha256, account } = asked
  if (!isIdentifier('doc', documentId)) return null
  if (typeof sha256 !== 'string' || !SHA256.test(sha256)) return null
  return { documentId, sha256, ...(isIdentifier('ten', account) && { tenantId: account }) }
}

/** The same as it stands in an address. */
export function codeQuery(code: PrintedCode): string {
  return new URLSearchParams(codeFields(code)).toString()
}

/** The same as fields of a form. */
export function codeFields({ documentId, sha256, tenantId }: PrintedCode): Record<string, string> {
  return { document: documentId, sha256, ...(tenantId && { account: tenantId }) }
}

/**
 * Where the code of a document that has ended leads, before it names the document: to the platform's own host, which is there when the tenant is
 * called otherwise or has left. Those with a domain of their own name nobody else, so theirs leads there.
 */
export function codeAddress({ host, signingHost }: TenantEntitlements): string {
  const own = [host, signingHost].find((one) => !isPlatformHost(one))
  if (own) return publicUrl(own, CHECK_PATH)
  const account = CurrentTenant.get().tenant.id
  return publicUrl(platformDomain(), `${CHECK_PATH}?${new URLSearchParams({ account })}`)
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
