import type { Versions } from '../rows/tenant_rows.js'

export const FORMAT = 'countersign.tenant/1'

/** One entry of an archive. `rows` are the lines of a table. */
export interface ArchivedFile {
  name: string
  size: number
  sha256: string
  rows?: number
}

/** What an archive holds and who says so. It is the last entry but its own signature, and names all others. */
export interface Manifest {
  format: typeof FORMAT
  tenantId: string
  slug: string
  createdAt: string
  /** Versions of the schemas; an installation reads its own and all earlier ones. */
  schemas: Versions
  rows: number
  files: number
  bytes: number
  /** Ed25519, PEM: who signed. That it is the right one is for the reader to know. */
  publicKey: string
  entries: ArchivedFile[]
}

export const MANIFEST = 'manifest.json'
export const SIGNATURE = 'manifest.sig'
export const PLATFORM_ENTRY = 'platform.json'
export const KEY_ENTRY = 'key.json'

/** A signature under a manifest is good for nothing else. */
export const SIGNED_AS = 'countersign/archive-manifest/v1\0'
