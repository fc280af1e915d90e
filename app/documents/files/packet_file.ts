import { canonicalFile, originalFile, type FileKind } from './vault.js'

/** A sealed file with something added behind it, such as proofs for the long term: it begins with the bytes of the one before. */
export interface LaterRevision {
  sha256: string
  bytes: number
  level: 'B-LT' | 'B-LTA'
  /** Until when its time stamps can be checked; ISO 8601. */
  until?: string
  /** What its time stamp depends on: `p-256,sha256`. Earlier releases noted it beside the revisions. */
  stampedWith?: string
  /** ISO 8601 */
  at: string
}

/** What is on record of a sealed file, the one of a document or of one of its files. */
export interface SealRecord {
  sha256: string
  bytes: number
  pageCount: number
  /** PAdES level of the seal: `B-B`, or `B-T` with a time stamp. */
  level: 'B-T' | 'B-B'
  /** When a time stamp was added to a seal that was made without one (ISO 8601), and the SHA-256 that the file had until then. */
  timestampedAt: string | null
  unstampedSha256: string | null
  /** What was added behind it, the one that is served last. */
  laterRevisions: LaterRevision[]
  /** What the newest time stamp depends on, where an earlier release made that; else empty. */
  stampedWith: string
}

/** One file of a document that has several, as the document keeps it. */
export interface PacketFile {
  /** Part of its names in the vault. */
  key: string
  /** Empty once it was erased. */
  name: string
  pageCount: number
  originalSha256: string
  originalBytes: number
  canonicalSha256: string
  /** Null until it is sealed. */
  seal: SealRecord | null
}

/** The sealed file as it is served: with what was added behind it. */
export function servedFile({ sha256, bytes, laterRevisions }: SealRecord): {
  sha256: string
  bytes: number
} {
  return laterRevisions.at(-1) ?? { sha256, bytes }
}

/** It and all that it was served as before. */
export function sealedNames({ sha256, unstampedSha256, laterRevisions }: SealRecord): FileKind[] {
  const hashes = [unstampedSha256, sha256, ...laterRevisions.map((later) => later.sha256)]
  return hashes.filter((hash) => hash !== null).map((hash) => `sealed-${hash}` as const)
}

/** Where the vault keeps what was received of it, and what of it is sealed. */
export function uploadedNames({ key }: Pick<PacketFile, 'key'>): FileKind[] {
  return [originalFile(key), canonicalFile(key)]
}

/** The page of the document that is the first of a file, from 1. @param index  of the file, from 0 */
export function firstPageOf(files: readonly Pick<PacketFile, 'pageCount'>[], index: number) {
  return files.slice(0, index).reduce((page, { pageCount }) => page + pageCount, 1)
}
