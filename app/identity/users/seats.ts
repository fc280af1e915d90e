import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import SeatLimitExceeded from '../errors/seat_limit_exceeded.js'

/** Who is invited has a seat as well; who is disabled has none. */
const TAKEN = `
  select plan_key, (entitlements ->> 'members')::int as "limit",
         (select count(*)::int from users where disabled_at is null) as used from standing`

interface SeatsRow extends RowOf<'standing', 'plan_key'> {
  limit: number | null
  used: number
}

export interface Seats {
  plan: string
  limit: number | null
  used: number
}

/** How many may work in a tenant, and how many do. */
export const Seats = {
  statement: query<SeatsRow>(TAKEN),

  from([{ plan_key: plan, limit, used }]: readonly SeatsRow[]): Seats {
    return { plan, limit, used }
  },

  /**
   * Before one more is taken, in a unit that has locked the account's security trail: of two at once the second sees the first.
   *
   * @throws SeatLimitExceeded
   */
  async requireOne(): Promise<void> {
    const [rows] = await CurrentTenant.batch([Seats.statement])
    const { plan, limit, used } = Seats.from(rows)
    if (limit !== null && used >= limit) throw new SeatLimitExceeded(plan, limit, used)
  },
}
