import logger from '@adonisjs/core/services/logger'
import db from '@adonisjs/lucid/services/db'
import { clock } from '#app/foundation/clock'

const EVERY_MS = 5_000
/** An answer that took longer says little about the present. */
const ANSWERED_WITHIN_MS = 2_000
const WORTH_A_WORD_MS = 30_000

const NOW = 'select extract(epoch from clock_timestamp())::float8 * 1000 as now'

/** Compares this machine's clock with the database's, which counts for all: what one process dates is judged by another. */
export class ClockWatch {
  #timer: NodeJS.Timeout | undefined
  #isOff = false

  /** Compares once before it returns, where the database answers. */
  static async start(): Promise<ClockWatch> {
    const watch = new ClockWatch()
    await watch.#compare()
    watch.#timer = setInterval(() => void watch.#compare(), EVERY_MS).unref()
    return watch
  }

  /** Compares once, for a process that ends soon. */
  static once(): Promise<void> {
    return new ClockWatch().#compare()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Where the database is away, the last comparison holds. */
  async #compare(): Promise<void> {
    const beganAt = performance.now()
    const answer = await db
      .connection('platform')
      .rawQuery<{ rows: { now: number }[] }>(NOW)
      .catch(() => null)
    const tookMs = performance.now() - beganAt
    if (!answer || tookMs > ANSWERED_WITHIN_MS) return
    const aheadMs = answer.rows[0].now + tookMs / 2 - Date.now()
    clock.follow(aheadMs)
    this.#tell(aheadMs)
  }

  #tell(aheadMs: number): void {
    const isOff = Math.abs(aheadMs) > WORTH_A_WORD_MS
    const isNews = isOff !== this.#isOff
    this.#isOff = isOff
    if (!isNews) return
    if (!isOff) return logger.info("this machine's clock is right again")
    const seen = { aheadMs: Math.round(aheadMs) }
    logger.warn(seen, "this machine's clock is wrong: the database's counts")
  }
}
