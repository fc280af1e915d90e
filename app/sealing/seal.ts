import { availableParallelism } from 'node:os'
import { intake, type Intake } from './intake/intake.js'
import { SealThreads } from './seal_threads.js'
import SealFailed from './errors/seal_failed.js'
import { isHere, signatureBy } from './keys/private_key.js'
import { withPlates } from './plates.js'
import type { TimestampAuthority } from './pades/timestamp_authority.js'
import type { Sealed, SealOrder } from './seal_order.js'
import { refusal, type Answer } from './seal_answer.js'
import type { SealLimits } from './seal_thread.js'
import type { Stamped } from './later_timestamp.js'
import type { Archived, FillOrder, RoomForToken, RoomOrder } from './long_term/archive_stamp.js'
import type { SealChains } from './long_term/long_term_seal.js'
import type { ChainsOrder, LongTermOrder, NewestChainOrder } from './long_term/long_term_worker.js'
import type { FinishOrder, LateStampOrder, Revision, Unfinished, Unsigned } from './seal_worker.js'

export type * from './seal_order.js'

const CPU_MS = 15_000
const WALL_MS = 100_000
const MAX_WAITING = 1_000

/** What an authority's token may take beyond the one before it. */
const TOKEN_MARGIN_BYTES = 512

const NO_KEY = new Uint8Array(0)

type Task =
  | SealOrder
  | FinishOrder
  | Unfinished
  | LateStampOrder
  | ChainsOrder
  | LongTermOrder
  | NewestChainOrder
  | RoomOrder
  | FillOrder
  | Uint8Array

type Checked = Pick<Sealed, 'bytes' | 'marks' | 'pageCount'>

export interface SealerOptions extends SealLimits {
  maxThreads: number
  /** The services behind timestamp URLs, as one. */
  timestampAuthorities: (urls: readonly string[]) => Promise<Pick<TimestampAuthority, 'stamp'>>
  /** Draws what was made, to see that it shows what it must. */
  intake: Pick<Intake, 'check' | 'expect'>
}

/**
 * Seals documents in warm threads: the values drawn into the pages, a certificate of completion
 * behind them, and a PAdES signature over all of it.
 */
export class Sealer {
  #options: SealerOptions
  #threads: SealThreads

