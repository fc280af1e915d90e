import { randomBytes } from 'node:crypto'
import type { AcceptedPdf } from './accepted_pdf.js'
import { uploadedNames, type PacketFile } from './packet_file.js'
import { canonicalFile, originalFile, type FileKind, type Vault } from './vault.js'

const KEY_BYTES = 8

/** What an upload is called in a vault: its own two files, and two of each of the files that it was joined of. */
export interface StoredUpload {
  names: FileKind[]
  /** None where it is one file. */
  files: PacketFile[]
}

/** Part of the names of a file, so that two who upload at once never overwrite each other. */
export function newFileKey(): string {
  return randomBytes(KEY_BYTES).toString('hex')
}

/**
 * Stores an upload, before the unit that names it.
 *
 * @param key  of the version; null for the file that a draft is made with
 */
export async function storeUpload(
  vault: Vault,
  upload: AcceptedPdf,
  key: string | null
): Promise<StoredUpload> {
  const whole = { names: [originalFile(key), canonicalFile(key)], pdf: upload }
  const parts = upload.files.map((pdf) => {
    const file = packetFile(pdf)
    return { file, names: uploadedNames(file), pdf }
  })
  const all = [whole, ...parts]
  await Promise.all(
    all.flatMap(({ names: [original, canonical], pdf }) => [
      vault.write(original!, pdf.original),
      vault.write(canonical!, pdf.canonical),
    ])
  )
  return { names: all.flatMap(({ names }) => names), files: parts.map(({ file }) => file) }
}

function packetFile(pdf: AcceptedPdf): PacketFile {
  return {
    key: newFileKey(),
    name: pdf.fileName,
    pageCount: pdf.pages.length,
    originalSha256: pdf.originalSha256,
    originalBytes: pdf.original.length,
    canonicalSha256: pdf.canonicalSha256,
    seal: null,
  }
}
