import type { KeyObject } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { keyRing, PLATFORM } from '#app/tenancy/keys'
import type { PlatformRow } from '#app/tenancy/row'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { Submission } from './submission.js'

type Row = PlatformRow<'submitted_forms', 'answer' | 'created_at'>

const KEPT_MS = DAY_MS

/** A second click comes at once; who reloads the page later is not shown a link again. */
const SHOWN_MS = MINUTE_MS

/** A few each time, so that no sweeper is needed. */
const FORGET = `
  delete from submitted_forms where digest in (
    select digest from submitted_forms where created_at <= ? order by created_at limit 10 for update skip locked)`

const KEEP = `insert into submitted_forms (digest, answer, created_at) values (?, ?, ?)
  on conflict (digest) do nothing returning digest`

const FIND = 'select answer, created_at from submitted_forms where digest = ?'

/** A form of the console whose answer shows something once, as `Submission` is for those of tenants: sent twice, it takes effect once. */
export class ConsoleSubmission<Shown extends object> {
  private constructor(private digest: string | null) {}

  static of<Shown extends object>(ctx: HttpContext, operatorId: string): ConsoleSubmission<Shown> {
    const { digest } = Submission.of(ctx, operatorId, ctx.request.body())
    return new ConsoleSubmission(digest)
  }

  /**
   * Runs the effect in a transaction of the platform, unless an equal form has taken effect before.
   *
   * @returns what its answer shows, this time or the first; null where that was shown too long ago
   */
  async run(effect: (trx: TransactionClientContract) => Promise<Shown>): Promise<Shown | null> {
    const earlier = await this.#earlier()
    if (earlier) return earlier.shown
    try {
      return await platformTransaction(async (trx) => {
        const shown = await effect(trx)
        await this.#keep(shown, trx)
        return shown
      })
    } catch (error) {
      // what this one was refused may be what the first one did
      const first = await this.#earlier()
      if (!first) throw error
      return first.shown
    }
  }

  /** @throws SubmittedBefore, which takes the whole transaction back */
  async #keep(shown: Shown, trx: TransactionClientContract): Promise<void> {
    if (this.digest === null) return
    const now = clock.now()
    const answer = sealEnvelope(await secret(), JSON.stringify(shown), this.digest)
    await trx.rawQuery(FORGET, [new Date(now.getTime() - KEPT_MS)])
    const { rows } = await trx.rawQuery<{ rows: unknown[] }>(KEEP, [this.digest, answer, now])
    if (rows.length === 0) throw new SubmittedBefore()
  }

  async #earlier(): Promise<{ shown: Shown | null } | null> {
    if (this.digest === null) return null
    const { rows } = await db.connection('platform').rawQuery<{ rows: Row[] }>(FIND, [this.digest])
    const [row] = rows
    if (!row) return null
    if (row.created_at.getTime() <= clock.now().getTime() - SHOWN_MS) return { shown: null }
    const answer = openEnvelope(await secret(), row.answer, this.digest)
    return { shown: JSON.parse(answer.toString('utf8')) as Shown }
  }
}

class SubmittedBefore extends Error {}

function secret(): Promise<KeyObject> {
  return keyRing.derive(PLATFORM, 'submitted-form')
}