  constructor(options: Partial<SealerOptions> = {}) {
    this.#options = {
      maxThreads: Math.max(1, Math.min(4, availableParallelism())),
      cpuMs: CPU_MS,
      wallMs: WALL_MS,
      timestampAuthorities: async (urls) => {
        const { TimestampAuthorities } = await import('./pades/timestamp_authorities.js')
        return TimestampAuthorities.named(urls)
      },
      intake,
      ...options,
    }
    this.#threads = new SealThreads(this.#options.maxThreads)
  }

  /** Starts the first thread, which seals something of its own before it takes work. */
  async warm() {
    await this.#threads.warm()
  }

  /**
   * Marks on ground as dark as ink do not show: they get a light plate, and all is sealed once more.
   *
   * @returns the sealed file, which was verified and drawn, and begins with the canonical bytes
   * @throws E_SEAL_FAILED, E_SEAL_IMPOSSIBLE, E_NOT_OUR_PDF (the canonical bytes are not those of
   *   `intake`), E_SIGNATURE_IMAGE_UNREADABLE, E_KEY_STORE_AWAY; `isPermanent` says which of them will come again
   */
  async seal(order: SealOrder): Promise<Sealed> {
    this.#options.intake.expect()
    const sealed = await this.#sealed(order)
    const plated = withPlates(order, await this.#check(sealed, order))
    if (!plated) return sealed
    const resealed = await this.#sealed(plated)
    await this.#check(resealed, plated)
    return resealed
  }

  /**
   * What a signer adds to a file that signatures hold of, up to their own signature, whose key is elsewhere. The same order is always
   * prepared to the same bytes.
   *
   * @param order  without a key
   * @throws E_SEAL_FAILED, E_SEAL_IMPOSSIBLE, E_NOT_OUR_PDF, E_SIGNATURE_IMAGE_UNREADABLE
   */
  async prepareOwn(order: SealOrder): Promise<Unsigned> {
    this.#options.intake.expect()
    const made = await this.#run<Unsigned>('prepare', order)
    const plated = withPlates(order, await this.#check(made, order))
    return plated ? this.#run<Unsigned>('prepare', plated) : made
  }

  /** @param unfinished  with the value of the signature @throws E_SEAL_FAILED where it does not hold */
  finishOwn(unfinished: Unfinished): Promise<Revision> {
    return this.#run<Revision>('finishOwn', unfinished)
  }

  /**
   * Adds a time stamp to a file that was sealed while no authority answered.
   *
   * @param roots  DER of the authorities that the seal may lead to
   * @param urls  RFC 3161 services, asked in turn
   * @throws E_TIMESTAMP_REFUSED, E_SEAL_FAILED, and E_NOT_OUR_PDF for a file that we did not seal
   */
  async stampLater(sealed: Uint8Array, roots: Uint8Array[], urls: string[]): Promise<Stamped> {
    const { bytes: value } = await this.#run<{ bytes: Uint8Array }>('readSignature', sealed)
    const token = await (await this.#options.timestampAuthorities(urls)).stamp(value)
    return this.#run<Stamped>('stampLater', { file: sealed, roots, token })
  }

  /** The certificates that proofs for the long term are needed of. @throws E_SEAL_FAILED for what is no whole seal with a time stamp */
  async chainsOf(order: ChainsOrder): Promise<SealChains> {
    return (await this.#run<{ chains: SealChains }>('readChains', order)).chains
  }

  /** Raises a seal with a time stamp to PAdES B-LT. @throws E_SEAL_FAILED, also where the proofs do not prove it */
  async addProofs(order: LongTermOrder): Promise<Stamped> {
    return this.#run<Stamped>('addProofs', order)
  }

  /** The certificates of the newest document time stamp, from the one that signed upwards; null where there is none. @throws E_SEAL_FAILED */
  async newestChain(order: NewestChainOrder): Promise<Uint8Array[] | null> {
    return (await this.#run<{ chain: Uint8Array[] | null }>('readNewestChain', order)).chain
  }

  /**
   * Adds a document time stamp behind a file with proofs for the long term, and before it what proves the one before (PAdES B-LTA).
   *
   * @param urls  RFC 3161 services, asked in turn
   * @throws E_TIMESTAMP_REFUSED, and E_SEAL_FAILED, also where the proofs do not prove it
   */
  async archive(order: Omit<RoomOrder, 'roomBytes'>, urls: readonly string[]): Promise<Archived> {
    const authorities = await this.#options.timestampAuthorities(urls)
    const stamped = async (roomBytes: number | null) => {
      const { covered, ...unstamped } = await this.#run<RoomForToken>('makeRoom', {
        ...order,
        roomBytes,
      })
      return { unstamped, token: await authorities.stamp(covered) }
    }
    let made = await stamped(null)
    if (made.token.length > made.unstamped.slot.roomBytes)
      made = await stamped(made.token.length + TOKEN_MARGIN_BYTES)
    const { sealedBytes, roots } = order
    return this.#run<Archived>('fillRoom', { ...made, sealedBytes, roots })
  }

  /** Ends the threads; another order starts them again. */
  async close() {
    await this.#threads.close()
  }

  /** @throws E_SEAL_IMPOSSIBLE */
  #check({ bytes, marks, pageCount }: Checked, { canonical, isTest, record }: SealOrder) {
    const file = { canonicalBytes: canonical.length, isRecord: record !== undefined, isTest }
    return this.#options.intake.check(bytes, { ...file, marks, pageCount })
  }

  async #sealed(order: SealOrder): Promise<Sealed> {
    const { timestampUrls = [], chain, certificate, privateKey } = order.signing
    const isStamped = timestampUrls.length > 0
    if (!isStamped && isHere(privateKey)) return this.#run<Sealed>('seal', order)
    const unfinished = await this.#signed(order)
    const token = isStamped ? await this.#tokenOf(unfinished.signature.value, order.signing) : null
    if (isStamped && !token) {
      const signing = { ...order.signing, timestampUrls: [], isStampedLater: true }
      return this.#sealed({ ...order, signing })
    }
    const finishing: FinishOrder = { unfinished, token, roots: [chain.at(-1) ?? certificate] }
    return this.#run<Sealed>('finish', finishing)
  }

  /** No thread waits for a key that is elsewhere: it takes other orders until there is a signature. @throws E_KEY_STORE_AWAY */
  async #signed(order: SealOrder): Promise<Unfinished> {
    const { privateKey } = order.signing
    if (isHere(privateKey)) return this.#run<Unfinished>('sign', order)
    const signing = { ...order.signing, privateKey: NO_KEY }
    const { toBeSigned, ...made } = await this.#run<Unsigned>('prepare', { ...order, signing })
    const value = await signatureBy(privateKey, toBeSigned)
    return { ...made, signature: { ...made.signature, value } }
  }

  /**
   * Null when no authority has one: nobody who has signed waits for somebody else's service. So it is where its clock is so wrong that by
   * its time the seal's certificates have not begun.
   */
  async #tokenOf(
    value: Uint8Array,
    { certificate, chain, timestampUrls = [] }: SealOrder['signing']
  ): Promise<Uint8Array | null> {
    try {
      const token = await (await this.#options.timestampAuthorities(timestampUrls)).stamp(value)
      const { isWithin } = await import('./pades/timestamp_token.js')
      return isWithin(token, [certificate, ...chain]) ? token : null
    } catch {
      return null
    }
  }

  async #run<Result>(name: string, task: Task): Promise<Result> {
    if (this.#threads.waiting >= MAX_WAITING)
      throw new SealFailed('too many others wait to be sealed')
    const answer = await this.#threads.with(
      (thread) => thread.run(name, task, this.#options) as Promise<Answer<Result>>
    )
    if ('result' in answer) return answer.result
    throw refusal(answer.refused)
  }
}

export const sealer = new Sealer()
