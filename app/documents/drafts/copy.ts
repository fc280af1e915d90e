import type { Actor } from '#app/audit/actor'
import type Document from '../document.js'
import { Draft } from './draft.js'
import { asWritten } from './as_written.js'
import { sourceDocument } from '../files/source_document.js'

interface Copying {
  by: Actor
  /** What else belongs into the unit that makes the copy. */
  within?: (copy: Document) => Promise<void>
}

/**
 * A new draft of the same file for the same signers; what was signed is not taken along, nor access codes.
 *
 * @throws DocumentNotFound, DocumentErased, and what a new draft may be refused with
 */
export async function copy(id: string, { by, within }: Copying): Promise<Document> {
  const [source, upload] = await sourceDocument(id)
  const { title, message, expiresInDays, metadata, redirectUrl, allowsDelegation, language } =
    source
  const { reminderPlan: reminders } = source
  const input = {
    title,
    message: message ?? undefined,
    expiresInDays,
    metadata,
    reminders,
    redirectUrl: redirectUrl ?? undefined,
    // codes hold for one document: the copy's key would not know them
    signers: asWritten(source).map(({ accessCommitment: _, ...signer }) => signer),
    allowDelegation: allowsDelegation,
    language,
    by,
  }
  return Draft.create(input, upload, { send: false, within })
}
