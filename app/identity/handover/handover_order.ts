import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { CurrentTenant } from '#app/tenancy/current_tenant'

/** As long as a repeated request is known again. */
const KNOWN_MS = DAY_MS

const FIND = 'select 1 from heard_news where id = any($1) and heard_at > $2'
const REMEMBER = `insert into heard_news (id, heard_at) values ($1, $2) on conflict do nothing returning id`

/**
 * A request for a handover that may come again, under the same key: the process that carried it out may have died before it could answer.
 * Its ids name the day, for later than a day after it the same key is another request.
 */
export class HandoverOrder {
  readonly #now = clock.now()

  constructor(private key: string) {}

  /** In the tenant. */
  async wasCarriedOut(): Promise<boolean> {
    const since = new Date(this.#now.getTime() - KNOWN_MS)
    const values = [[this.#idOn(this.#now), this.#idOn(since)], since]
    const [known] = await CurrentTenant.batch([{ text: FIND, values }])
    return known.length > 0
  }

  /** In the unit that carries it out. @returns false where another has */
  async remember(): Promise<boolean> {
    const values = [this.#idOn(this.#now), this.#now]
    const [remembered] = await CurrentTenant.batch([{ text: REMEMBER, values }])
    return remembered.length > 0
  }

  #idOn(at: Date): string {
    return `handover_${this.key}_${at.toISOString().slice(0, 10)}`
  }
}
