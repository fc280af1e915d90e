import type Document from '#app/documents/document'
import type { DocumentChange } from '#app/documents/document_change'
import { responsibleOf } from '#app/documents/responsible'
import type Signer from '#app/documents/signers/signer'
import { signerSummary } from '#app/documents/signers/signer_summary'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'
import type { ClientInfo } from './links/signer_client.js'

/** Of one signer about one document: anybody with the link can agree and take it back all day. Trail and webhooks have each. */
export const MOST_TOLD = 5

const TIMES = `select count(*)::int as times from audit_entries
  where chain = $1 and action = 'consent.withdrawn' and body::jsonb->'actor'->>'id' = $2`

/**
 * A signer takes back that they agreed to use electronic records, as the text promises them. They are asked again when they come back; what they had
 * filled in is forgotten with it. The document stays as it is: the sender learns of it, and says what is to be done.
 */
export async function withdraw(
  change: DocumentChange,
  signer: Signer,
  client: ClientInfo
): Promise<void> {
  if (!signer.consentedAt) return
  const { document } = change
  const details = { version: signer.consentVersion, sha256: signer.consentSha256 }
  signer.merge({ consentVersion: null, consentSha256: null, consentedAt: null })
  document.updatedAt = tenantClock.now()
  change.log({ action: 'consent.withdrawn', actor: signer.actor(client), details })
  change.emit('signer.consent_withdrawn', signerSummary(signer))
  // the sandbox tells nobody
  if (CurrentTenant.get().environment === 'live') await tell(document, signer)
}

/** The one who looks after the document; if they are gone, owners and admins. */
async function tell(document: Document, { id: signerId }: Signer): Promise<void> {
  const [[person], [before]] = await CurrentTenant.batch([
    responsibleOf(document),
    query<{ times: number }>(TIMES, [document.id, signerId]),
  ] as const)
  if ((before?.times ?? 0) >= MOST_TOLD) return
  await Notice.leave('signer.consent_withdrawn', { signerId }, { to: person?.id })
}
