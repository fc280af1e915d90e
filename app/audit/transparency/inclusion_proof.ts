import { leafHash } from '../checkpoints/merkle_tree.js'
import { parseHead } from './log_head.js'
import { rootOfInclusion } from './merkle_proof.js'
import { type NoteVerifier, parseNote } from './signed_note.js'

/** The place of a leaf in a tree (RFC 9162, section 2.1.3); hashes in base64. */
export interface Inclusion {
  index: number
  size: number
  path: string[]
}

/** Shows that an entry of a trail is bound by a checkpoint, and this by the public log. It names nobody. */
export interface InclusionProof {
  entry: { chain: string; sequence: number; hash: string }
  /** The text whose leaf is in the checkpoint. */
  link: string
  inCheckpoint: Inclusion
  /** The text whose leaf is in the log; its `root` is that of the checkpoint. */
  checkpoint: string
  inLog: Inclusion
  /** The log's head with its signatures (C2SP tlog-checkpoint). */
  head: string
}

/** What a proof shows, checked with nothing but the key of the log. @returns what is wrong with it; null for nothing */
export function faultOfProof(proof: InclusionProof, log: NoteVerifier): string | null {
  const { entry, link, checkpoint } = proof
  const [, chain, sequence, hash] = JSON.parse(link) as unknown[]
  if (chain !== entry.chain || sequence !== entry.sequence || hash !== entry.hash)
    return 'The link is not that of the entry.'
  const { root } = JSON.parse(checkpoint) as { root?: unknown }
  if (rootHex(link, proof.inCheckpoint) !== root) return 'The checkpoint does not bind the entry.'
  const note = parseNote(proof.head)
  const head = note && parseHead(note.text)
  if (!note || !head || head.origin !== log.name) return 'The head is not one of this log.'
  if (!log.hasSigned(note)) return 'The log has not signed the head.'
  if (
    head.size !== proof.inLog.size ||
    rootHex(checkpoint, proof.inLog) !== head.root.toString('hex')
  )
    return 'The log does not contain the checkpoint.'
  return null
}

function rootHex(text: string, { index, size, path }: Inclusion): string | undefined {
  const hashes = path.map((one) => Buffer.from(one, 'base64'))
  return rootOfInclusion(leafHash(text), { index, size, path: hashes })?.toString('hex')
}
