import { clock } from '#app/foundation/clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import { insertion } from '#app/tenancy/statement'
import { SecondFactor } from '../second_factor/second_factor.js'
import User from '../users/user.js'
import LastEmergencyOwner from '../errors/last_emergency_owner.js'
import { LogInPolicy } from './log_in_policy.js'

const OWNERS = `select u.* from users u where u.role = 'owner' and u.disabled_at is null order by u.name, u.id`
const NAMED = `select u.* from users u join emergency_owners e on e.user_id = u.id
  where u.role = 'owner' and u.disabled_at is null order by u.name, u.id`

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
    const [owners, named] = await CurrentTenant.batch([{ text: OWNERS }, { text: NAMED }])
    const ids = modelsOf(User, named).map(({ id }) => id)
    const each = modelsOf(User, owners).map(async (user) => ({
      user,
      isNamed: ids.includes(user.id),
      hasPassword: user.passwordHash !== null,
      hasSecondFactor: await SecondFactor.isOnFor(user),
    }))
    return Promise.all(each)
  },

  /** In a unit that has locked the policy. */
  async name(ids: readonly string[], by: string): Promise<void> {
    const rows = ids.map((id) => ({ user_id: id, named_by: by, named_at: clock.now() }))
    await CurrentTenant.batch([
      { text: 'delete from emergency_owners' },
      ...rows.map((row) => insertion('emergency_owners', [row])),
    ])
  },

  async include({ id }: User): Promise<boolean> {
    const [named] = await CurrentTenant.batch([{ text: NAMED }])
    return modelsOf(User, named).some((user) => user.id === id)
  },

  /** In the unit that takes an owner's role or access away. @throws LastEmergencyOwner */
  async requireAnother({ id }: User): Promise<void> {
    if (!(await LogInPolicy.requiresSso())) return
    const named = await CurrentTenant.batch([{ text: NAMED }])
    const ids = modelsOf(User, named[0]).map((user) => user.id)
    if (ids.includes(id) && ids.length === 1) throw new LastEmergencyOwner()
  },
}
