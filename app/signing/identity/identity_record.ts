import type Document from '#app/documents/document'
import type { ProofDetails } from '#app/documents/evidence/proven_signer'
import { identityName } from '#app/documents/signers/signer_identity'
import type Signer from '#app/documents/signers/signer'
import { Vault } from '#app/documents/files/vault'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'

/** What the trail last says about the proof of one signer. */
export type IdentityRecord = { at: Date } & (
  { kind: 'proved'; details: ProofDetails } | { kind: 'failed'; reason: string }
)

const MOST = 500
const LAST = `select action, at, body from audit_entries
  where chain = $1 and action in ('identity.proved', 'identity.failed') order by sequence desc limit $2`

/** By the ids of signers; of a document that asks for no proof none. */
export async function identityRecords({
  id,
  signers,
}: Document): Promise<ReadonlyMap<string, IdentityRecord>> {
  if (!signers.some(({ identity }) => identity)) return new Map()
  const [rows] = await CurrentTenant.batch([
    query<RowOf<'audit_entries', 'action' | 'at' | 'body'>>(LAST, [id, MOST]),
  ] as const)
  return new Map(rows.reverse().map((row) => recordOf(row)))
}

function recordOf({
  action,
  at,
  body,
}: RowOf<'audit_entries', 'action' | 'at' | 'body'>): [string, IdentityRecord] {
  const { details } = JSON.parse(body) as { details: ProofDetails & { reason?: string } }
  const isProved = action === 'identity.proved'
  const record: IdentityRecord = isProved
    ? { kind: 'proved', at, details }
    : { kind: 'failed', at, reason: details.reason ?? '' }
  return [details.signerId, record]
}

/** The message in which the provider vouched for a signer, as it came; null where none is kept. @throws DocumentErased */
export async function identityResponse(document: Document, signer: Signer): Promise<Buffer | null> {
  const text = 'select response from identity_proofs where signer_id = $1'
  const [[row]] = await CurrentTenant.batch([
    query<RowOf<'identity_proofs', 'response'>>(text, [signer.id]),
  ] as const)
  if (!row) return null
  return (await Vault.open(document)).openValue(identityName(signer.id), row.response)
}
