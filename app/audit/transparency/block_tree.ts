import { treeHash } from '../checkpoints/merkle_tree.js'
import { inclusionPath } from './merkle_proof.js'

/** Leaves in a complete subtree that is kept as one hash. A power of two, so that the tree over the blocks is the upper part of the tree over the leaves. */
export const BLOCK = 256

/** The hashes of the blocks, in order; the last one may be smaller. */
export function blocksOf(leaves: readonly Buffer[]): Buffer[] {
  const count = Math.ceil(leaves.length / BLOCK)
  return Array.from({ length: count }, (_, block) =>
    treeHash(leaves.slice(block * BLOCK, (block + 1) * BLOCK))
  )
}

/** The path of a leaf of which one knows the block that it is in, and the hashes of all blocks. */
export function pathInBlocks(
  index: number,
  block: readonly Buffer[],
  blocks: readonly Buffer[]
): Buffer[] {
  return [
    ...inclusionPath(block, index % BLOCK),
    ...inclusionPath(blocks, Math.floor(index / BLOCK)),
  ]
}
