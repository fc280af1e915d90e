import type { KeyObject } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { DAY_MS } from '#app/foundation/duration'
import { canonicalJson } from '#app/foundation/canonical_json'
import { clock } from '#app/foundation/clock'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'

/** What a form has made: enough to answer once more. */
export interface Outcome {
  id: string
  /** A key or a secret that the answer shows. */
  secret?: string | null
  /** Which version of it this was. */
  version?: string
}

/** Stores the outcome; in the unit of the effect, so that there is never one without the other. */
export type KeepOutcome = (outcome: Outcome) => Promise<void>

type Effect = (keep: KeepOutcome) => Promise<unknown>

/** Whether what came of an equal form is still there. */
type Holds = (outcome: Outcome) => Promise<boolean>

const always: Holds = async () => true

const PURPOSE = 'submitted-form'
const KEPT_MS = DAY_MS

/** A second click comes at once. Reloading the page of a secret later does not show it again. */
const SHOWN_MS = 60_000

const ONCE = /^[\w-]{20,100}$/

/** Keys of the API have no spaces, so the two cannot meet. */
const keyOf = (digest: string) => `form ${digest}`

const KEEP = `
  insert into idempotency_keys (key, fingerprint, claim, claimed_until, status, answer, created_at)
  values ($1, $1, $1, $2, 303, $3, $2) on conflict (key) do nothing returning key`

/** Only the one that was read: another may have taken its place. */
const REPLACE = 'delete from idempotency_keys where key = $1 and answer = $2'

const FIND = 'select answer, created_at from idempotency_keys where key = $1 and created_at > $2'

interface Found extends RowOf<'idempotency_keys', 'answer' | 'created_at'> {
  /** Of a form it is stored with its effect. */
  answer: Buffer
}

/** A few each time, so that no sweeper is needed. */
const FORGET = `
  delete from idempotency_keys where key in (
    select key from idempotency_keys where created_at <= $1 order by created_at limit 10 for update skip locked)`

/**
 * A form that was sent. Its page carries a random value (`once`), so a form that is sent twice by a double click takes effect once, and
 * both answers are the first one's. Forms with other values are other forms: who goes back and changes something means it.
 */
export class Submission {
  private constructor(
    /** Names the form, its sender and its values; null for a form without `once`. */
    readonly digest: string | null
  ) {}

  /** @param file  digest of a file that came with the form */
  static of(
    { request }: HttpContext,
    sender: string,
    { once, ...values }: Record<string, unknown>,
    file: string | null = null
  ): Submission {
    if (typeof once !== 'string' || !ONCE.test(once)) return new Submission(null)
    const path = request.url()
    return new Submission(sha256Hex(canonicalJson({ once, sender, path, values, file })))
  }

  /**
   * Runs the effect unless an equal form has taken effect before; in the scope in which the effect opens its unit.
   *
   * @param effect  calls `keep` inside its unit; null where the form was refused
   * @param holds  false where its earlier effect has been undone since: then it takes effect again
   * @returns what came of it, this time or the first; null where nothing did
   */
  async run(effect: Effect, holds: Holds = always): Promise<Outcome | null> {
    const earlier = await this.#find()
    if (earlier && (await holds(earlier.outcome))) return earlier.outcome
    let made: Outcome | null = null
    try {
      const result = await effect(async (outcome) => {
        await this.#keep(outcome, earlier?.answer)
        made = outcome
      })
      // refused after all: the unit took everything back
      if (result === null) made = null
    } catch (error) {
      // what this one was refused may be what the first one did
      const first = await this.#lasting(holds)
      if (first) return first
      throw error
    }
    return made ?? this.#lasting(holds)
  }

  /** The same for an effect that needs nothing but PostgreSQL: all of it is one unit. */
  change(id: string, work: () => Promise<unknown>): Promise<Outcome | null> {
    return this.run((keep) =>
      unit(async () => {
        await work()
        await keep({ id })
      })
    )
  }

  /**
   * An equal form that is under way is waited for.
   *
   * @param undone  what is kept of an earlier effect that no longer holds
   * @throws SubmittedBefore, which takes the whole unit back
   */
  async #keep(outcome: Outcome, undone?: Buffer): Promise<void> {
    if (this.digest === null) return
    const now = clock.now()
    const key = keyOf(this.digest)
    const sealed = sealEnvelope(await secret(), JSON.stringify(outcome), key)
    const rows = await CurrentTenant.batch([
      { text: FORGET, values: [before(now, KEPT_MS)] },
      ...(undone ? [{ text: REPLACE, values: [key, undone] }] : []),
      { text: KEEP, values: [key, now, sealed] },
    ])
    if (rows.at(-1)?.length === 0) throw new SubmittedBefore()
  }

  /**
   * What the form is about. It is looked for before an equal form is, which may take it away in between.
   *
   * @returns null where an equal form has taken it away
   */
  async subject<T>(find: () => Promise<T>): Promise<T | null> {
    try {
      return await find()
    } catch (error) {
      if (await this.earlier()) return null
      throw error
    }
  }

  /** What came of an equal form, if one has taken effect. */
  async earlier(): Promise<Outcome | null> {
    return (await this.#find())?.outcome ?? null
  }

  /** The same, as long as it has not been undone. */
  async #lasting(holds: Holds): Promise<Outcome | null> {
    const first = await this.earlier()
    return first && (await holds(first)) ? first : null
  }

  async #find(): Promise<{ outcome: Outcome; answer: Buffer } | null> {
    if (this.digest === null) return null
    const now = clock.now()
    const key = keyOf(this.digest)
    const [[row]] = await CurrentTenant.batch([query<Found>(FIND, [key, before(now, KEPT_MS)])])
    if (!row) return null
    const outcome: Outcome = JSON.parse(
      openEnvelope(await secret(), row.answer, key).toString('utf8')
    )
    const isLate = row.created_at <= before(now, SHOWN_MS)
    const shown = isLate && outcome.secret ? { ...outcome, secret: null } : outcome
    return { outcome: shown, answer: row.answer }
  }
}

class SubmittedBefore extends Error {}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

function secret(): Promise<KeyObject> {
  const { tenant, environment } = CurrentTenant.get()
  return keyRing.derive(tenant.id, PURPOSE, environment)
}
