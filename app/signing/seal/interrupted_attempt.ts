import type Document from '#app/documents/document'
import type { FileKind, Vault } from '#app/documents/files/vault'
import type { Task } from '#app/tenancy/outbox/outbox'

/**
 * What an earlier attempt at this work has stored, and nobody names. Where a document has several files, one of them may be what another
 * worker is about to name: then they are left to the sweep of storage.
 */
export async function interruptedFiles(
  { fence }: Task,
  document: Document,
  vault: Vault
): Promise<FileKind[]> {
  if (fence === 1 || document.isPacket) return []
  return vault.sealedFiles({ except: document.sealedFiles })
}
