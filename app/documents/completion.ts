import { SYSTEM } from '#app/audit/actor'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { sendCopies } from './copies.js'
import type { DocumentChange } from './document_change.js'
import type { PacketFile } from './files/packet_file.js'

interface StoredFileSeal {
  sha256: string
  bytes: number
  pageCount: number
  level: 'B-B' | 'B-T'
}

export interface StoredSeal extends StoredFileSeal {
  /** Of each file, where the document has several. */
  files?: readonly StoredFileSeal[]
}

/** Completes a document whose sealed file is stored. */
export async function complete(change: DocumentChange, seal: StoredSeal): Promise<void> {
  const now = tenantClock.now()
  const { document } = change
  const files = sealedFiles(document.files, seal.files ?? [])
  document.become('completed').merge({
    completedAt: now,
    updatedAt: now,
    revisionSha256: null,
    sealedSha256: seal.sha256,
    sealedBytes: seal.bytes,
    sealedPages: seal.pageCount,
    sealedLevel: seal.level,
    ...(files.length > 0 && { files }),
  })
  const details = { sealedSha256: seal.sha256 }
  const hashes = files.map((file) => file.seal!.sha256)
  const sealed = { ...details, ...(hashes.length > 0 && { files: hashes }) }
  change.emit('document.completed', details)
  change.log(
    { action: 'document.sealed', actor: SYSTEM, details: sealed },
    { action: 'document.completed', actor: SYSTEM, details }
  )
  await sendCopies(change)
}

function sealedFiles(files: readonly PacketFile[], seals: readonly StoredFileSeal[]): PacketFile[] {
  return files.map((file, index) => ({
    ...file,
    seal: {
      ...seals[index]!,
      ...{ timestampedAt: null, unstampedSha256: null, laterRevisions: [], stampedWith: '' },
    },
  }))
}
