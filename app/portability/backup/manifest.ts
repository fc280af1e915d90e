import { canonicalJson } from '#app/foundation/canonical_json'
import { InstallationKey, isSignedBy } from '../installation_key.js'

export const MANIFEST = 'manifest.json'
export const FILE_LIST = 'files.jsonl'

const SIGNED_AS = 'countersign/backup-manifest/v1\0'

/** A line of `files.jsonl`: a file of the backup, or one of the bucket that was only listed. */
export interface ListedFile {
  name: string
  size: number
  sha256: string
}

/** What `files.jsonl` lists, and its own hash. */
export interface Totals {
  files: number
  bytes: number
  listSha256: string
}

/** A PostgreSQL, with the cells in it. */
export interface BackedUpServer {
  name: string
  systemId: string
  /** The major version: no other reads its files. */
  major: number
  /** Whom the cluster belongs to. */
  superuser: string
  cells: { name: string; database: string }[]
}

export interface BackupManifest extends Totals {
  format: 'countersign.backup/1'
  id: string
  /** Of the code. */
  release: string
  /** Nothing that was recorded before is missing. */
  takenAt: string
  finishedAt: string
  servers: BackedUpServer[]
  /** Numbers of the last SQL files of the platform and of the cell. */
  schemas: { platform: number; cell: number }
  /** How many tenants there are, in all states. */
  tenants: number
  /** Whether the documents are in the backup, or stay where they are, with or without a list of them. */
  storage: 'copied' | 'listed' | 'left'
  /** Ed25519, PEM, of the installation. */
  publicKey: string
}

/** Lies with the keys, in another place than the data. */
export interface KeysManifest extends Totals {
  format: 'countersign.backup-keys/1'
  /** Of the backup that they open. */
  id: string
  takenAt: string
  /** Certificates of erasure promise that this copy is gone by then. */
  endsOn: string
  publicKey: string
}

type Signed = BackupManifest | KeysManifest

export async function signedText(manifest: Signed): Promise<string> {
  const signature = await InstallationKey.sign(`${SIGNED_AS}${canonicalJson(manifest)}`)
  return `${JSON.stringify({ manifest, signature }, null, 2)}\n`
}

/** @returns null where the text is none, or was changed since it was signed */
export function readManifest<T extends Signed>(text: string, format: T['format']): T | null {
  try {
    const { manifest, signature } = JSON.parse(text) as { manifest: T; signature: string }
    if (manifest.format !== format) return null
    const signed = `${SIGNED_AS}${canonicalJson(manifest)}`
    return isSignedBy(manifest.publicKey, signed, signature) ? manifest : null
  } catch {
    return null
  }
}
