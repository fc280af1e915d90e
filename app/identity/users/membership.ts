import type { AccountAction } from '#app/audit/audit_action'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import AddressChange from '../addresses/address_change.js'
import { EmergencyOwners } from '../access/emergency_owners.js'
import { GroupRoles } from '../access/group_roles.js'
import { MemberPolicy } from '../access/member_policy.js'
import { forgottenGrantee } from '../access/visibility.js'
import ApiKey from '../keys/api_key.js'
import { SecondFactor } from '../second_factor/second_factor.js'
import { Seats } from './seats.js'
import { OpenSessions } from '../sessions/open_sessions.js'
import { rightsOf, type Role } from '../access/role.js'
import type User from './user.js'
import Notice from '#app/tenants/notice'
import { forgetProvidersWords } from './providers_words.js'
import UserLink from './user_link.js'
import LastOwner from '../errors/last_owner.js'
import MemberRemoved from '../errors/member_removed.js'
import OwnersOnly from '../errors/owners_only.js'

interface Change {
  action: AccountAction
  details?: Record<string, unknown> | ((user: User) => Record<string, unknown>)
}

/**
 * What somebody may be made in an account, and by whom. Each change locks the account by its entry in the security trail, so that of two
 * owners who send each other away at the same time one stays.
 */
export class Membership {
  constructor(
    private user: User,
    private by: Actor,
    private byRole: Role
  ) {}

  /**
   * Somebody who was an owner gets the role of their groups, if these give one.
   *
   * @param why  for the trail, beside the roles
   * @throws OwnersOnly, MemberRemoved, LastOwner, LastEmergencyOwner
   */
  async changeRole(role: Role, why: { by?: string } = {}): Promise<void> {
    await this.#change(
      {
        action: 'member.role_changed',
        details: ({ role: from }) => ({ from, to: role, ...why }),
      },
      async (user) => {
        MemberPolicy.require(this.byRole, role)
        if (role !== 'owner') await requireAnotherOwner(user)
        if (role === 'owner') await OpenSessions.closeThoseOfProviders(user)
        const wasOwner = user.role === 'owner'
        await user.merge({ role }).save()
        if (wasOwner && role !== 'owner') await this.#followGroups(user)
      }
    )
  }

  /** Cannot log in and takes no seat, until enabled again. @throws OwnersOnly, LastOwner, LastEmergencyOwner */
  async disable(): Promise<void> {
    await this.#change({ action: 'member.disabled' }, leave)
  }

  /** @throws OwnersOnly, SeatLimitExceeded */
  async enable(): Promise<void> {
    await this.#change({ action: 'member.enabled' }, async (user) => {
      if (!user.isDisabled) return
      await Seats.requireOne()
      await user.merge({ disabledAt: null }).save()
    })
  }

  /**
   * For good, with their teams and what was shared with them. Keys belong to the account and outlive their maker, unless they are revoked with them;
   * documents stay theirs until somebody hands them over.
   *
   * @throws OwnersOnly, LastOwner, LastEmergencyOwner
   */
  async remove({ revokeKeys }: { revokeKeys: boolean }): Promise<void> {
    const change: Change = { action: 'member.removed', details: { keysRevoked: revokeKeys } }
    await this.#change(change, async (user) => {
      await leave(user)
      await SecondFactor.forget(user)
      await EmergencyOwners.forget(user)
      await user.merge({ removedAt: clock.now(), passwordHash: null, invitedAt: null }).save()
      await forgetProvidersWords(user)
      await CurrentTenant.batch([
        forgottenGrantee(user.id),
        { text: 'delete from team_members where user_id = $1', values: [user.id] },
      ])
      if (!revokeKeys) return
      for (const key of await ApiKey.ofMaker(user)) await key.revoke(this.by)
    })
  }

  /**
   * For a member who has lost telephone and recovery codes: the password alone logs them in then. Told to them, and to owners and admins.
   *
   * @throws OwnersOnly, LastEmergencyOwner
   */
  async removeSecondFactor(): Promise<void> {
    await this.#change({ action: 'second_factor.recovered' }, async (user) => {
      MemberPolicy.require(this.byRole, 'owner')
      await EmergencyOwners.requireAnother(user)
      await SecondFactor.forget(user)
      await OpenSessions.closeAll(user)
      await Notice.leave('account.changed', { what: 'second_factor.recovered' }, { to: user.id })
      await Notice.leave('member.factor_removed', { userId: user.id })
    })
  }

  /** An owner makes somebody else one, and becomes an admin, or what their groups make them. @throws OwnersOnly, LastOwner, LastEmergencyOwner */
  async makeOwnerInsteadOf(owner: User): Promise<void> {
    const change: Change = { action: 'ownership.transferred', details: { from: owner.id } }
    await this.#change(change, async (user) => {
      MemberPolicy.require(this.byRole, 'owner')
      // to oneself it would leave nobody
      if (user.id === owner.id || user.isDisabled || user.isInvited) throw new LastOwner()
      await OpenSessions.closeThoseOfProviders(user)
      await EmergencyOwners.requireAnother(owner)
      await user.merge({ role: 'owner' }).save()
      await owner.merge({ role: 'admin', updatedAt: clock.now() }).save()
      await this.#followGroups(owner)
    })
  }

  async #followGroups(formerOwner: User): Promise<void> {
    await GroupRoles.applyToFormerOwner(formerOwner, this.by)
    await formerOwner.refresh()
  }

  async #change(
    { action, details }: Change,
    work: (user: User) => Promise<unknown>
  ): Promise<void> {
    await unit(async () => {
      await SecurityTrail.lock()
      // as it is now that the account is locked
      await this.user.refresh()
      if (this.user.isRemoved) throw new MemberRemoved()
      await this.#refreshOwnRole()
      MemberPolicy.require(this.byRole, this.user.role)
      const said = typeof details === 'function' ? details(this.user) : details
      const recorded = { userId: this.user.id, ...said }
      const personal = { email: this.user.email }
      await SecurityTrail.append({ action, actor: this.by, details: recorded, personal })
      this.user.updatedAt = clock.now()
      await work(this.user)
    })
  }

  /** Of one who was an owner when they asked, and may be none by now. Support has no row, and a directory's token outlives its maker's role. */
  async #refreshOwnRole(): Promise<void> {
    const isInPerson = this.by.type === 'user' && this.by.via === undefined
    if (!isInPerson) return
    const [[now]] = await CurrentTenant.batch([
      query<RowOf<'users', 'role' | 'disabled_at'>>(
        'select role, disabled_at from users where id = $1',
        [this.by.id]
      ),
    ])
    if (!now) return
    if (now.disabled_at || !rightsOf(now.role, 'live').includes('members')) throw new OwnersOnly()
    this.byRole = now.role
  }
}

async function leave(user: User): Promise<void> {
  await requireAnotherOwner(user)
  await OpenSessions.closeAll(user)
  await AddressChange.drop(user)
  await UserLink.query().where('userId', user.id).delete()
  await user.merge({ disabledAt: user.disabledAt ?? clock.now() }).save()
}

/** One who has not come yet cannot be the only one. */
async function requireAnotherOwner(user: User): Promise<void> {
  const { id, role } = user
  if (role !== 'owner') return
  const text = `select 1 from users where role = 'owner' and disabled_at is null and id <> $1
    and (password_hash is not null or last_seen_at is not null) limit 1`
  const [others] = await CurrentTenant.batch([{ text, values: [id] }])
  if (others.length === 0) throw new LastOwner()
  await EmergencyOwners.requireAnother(user)
}
