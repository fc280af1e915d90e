import { canonicalJson } from '#app/foundation/canonical_json'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import { statement, type CheckpointFacts } from '../checkpoints/checkpoint.js'
import { treeHash } from '../checkpoints/merkle_tree.js'
import NotInLog from '../errors/not_in_log.js'
import { pathInBlocks } from './block_tree.js'
import type { InclusionProof } from './inclusion_proof.js'

/** As `cell.link_proof` answers it. */
interface Found {
  scope: string
  sequence: number
  hash: string
  index: number
  number: number
  facts: Omit<CheckpointFacts, 'created_at'> & { created_at: string }
  links: string[]
  linkBlocks: string[]
  leaves: string[]
  tail: string[]
  blocks: string[]
  size: number
  note: string
  cosignatures: string[]
}

/**
 * Of an entry of a trail of the entered tenant.
 *
 * @param sequence  the last one that the log has, unless given
 * @throws NotInLog  until the log has it: some ten minutes
 */
export async function proofOfEntry(chain: string, sequence?: number): Promise<InclusionProof> {
  if (CurrentTenant.get().environment !== 'live') throw new NotInLog()
  const [[row]] = await CurrentTenant.batch([
    query<{ found: Found | null }>('select cell.link_proof($1, $2) as found', [
      chain,
      sequence ?? null,
    ]),
  ])
  const { found } = row
  if (!found) throw new NotInLog()
  const { facts, index, number, size } = found
  const entry = { chain, sequence: found.sequence, hash: found.hash }
  const checkpoint = statement({ ...facts, created_at: new Date(facts.created_at) })
  const tail = found.tail.length > 0 ? [treeHash(bytes(found.tail))] : []
  return {
    entry,
    link: canonicalJson([found.scope, chain, entry.sequence, entry.hash]),
    inCheckpoint: {
      index,
      size: facts.leaves,
      path: base64(pathInBlocks(index, bytes(found.links), bytes(found.linkBlocks))),
    },
    checkpoint,
    inLog: {
      index: number - 1,
      size,
      path: base64(
        pathInBlocks(number - 1, bytes(found.leaves), [...bytes(found.blocks), ...tail])
      ),
    },
    head: found.note + found.cosignatures.map((line) => `${line}\n`).join(''),
  }
}

function bytes(hashes: readonly string[]): Buffer[] {
  return hashes.map((hash) => Buffer.from(hash, 'hex'))
}

function base64(hashes: readonly Buffer[]): string[] {
  return hashes.map((hash) => hash.toString('base64'))
}
