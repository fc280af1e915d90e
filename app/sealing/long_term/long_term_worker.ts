/** What the threads that seal do for the long term: see `seal_worker.ts`. */
import { answered, refusing, type Answer } from '../seal_answer.js'
import type { Stamped } from '../later_timestamp.js'
import {
  newestChain,
  withRoom,
  withToken,
  type Archived,
  type ArchivedFile,
  type FillOrder,
  type RoomForToken,
  type RoomOrder,
} from './archive_stamp.js'
import { chainsOf, toLongTerm, type SealChains } from './long_term_seal.js'
import type { Proofs } from './proofs.js'

/** A sealed file whose certificates somebody asks for. */
export interface ChainsOrder {
  sealed: Uint8Array
  roots: Uint8Array[]
  known: Uint8Array[]
}

/** A sealed file that gets proofs for the long term. */
export interface LongTermOrder {
  sealed: Uint8Array
  roots: Uint8Array[]
  proofs: Proofs
}

/** A file with a document time stamp whose certificates somebody asks for. */
export interface NewestChainOrder extends ArchivedFile {
  known: Uint8Array[]
}

export function readChains(order: ChainsOrder): Promise<Answer<{ chains: SealChains }>> {
  return refusing(async () => ({ result: { chains: chainsOf(order) } }))
}

export function addProofs(order: LongTermOrder): Promise<Answer<Stamped>> {
  return answered(async () => toLongTerm(order))
}

export function readNewestChain(
  order: NewestChainOrder
): Promise<Answer<{ chain: Uint8Array[] | null }>> {
  return refusing(async () => ({ result: { chain: newestChain(order) } }))
}

export function makeRoom(order: RoomOrder): Promise<Answer<RoomForToken>> {
  return answered(async () => withRoom(order))
}

export function fillRoom(order: FillOrder): Promise<Answer<Archived>> {
  return answered(async () => withToken(order))
}
