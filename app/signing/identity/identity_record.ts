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

interface IdentityEntry {
  action: string
  /** ISO 8601. */
  at: string
  body: string
}

/** Of the row of a document, as JSON; null where no proof is asked for, or none was tried. */
export const IDENTITY_ENTRIES = `
  (select jsonb_agg(jsonb_build_object('action', action, 'at', at, 'body', body) order by sequence)
     from (select action, at, body, sequence from audit_entries
            where chain = documents.id and action in ('identity.proved', 'identity.failed')
              and exists (select from signers where document_id = documents.id and identity is not null)
            order by sequence desc limit ${MOST}) tried)`

/** By the ids of signers; of a document that was read with `IDENTITY_ENTRIES` as `identity_entries`. */
export function identityRecords({
  $extras: extras,
}: Document): ReadonlyMap<string, IdentityRecord> {
  const entries = (extras.identity_entries ?? []) as IdentityEntry[]
  return new Map(entries.map((entry) => recordOf(entry)))
}

function recordOf({ action, at: time, body }: IdentityEntry): [string, IdentityRecord] {
  const { details } = JSON.parse(body) as { details: ProofDetails & { reason?: string } }
  const at = new Date(time)
  const record: IdentityRecord =
    action === 'identity.proved'
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
