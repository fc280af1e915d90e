import { CountedEntries } from '#app/documents/evidence/counted_entries'
import type Signer from '#app/documents/signers/signer'
import type { ClientInfo } from './signer_client.js'

/** Why a signing link lets nobody in, by the code of the refusal, as the trail words it. */
export const ACCESS_FAILURES = {
  signing_link_expired: 'the link has expired',
  document_voided: 'the document was voided',
  signer_out_of_turn: 'it was not their turn',
} as const

export type AccessFailure = keyof typeof ACCESS_FAILURES

/** As words; what no release of ours has written stays as it is. */
export function wordsOfAccessFailure(reason: unknown): string {
  const code = String(reason ?? '')
  return isAccessFailure(code) ? ACCESS_FAILURES[code] : code
}

export function isAccessFailure(code: string): code is AccessFailure {
  return Object.hasOwn(ACCESS_FAILURES, code)
}

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
