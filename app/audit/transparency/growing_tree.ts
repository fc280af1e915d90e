import { nodeHash, treeHash } from '../checkpoints/merkle_tree.js'

/** The tree over leaves that come one after another: of everything before, it keeps one hash for each complete subtree. */
export class GrowingTree {
  #subtrees: Buffer[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Of all leaves so far. */
  get root(): Buffer {
    if (this.#size === 0) return treeHash([])
    return this.#subtrees.reduceRight((right, left) => nodeHash(left, right))
  }

  /** @param hash  of the leaf */
  append(hash: Buffer): void {
    let subtree = hash
    // as in binary addition: each complete subtree on the right is joined with the one beside it
    for (let rest = this.#size; rest % 2 === 1; rest = (rest - 1) / 2)
      subtree = nodeHash(this.#subtrees.pop()!, subtree)
    this.#subtrees.push(subtree)
    this.#size += 1
  }
}
