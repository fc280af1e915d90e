import type { Actor } from '#app/audit/actor'
import { CountedEntries, type Countable } from './counted_entries.js'

/** What signers filled in was read: told once an hour for each key, then counted. */
export async function recordValueDisclosure(documentId: string, by: Actor): Promise<void> {
  const sameness = `${by.id}|${by.via ?? ''}`
  await CountedEntries.note([
    { documentId, action: 'values.disclosed', actor: by, sameness, details: {} },
  ])
}

/** What signers asked, and what they were answered, was read: told in the same way. */
export async function recordQuestionDisclosure(documentId: string, by: Actor): Promise<void> {
  const sameness = `${by.id}|${by.via ?? ''}`
  await CountedEntries.note([
    { documentId, action: 'questions.disclosed', actor: by, sameness, details: {} },
  ])
}

/** Signing links that are shown to somebody after the document was sent: told once an hour for each key and signer, then counted. */
export async function recordLinkDisclosure(
  documentId: string,
  signerIds: readonly string[],
  by: Actor
): Promise<void> {
  const disclosed = signerIds.map((signerId): Countable => ({
    documentId,
    action: 'link.disclosed',
    actor: by,
    sameness: `${by.id}|${by.via ?? ''}|${signerId}`,
    details: { signerId },
  }))
  await CountedEntries.note(disclosed)
}

/** What an identity provider said of a signer was read: told once an hour for each reader and signer, then counted. */
export async function recordIdentityDisclosure(
  documentId: string,
  signerId: string,
  by: Actor
): Promise<void> {
  const sameness = `${by.id}|${by.via ?? ''}|${signerId}`
  await CountedEntries.note([
    { documentId, action: 'identity.disclosed', actor: by, sameness, details: { signerId } },
  ])
}
