import { createHash } from 'node:crypto'

const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

/**
 * The Merkle tree hash of a list of texts (RFC 6962, section 2.1): SHA-256, leaves and nodes told apart by their first byte. Of a text
 * that was forgotten its leaf stands in its place, as bytes.
 */
export function merkleRoot(leaves: readonly (string | Buffer)[]): string {
  return treeHash(leaves.map(leafHash)).toString('hex')
}

export function leafHash(leaf: string | Buffer): Buffer {
  return typeof leaf === 'string' ? digest(LEAF, Buffer.from(leaf, 'utf8')) : leaf
}

export function nodeHash(left: Buffer, right: Buffer): Buffer {
  return digest(NODE, left, right)
}

/** Of leaves that are hashed already, or of complete subtrees of the same size, of which the last may be smaller. */
export function treeHash(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 0) return digest()
  if (hashes.length === 1) return hashes[0]
  const split = splitOf(hashes.length)
  return nodeHash(treeHash(hashes.slice(0, split)), treeHash(hashes.slice(split)))
}

/** Where the tree over so many leaves, at least two, divides: the largest power of two below. */
export function splitOf(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1))
}

function digest(...parts: Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
