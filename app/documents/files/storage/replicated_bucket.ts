import type { S3ClientConfig } from '@aws-sdk/client-s3'
import EnvelopeRefused from '#app/foundation/errors/envelope_refused'
import { BucketDisk } from './bucket_disk.js'
import { countFallback, type FallbackReason } from './fallback_figures.js'
import { isMissing } from './missing_file.js'
import type { FileSource } from './partial_disk.js'

/** With a copy at hand, nobody waits longer for the first. */
const FIRST_ANSWERS_WITHIN_MS = 5_000
/** So long the copy is asked first once the first was away: not every reader should wait for it. */
const RESTS_MS = 15_000

/**
 * A bucket whose provider copies it to another region, from which files are read while the first is away, has lost one or holds something
 * else. Nothing is written, removed or listed there. A copy that does not open as the file that was asked for is refused; then the answer is
 * what the first had to say.
 */
export class ReplicatedBucket extends BucketDisk {
  #restsUntil = 0

  constructor(
    bucket: string,
    config: S3ClientConfig,
    readonly replica: FileSource,
    answersWithinMs = FIRST_ANSWERS_WITHIN_MS
  ) {
    super(bucket, config, answersWithinMs)
  }

  async readVerified<T>(read: (from: FileSource) => Promise<T>): Promise<T> {
    if (performance.now() < this.#restsUntil) {
      try {
        return await this.#fromCopy(read, 'outage')
      } catch {
        // what is too new for a copy is perhaps to be had from the first
      }
    }
    try {
      return await read(this)
    } catch (error) {
      if (error instanceof RangeError) throw error
      const reason = reasonFor(error)
      if (reason === 'outage') this.#restsUntil = performance.now() + RESTS_MS
      return this.#fromCopy(read, reason).catch(() => {
        throw error
      })
    }
  }

  async #fromCopy<T>(read: (from: FileSource) => Promise<T>, reason: FallbackReason): Promise<T> {
    return countFallback(reason, read(this.replica))
  }
}

function reasonFor(error: unknown): FallbackReason {
  if (error instanceof EnvelopeRefused) return 'damaged'
  return isMissing(error) ? 'missing' : 'outage'
}
