import { nodeHash, splitOf, treeHash } from '../checkpoints/merkle_tree.js'

/** The hashes beside the way from a leaf up to the root, the lowest first (RFC 9162, section 2.1.3.1). */
export function inclusionPath(hashes: readonly Buffer[], index: number): Buffer[] {
  if (hashes.length <= 1) return []
  const split = splitOf(hashes.length)
  const [left, right] = [hashes.slice(0, split), hashes.slice(split)]
  return index < split
    ? [...inclusionPath(left, index), treeHash(right)]
    : [...inclusionPath(right, index - split), treeHash(left)]
}

/** The root that a leaf and its path lead to (RFC 9162, section 2.1.3.2). @returns null for a path that fits no such tree */
export function rootOfInclusion(
  leaf: Buffer,
  { index, size, path }: { index: number; size: number; path: readonly Buffer[] }
): Buffer | null {
  if (index >= size) return null
  let [at, last, hash] = [index, size - 1, leaf]
  for (const beside of path) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(beside, hash)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else hash = nodeHash(hash, beside)
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? hash : null
}

/** What shows that the tree over the first `size` leaves is the beginning of the tree over all (RFC 9162, section 2.1.4.1). */
export function consistencyPath(hashes: readonly Buffer[], size: number): Buffer[] {
  return size === 0 ? [] : subproof(hashes, size, true)
}

function subproof(hashes: readonly Buffer[], size: number, isWhole: boolean): Buffer[] {
  if (size === hashes.length) return isWhole ? [] : [treeHash(hashes)]
  const split = splitOf(hashes.length)
  const [left, right] = [hashes.slice(0, split), hashes.slice(split)]
  return size <= split
    ? [...subproof(left, size, isWhole), treeHash(right)]
    : [...subproof(right, size - split, false), treeHash(left)]
}

export interface TreeHead {
  size: number
  root: Buffer
}

/** Whether one tree is the beginning of the other (RFC 9162, section 2.1.4.2). */
export function isConsistent(first: TreeHead, second: TreeHead, path: readonly Buffer[]): boolean {
  if (first.size > second.size) return false
  if (first.size === second.size) return path.length === 0 && first.root.equals(second.root)
  if (first.size === 0) return path.length === 0
  const isPower = Number.isInteger(Math.log2(first.size))
  const [start, ...rest] = isPower ? [first.root, ...path] : path
  if (!start) return false
  let [at, last] = [first.size - 1, second.size - 1]
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  let [old, now] = [start, start]
  for (const beside of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      ;[old, now] = [nodeHash(beside, old), nodeHash(beside, now)]
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else now = nodeHash(now, beside)
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 && old.equals(first.root) && now.equals(second.root)
}
