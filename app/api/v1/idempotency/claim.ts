import { DAY_MS } from '#app/foundation/duration'
import { randomToken } from '#app/foundation/opaque_token'
import { clock } from '#app/foundation/clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { KeptAnswer } from './kept_answer.js'
import IdempotencyInProgress from '../errors/idempotency_in_progress.js'
import IdempotencyKeyReused from '../errors/idempotency_key_reused.js'

const KEPT_MS = DAY_MS

/** Longer than any request takes: a process that has not answered by then has died without a commit. */
const LEASE_MS = 60_000

/** A row that is free: none, one that is too old, or one whose holder has not come back. A claim of a time that the clock was set back from is nobody's either. */
const STAKE = `
  insert into idempotency_keys (key, fingerprint, claim, claimed_until, created_at) values ($1, $2, $3, $4, $5)
  on conflict (key) do update
     set fingerprint = $2, claim = $3, claimed_until = $4, created_at = $5, status = null, answer = null
   where idempotency_keys.created_at <= $6
      or idempotency_keys.status is null
        and (idempotency_keys.claimed_until <= $5 or idempotency_keys.claimed_until > $7)`

/** A request that is alive has been answered by then; who asks again sooner asks again in a second. */
const USUAL_MS = 5_000

const FIND =
  'select fingerprint, claim, claimed_until, status, answer from idempotency_keys where key = $1'

type Found = RowOf<
  'idempotency_keys',
  'fingerprint' | 'claim' | 'claimed_until' | 'status' | 'answer'
>

/** A few each time, so that nobody has to come by and sweep. */
const FORGET = `
  delete from idempotency_keys where key in (
    select key from idempotency_keys where created_at <= $1 order by created_at limit 10 for update skip locked)`

const KEEP = `
  update idempotency_keys set status = $3, answer = $4 where key = $1 and claim = $2 and status is null returning key`

const RELEASE = 'delete from idempotency_keys where key = $1 and claim = $2 and status is null'

/** The right to make a change under an Idempotency-Key. Of all who ask with the same key one gets it. */
export class Claim {
  private constructor(
    private key: string,
    private token: string
  ) {}

  /**
   * Asks for the right, in a short transaction of its own.
   *
   * @returns the answer instead, where the change was made before
   * @throws IdempotencyInProgress, IdempotencyKeyReused
   */
  static async stake(key: string, fingerprint: string): Promise<Claim | KeptAnswer> {
    const token = randomToken()
    const now = clock.now()
    const tooOld = new Date(now.getTime() - KEPT_MS)
    const until = new Date(now.getTime() + LEASE_MS)
    const beyond = new Date(now.getTime() + 2 * LEASE_MS)
    const [, [row]] = await CurrentTenant.batch([
      { text: STAKE, values: [key, fingerprint, token, until, now, tooOld, beyond] },
      query<Found>(FIND, [key]),
      { text: FORGET, values: [tooOld] },
    ])
    if (row?.claim === token) return new Claim(key, token)
    if (row && row.fingerprint !== fingerprint) throw new IdempotencyKeyReused()
    if (!row) throw new IdempotencyInProgress()
    if (row.answer === null) throw new IdempotencyInProgress(waitFor(row.claimed_until, now))
    return KeptAnswer.open(key, row.answer)
  }

  /**
   * Stores the answer; in the unit of the change, so that there is never one without the other.
   *
   * @throws IdempotencyInProgress when this took so long that another has the claim now
   */
  async keep(answer: KeptAnswer): Promise<void> {
    const values = [this.key, this.token, answer.status, await answer.seal(this.key)]
    const [kept] = await CurrentTenant.batch([{ text: KEEP, values }])
    if (kept.length === 0) throw new IdempotencyInProgress()
  }

  /** Nothing was done: the same key may be used again at once. */
  async release(): Promise<void> {
    await CurrentTenant.batch([{ text: RELEASE, values: [this.key, this.token] }])
  }
}

/** Seconds until it is worth asking again: until the claim ends, where its holder seems to be dead. */
function waitFor(claimedUntil: Date, now: Date): number {
  const leftMs = claimedUntil.getTime() - now.getTime()
  return leftMs > LEASE_MS - USUAL_MS ? 1 : Math.max(1, Math.ceil(leftMs / 1000))
}
