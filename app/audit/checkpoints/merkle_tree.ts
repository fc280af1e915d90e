import { createHash } from 'node:crypto'

const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

/**
 * The Merkle tree hash of a list of texts (RFC 6962, section 2.1): SHA-256, leaves and nodes told apart by their first byte. Of a text
 * that was forgotten its leaf stands in its place, as bytes.
 */
export function merkleRoot(leaves: readonly (string | Buffer)[]): string {
  if (leaves.length === 0) return createHash('sha256').digest('hex')
  const leafOf = (leaf: string | Buffer) =>
    typeof leaf === 'string' ? digest(LEAF, Buffer.from(leaf, 'utf8')) : leaf
  return root(leaves.map(leafOf)).toString('hex')
}

function root(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 1) return hashes[0]
  const split = largestPowerOfTwoBelow(hashes.length)
  return digest(NODE, root(hashes.slice(0, split)), root(hashes.slice(split)))
}

function largestPowerOfTwoBelow(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1))
}

function digest(...parts: Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
