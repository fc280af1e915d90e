import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'
import { hasSecondFactor } from '../second_factor/has_second_factor.js'
import OwnFactorMissing from '../errors/own_factor_missing.js'

/** Days that people have, counted from when an owner requires it. */
export const GRACE_DAYS = [0, 7, 14, 30] as const

const LOCK = 'select required_at from factor_policy for update'
/** Waits for a change that is under way, and keeps others waiting until the session is there. */
const DUE = `select due_at from factor_policy where required_at is not null and not ${hasSecondFactor('$1')} for share`
const OWNER_WITH_FACTOR = `select 1 from users
   where id = $1 and role = 'owner' and disabled_at is null and ${hasSecondFactor('users.id')}`
const REQUIRE = 'update factor_policy set required_at = $1, required_by = $2, due_at = $3'
const LIFT = `update factor_policy set required_at = null, required_by = null, due_at = null
   where required_at is not null returning singleton`
/** An identity provider asks for what it wants, and operators have factors of their own. */
const LEAD_THOSE_WITHOUT = `update sessions set factor_due_at = $1
   where provider is null and support_id is null and not ${hasSecondFactor('sessions.user_id')}`
const LEAD_NOBODY = 'update sessions set factor_due_at = null where factor_due_at is not null'

/** Whether people who log in with a password have to have a second factor. Always in the live scope. */
export const FactorPolicy = {
  /** One row, for a batch that reads more. */
  row: query<RowOf<'factor_policy'>>('select * from factor_policy'),

  /** In a unit that changes it or takes a factor away, before the unit locks anything else. */
  async lock(): Promise<void> {
    await CurrentTenant.batch([{ text: LOCK }])
  },

  async isRequired(): Promise<boolean> {
    const [[policy]] = await CurrentTenant.batch([FactorPolicy.row])
    return policy.required_at !== null
  },

  /** In the unit that opens a session, before it locks anything else. @returns from when on it leads to a factor; null for somebody who needs none */
  async dueFor({ id }: { id: string }): Promise<Date | null> {
    const [[due]] = await CurrentTenant.batch([query<RowOf<'factor_policy', 'due_at'>>(DUE, [id])])
    return due?.due_at ?? null
  },

  /** In the unit that gives somebody a factor. */
  async met({ id }: { id: string }): Promise<void> {
    await CurrentTenant.batch([{ text: `${LEAD_NOBODY} and user_id = $1`, values: [id] }])
  },

  /** Browsers that are logged in without a factor are led to one, too. @throws OwnFactorMissing for all but an owner who has one */
  async require(by: Actor, { graceDays }: { graceDays: number }): Promise<void> {
    await unit(async () => {
      await FactorPolicy.lock()
      const [owner] = await CurrentTenant.batch([{ text: OWNER_WITH_FACTOR, values: [by.id] }])
      if (owner.length === 0) throw new OwnFactorMissing()
      const now = clock.now()
      const dueAt = new Date(now.getTime() + graceDays * DAY_MS)
      const details = { graceDays }
      await SecurityTrail.append({ action: 'second_factor.required', actor: by, details })
      await CurrentTenant.batch([
        { text: REQUIRE, values: [now, by.id, dueAt] },
        { text: LEAD_THOSE_WITHOUT, values: [dueAt] },
      ])
      await Notice.leave('factor.required', { by: by.id, dueAt: dueAt.toISOString() })
    })
  },

  async lift(by: Actor): Promise<void> {
    await unit(async () => {
      await FactorPolicy.lock()
      const [lifted] = await CurrentTenant.batch([{ text: LIFT }, { text: LEAD_NOBODY }])
      if (lifted.length === 0) return
      await SecurityTrail.append({ action: 'second_factor.optional', actor: by })
      await Notice.leave('factor.optional', { by: by.id })
    })
  },
}
