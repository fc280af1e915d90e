import { CountedEntries } from '#app/documents/evidence/counted_entries'
import type Signer from '#app/documents/signers/signer'
import type { AccessFailure } from './access_failure.js'
import type { ClientInfo } from './signer_client.js'

/**
 * Somebody came with the link of a signer, and it let nobody in. Anybody who has the link can come as often as they like: for each
 * signer and reason an hour makes one entry, and one more with the number of the others.
 */
export async function noteAccessFailure(
  signer: Signer,
  reason: AccessFailure,
  client: ClientInfo
): Promise<void> {
  await CountedEntries.note([
    {
      documentId: signer.documentId,
      action: 'auth.failed',
      actor: signer.actor(client),
      sameness: `${signer.id}|${reason}`,
      details: { signerId: signer.id, reason },
    },
  ])
}
