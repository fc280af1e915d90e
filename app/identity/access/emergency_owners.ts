import { clock } from '#app/foundation/clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query } from '#app/tenancy/statement'
import { hasSecondFactor } from '../second_factor/has_second_factor.js'
import User from '../users/user.js'
import LastEmergencyOwner from '../errors/last_emergency_owner.js'
import { LogInPolicy } from './log_in_policy.js'

export const MAX_EMERGENCY_OWNERS = 3

const IN_OFFICE = `u.role = 'owner' and u.disabled_at is null`
const IS_NAMED = 'exists (select 1 from emergency_owners e where e.user_id = u.id)'
const CANDIDATES = `
  select u.*, ${IS_NAMED} as "isNamed", ${hasSecondFactor('u.id')} as "hasSecondFactor"
    from users u where ${IN_OFFICE} order by u.name, u.id`
const NAMED = `select u.id from users u where ${IN_OFFICE} and ${IS_NAMED}`
/** Those who would be let in at this moment. */
const READY = `${NAMED} and u.password_hash is not null and ${hasSecondFactor('u.id')}`

type Row = RowOf<'users'> & { isNamed: boolean; hasSecondFactor: boolean }

export interface EmergencyCandidate {
  user: User
  isNamed: boolean
  hasPassword: boolean
  hasSecondFactor: boolean
}

/** Owners who can log in without the identity provider. Always in the live scope. */
export const EmergencyOwners = {
  /** Every owner, and what they lack. */
  async candidates(): Promise<EmergencyCandidate[]> {
    const [rows] = await CurrentTenant.batch([query<Row>(CANDIDATES)])
    const users = modelsOf(User, rows)
    return rows.map(({ isNamed, hasSecondFactor: hasFactor }, index) => ({
      user: users[index],
      isNamed,
      hasPassword: users[index].passwordHash !== null,
      hasSecondFactor: hasFactor,
    }))
  },

  /** In a unit that has locked the policy and the account. */
  async name(ids: readonly string[], by: string): Promise<void> {
    const rows = ids.map((id) => ({ user_id: id, named_by: by, named_at: clock.now() }))
    await CurrentTenant.batch([
      { text: 'delete from emergency_owners' },
      ...rows.map((row) => insertion('emergency_owners', [row])),
    ])
  },

  /** In the unit that removes a member. An owner whom `requireAnother` keeps does not come so far. */
  async forget({ id }: { id: string }): Promise<void> {
    const text = 'delete from emergency_owners where user_id = $1'
    await CurrentTenant.batch([{ text, values: [id] }])
  },

  async include({ id }: { id: string }): Promise<boolean> {
    return (await idsOf(NAMED)).includes(id)
  },

  /**
   * In the unit that takes an owner's role, access or second factor away, after it has locked the account.
   *
   * @throws LastEmergencyOwner
   */
  async requireAnother({ id }: { id: string }): Promise<void> {
    if (!(await LogInPolicy.requiresSso())) return
    const ready = await idsOf(READY)
    if (ready.includes(id) && ready.length === 1) throw new LastEmergencyOwner()
  },
}

async function idsOf(text: string): Promise<string[]> {
  const [rows] = await CurrentTenant.batch([query<RowOf<'users', 'id'>>(text)])
  return rows.map(({ id }) => id)
}
