import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InstallationKey } from '../installation_key.js'
import { keyBackupsEndOn } from '../key_backup_end.js'
import { MANIFEST, readManifest, type BackupManifest, type KeysManifest } from './manifest.js'

type Manifest = BackupManifest | KeysManifest

/** A folder with the data of a backup, or with its keys. */
export interface BackupCopy {
  path: string
  /** Of the backup. */
  id: string
  takenAt: Date
  /** From this day on it is to be gone, as certificates of erasure say. */
  endsOn: string
}

/** Those in a folder that this installation has signed. Links lead to what lies elsewhere, and are left alone. */
export async function copiesIn(folder: string, format: Manifest['format']): Promise<BackupCopy[]> {
  const signer = await InstallationKey.publicPem()
  const copies: BackupCopy[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const path = join(folder, entry.name)
    const text = await readFile(join(path, MANIFEST), 'utf8').catch(() => '')
    const manifest = readManifest<Manifest>(text, format)
    if (manifest?.publicKey !== signer) continue
    const takenAt = new Date(manifest.takenAt)
    copies.push({ path, id: manifest.id, takenAt, endsOn: endOf(manifest, takenAt) })
  }
  return copies
}

/** What certificates said when it was made, or say since, whichever is sooner. */
function endOf(manifest: Manifest, takenAt: Date): string {
  const end = keyBackupsEndOn(takenAt)
  return 'endsOn' in manifest && manifest.endsOn < end ? manifest.endsOn : end
}
