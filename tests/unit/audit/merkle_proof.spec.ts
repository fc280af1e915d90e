import { test } from '@japa/runner'
import { leafHash, treeHash } from '#app/audit/checkpoints/merkle_tree'
import { blocksOf, pathInBlocks } from '#app/audit/transparency/block_tree'
import {
  consistencyPath,
  inclusionPath,
  isConsistent,
  rootOfInclusion,
} from '#app/audit/transparency/merkle_proof'

const leaves = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => leafHash(`entry ${from + index}`))

const head = (hashes: Buffer[]) => ({ size: hashes.length, root: treeHash(hashes) })

/** The eight entries of RFC 6962's reference implementation, and the root over all of them. */
const KNOWN = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const KNOWN_ROOT = '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'

test.group('Merkle proofs', () => {
  test('lead to the root that the reference implementation of RFC 6962 computes', ({ assert }) => {
    const hashes = KNOWN.map((hex) => leafHash(Buffer.from(hex, 'hex').toString('latin1')))
    assert.equal(treeHash(hashes).toString('hex'), KNOWN_ROOT)
  })

  test('of inclusion hold for each leaf of each size, and for no other place', ({ assert }) => {
    for (let size = 1; size <= 33; size++) {
      const hashes = leaves(size)
      const { root } = head(hashes)
      for (let index = 0; index < size; index++) {
        const path = inclusionPath(hashes, index)
        const place = { index, size, path }
        assert.isTrue(rootOfInclusion(hashes[index], place)?.equals(root))
        const moved = rootOfInclusion(hashes[index], { ...place, index: index + 1 })
        assert.isNotTrue(moved?.equals(root))
        assert.isNotTrue(rootOfInclusion(leafHash('another'), place)?.equals(root))
        const longer = rootOfInclusion(hashes[index], { ...place, path: [...path, root] })
        assert.isNotTrue(longer?.equals(root))
      }
    }
  })

  test('of inclusion are the same when most of the tree is known by its blocks', ({ assert }) => {
    for (const size of [1, 255, 256, 257, 512, 700, 1025]) {
      const hashes = leaves(size)
      const blocks = blocksOf(hashes)
      for (const index of [0, 1, 255, 256, 511, size - 1].filter((one) => one < size)) {
        const start = Math.floor(index / 256) * 256
        const path = pathInBlocks(index, hashes.slice(start, start + 256), blocks)
        assert.deepEqual(path, inclusionPath(hashes, index), `${index} of ${size}`)
      }
    }
  })

  test('of consistency hold between each two sizes, and for no other beginning', ({ assert }) => {
    for (let size = 1; size <= 20; size++) {
      const hashes = leaves(size)
      for (let old = 0; old <= size; old++) {
        const before = head(hashes.slice(0, old))
        const path = consistencyPath(hashes, old)
        assert.isTrue(isConsistent(before, head(hashes), path), `${old} of ${size}`)
        if (old === 0) continue
        const forked = head(leaves(old, 1000))
        assert.isFalse(isConsistent(forked, head(hashes), path))
        const other = head([...leaves(size - 1), leafHash('another')])
        assert.isFalse(isConsistent(before, other, path))
        assert.isFalse(isConsistent(before, head(hashes), [...path, before.root]))
      }
    }
  })

  test('of consistency are refused for a log that has become shorter', ({ assert }) => {
    const hashes = leaves(9)
    assert.isFalse(isConsistent(head(hashes), head(hashes.slice(0, 5)), consistencyPath(hashes, 5)))
  })
})
