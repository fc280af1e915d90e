import { canonicalJson } from '#app/foundation/canonical_json'

/** A row of cell.checkpoints. PostgreSQL gives positions, which are bigint, as text. */
export interface Checkpoint {
  number: number
  first_position: number | string
  last_position: number | string
  leaves: number
  /** The tree hash (RFC 6962) over the links from the first to the last position, in hex. */
  root: string
  previous_root: string | null
  created_at: Date
  /** Ed25519 over `statement`, in base64. */
  signature: string
  key_id: string
}

export type CheckpointFacts = Omit<Checkpoint, 'signature' | 'key_id'>

/** A row of cell.chain_log. */
export interface Link {
  position: string
  scope: string
  chain: string
  sequence: number
  hash: string
}

const FORGOTTEN = 'forgotten'

/** Of a link whose tenant was erased or went elsewhere the leaf itself is what is left. */
export function leaf({ scope, chain, sequence, hash }: Link): string | Buffer {
  if (scope === FORGOTTEN) return Buffer.from(hash, 'hex')
  return canonicalJson([scope, chain, sequence, hash])
}

/** What is signed. */
export function statement(facts: CheckpointFacts): string {
  return canonicalJson({
    number: facts.number,
    first: Number(facts.first_position),
    last: Number(facts.last_position),
    leaves: facts.leaves,
    root: facts.root,
    previousRoot: facts.previous_root,
    at: facts.created_at.toISOString(),
  })
}
