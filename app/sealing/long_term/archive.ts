import type { X509Certificate } from 'node:crypto'
import Unproven from '../errors/unproven.js'
import { additionsBehind, type Addition } from './additions.js'
import { endOf, stampChain, type Chain } from './certificate_chains.js'
import { certificatesOf, proveLongTerm, proveRenewed, type ProvenSeal } from './proof_check.js'
import type { Proofs } from './proofs.js'
import type { FoundStamp } from './stamp_revision.js'

/** A time stamp over the whole file as it was then, with its seal and its proofs. */
export interface DocumentStamp extends FoundStamp {
  /** From its certificate upwards, as far as the file has them. */
  chain: Chain
  /** Until when it can be checked by itself. */
  validUntil: Date
  /** Where what it covers ends. */
  end: number
  /** Whether the file says that its authority's certificates were good; not of the newest. */
  isStatusKnown: boolean
}

/** What stands behind a seal and proves it for the long term (EN 319 142-1, 5.4 and 5.5): proofs (B-LT), and time stamps over them (B-LTA). */
export class Archive {
  /** Oldest first. */
  readonly stamps: DocumentStamp[] = []
  readonly certificates: X509Certificate[]
  /** Of the seal's own time stamp. */
  readonly isStatusKnown: boolean
  /** Of the tenant's own certificate, where it was made with one. */
  readonly isOwnStatusKnown: boolean
  readonly #sealStampEnds: Date
  #at: Date

  /**
   * Anybody may have written what stands there: whatever reading it throws, it is not what we add.
   *
   * @returns null where anything else stands there, or it proves nothing; where browsers lack the algorithm of a time stamp, with what is there
   */
  static behind(bytes: Uint8Array, end: number, seal: ProvenSeal): Archive | null {
    try {
      const [first, ...additions] = additionsBehind(bytes, end) ?? []
      if (!first || !('proofs' in first)) return null
      const archive = new Archive(first.proofs, seal)
      archive.#add(additions)
      return archive
    } catch {
      return null
    }
  }

  private constructor(proofs: Proofs, seal: ProvenSeal) {
    const { chain, isStatusKnown, isOwnStatusKnown } = proveLongTerm(proofs, seal)
    this.certificates = certificatesOf(proofs)
    this.isStatusKnown = isStatusKnown
    this.isOwnStatusKnown = isOwnStatusKnown
    this.#sealStampEnds = endOf(chain)
    this.#at = seal.signedAt
  }

  get newest(): DocumentStamp | null {
    return this.stamps.at(-1) ?? null
  }

  /** Those that count. */
  get checkedStamps(): DocumentStamp[] {
    return this.stamps.filter(({ isChecked }) => isChecked)
  }

  /** Until when time stamps, each made before the one before it had ended, prove that all was there; null without any. @param stamps  that count */
  provenUntil(stamps: readonly DocumentStamp[] = this.checkedStamps): Date | null {
    return stamps.length > 0 ? lastingUntil(this.#sealStampEnds, stamps) : null
  }

  /** Each renewal has proofs about the stamp before it, where there were any, and always a stamp over them. */
  #add(additions: readonly Addition[]): void {
    for (const addition of additions)
      if ('stamp' in addition) this.stamps.push(this.#proven(addition.stamp, addition.end))
      else this.#renew(addition.proofs)
    const last = additions.at(-1)
    if (last && !('stamp' in last)) throw new Unproven('proofs were added behind its time stamp')
  }

  #renew(proofs: Proofs): void {
    const { newest } = this
    if (!newest) throw new Unproven('it has proofs twice')
    const { chain, isStatusKnown } = proveRenewed(proofs, this.certificates, newest)
    Object.assign(newest, { chain, isStatusKnown, validUntil: endOf(chain) })
    this.certificates.push(...certificatesOf(proofs))
  }

  #proven(stamp: FoundStamp, end: number): DocumentStamp {
    const chain = stampChain(stamp.token, this.certificates)
    const [{ validFromDate, validToDate }] = chain as [X509Certificate]
    const isInTerm = stamp.at >= validFromDate && stamp.at <= validToDate
    if (!isInTerm || stamp.at < this.#at)
      throw new Unproven('its time stamps contradict each other')
    this.#at = stamp.at
    return { ...stamp, chain, end, validUntil: endOf(chain), isStatusKnown: false }
  }
}

/** A stamp that was made too late proves nothing of the time before: it adds nothing. */
export function lastingUntil(
  first: Date,
  stamps: readonly Pick<DocumentStamp, 'at' | 'validUntil'>[]
): Date {
  let until = first
  for (const { at, validUntil } of stamps) {
    if (at > until) return until
    until = validUntil
  }
  return until
}
