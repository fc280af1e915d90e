import { test } from '@japa/runner'
import { Secret } from '@adonisjs/core/helpers'
import { SecurityTrail } from '#app/audit/security_trail'
import type { Actor } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import { sha256Hex } from '#app/foundation/opaque_token'
import ApiKey from '#app/identity/keys/api_key'
import { MemberInvitation } from '#app/identity/users/member_invitation'
import { Membership } from '#app/identity/users/membership'
import { welcomeOwners } from '#app/identity/users/owner_welcome'
import { PasswordLink } from '#app/identity/users/password_link'
import { sessionOfToken } from '#app/identity/sessions/session_of_token'
import { openSession } from '#app/identity/sessions/session_opening'
import type { Role } from '#app/identity/access/role'
import User from '#app/identity/users/user'
import UserLink from '#app/identity/users/user_link'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { PlatformWork } from '#app/tenants/platform_work'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, ownerOf, withPassword } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { outcomeOf } from '#tests/support/outcome'

const DAY_MS = 86_400_000
const BY: Actor = { type: 'user', id: 'usr_olga', name: 'Olga Owner' }
const PASSWORD = new Secret('a long and quiet night')

const invited = (email: string, role: Role = 'member') => ({ name: 'Ines', email, role })

const codeOf = async (work: () => Promise<unknown>) => (await outcomeOf(work)).code ?? 'done'

const count = async (tenant: Tenant, text: string) =>
  inLive(tenant, async () => {
    const [[row]] = await CurrentTenant.batch([{ text }])
    return row.count as number
  })

const linkOf = (tenant: Tenant, user: User) =>
  inLive(tenant, () => UserLink.query().where('userId', user.id).firstOrFail())

test.group('Invitation', () => {
  test('leaves a mail to the invited, and an entry in the trail of the account', async ({
    assert,
  }) => {
    const tenant = await makeTenant()
    const user = await inLive(tenant, () =>
      MemberInvitation.invite(invited('Ines@Example.TEST', 'developer'), BY)
    )
    assert.include(user.$attributes, { email: 'ines@example.test', role: 'developer' })
    assert.isTrue(user.isInvited)
    const [entry] = await inLive(tenant, () => SecurityTrail.read())
    assert.equal(entry.action, 'member.invited')
    assert.equal(await doWork(tenant, 'mail.notice'), 1)
    assert.equal(
      await count(tenant, `select count(*)::int from mails where recipient = 'ines@example.test'`),
      1
    )
  })

  test('keeps no token: rows and events contain only its SHA-256', async ({ assert }) => {
    const tenant = await makeTenant()
    const user = await inLive(tenant, () =>
      MemberInvitation.invite(invited('ines@example.test'), BY)
    )
    const link = await linkOf(tenant, user)
    const token = (await inLive(tenant, () => link.token())).release()
    assert.equal(link.tokenSha256, sha256Hex(token))
    const [notices] = await inLive(tenant, () =>
      CurrentTenant.batch([{ text: 'select details::text as details from notices' }])
    )
    assert.notInclude(JSON.stringify(notices), token)
  })

  test('refuses whom the plan has no seat for, however many are invited at once', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'starter' })
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        codeOf(() =>
          inLive(tenant, () => MemberInvitation.invite(invited(`p${index}@example.test`), BY))
        )
      )
    )
    assert.lengthOf(
      codes.filter((code) => code === 'done'),
      2
    )
    assert.lengthOf(
      codes.filter((code) => code === 'quota_exceeded'),
      8
    )
    assert.equal(await count(tenant, 'select count(*)::int from users'), 3)
    assert.equal(await count(tenant, 'select count(*)::int from user_links'), 2)
  })

  test('has no seat on Free but the owner’s, and no end of them on Business', async ({
    assert,
  }) => {
    const free = await makeTenant({ plan: 'free' })
    const invite = (tenant: Tenant, email: string) =>
      codeOf(() => inLive(tenant, () => MemberInvitation.invite(invited(email), BY)))
    assert.equal(await invite(free, 'a@example.test'), 'quota_exceeded')
    const business = await makeTenant({ plan: 'business' })
    for (let index = 0; index < 11; index++)
      assert.equal(await invite(business, `p${index}@example.test`), 'done')
  })

  test('refuses an address that is there already, and takes back one who had left', async ({
    assert,
  }) => {
    const tenant = await makeTenant()
    const user = await inLive(tenant, () =>
      MemberInvitation.invite(invited('ines@example.test'), BY)
    )
    const again = () =>
      inLive(tenant, () => MemberInvitation.invite(invited('ines@example.test'), BY))
    assert.equal(await codeOf(again), 'member_exists')
    await inLive(tenant, () => new Membership(user, BY, 'owner').remove({ revokeKeys: false }))
    const back = await again()
    assert.equal(back.id, user.id)
    assert.isFalse(back.isDisabled || back.isRemoved)
  })

  test('goes by itself to the owner of a new tenant who has no password, and once', async ({
    assert,
  }) => {
    const tenant = await makeTenant()
    while ((await PlatformWork.doDue()) > 0);
    await welcomeOwners(tenant.id)
    assert.equal(
      await count(tenant, `select count(*)::int from notices where kind = 'account.welcome'`),
      1
    )
    const owner = await ownerOf(tenant)
    assert.isTrue(owner.isInvited)
  })
})

test.group('Password link', (group) => {
  group.each.teardown(() => clock.restore())

  const invite = async () => {
    const tenant = await makeTenant()
    const user = await inLive(tenant, () =>
      MemberInvitation.invite(invited('ines@example.test'), BY)
    )
    const link = await linkOf(tenant, user)
    const token = (await inLive(tenant, () => link.token())).release()
    return { tenant, user, token }
  }

  test('lets the first who come with it set a password, and nobody after', async ({ assert }) => {
    const { tenant, user, token } = await invite()
    const come = () =>
      inLive(tenant, async () => {
        const link = await UserLink.byToken('welcome', token)
        return link ? PasswordLink.setPassword(link, PASSWORD, {}) : 'unknown'
      })
    const codes = await Promise.all([codeOf(come), codeOf(come), codeOf(come)])
    assert.lengthOf(
      codes.filter((code) => code === 'link_used'),
      2
    )
    assert.isNull(await inLive(tenant, () => UserLink.byToken('welcome', token)))
    const found = await inLive(tenant, () => User.withCredentials(user.email, PASSWORD))
    assert.equal(found?.id, user.id)
    assert.isNotNull(found?.verifiedAt)
  })

  test('is for one end and one tenant alone', async ({ assert }) => {
    const { tenant, token } = await invite()
    const other = await makeTenant()
    assert.isNull(await inLive(tenant, () => UserLink.byToken('reset', token)))
    assert.isNull(await inLive(other, () => UserLink.byToken('welcome', token)))
    assert.isNull(await inLive(tenant, () => UserLink.byToken('welcome', `${token}x`)))
    assert.isNotNull(await inLive(tenant, () => UserLink.byToken('welcome', token)))
  })

  test('ends after seven days, and with the next one', async ({ assert }) => {
    const { tenant, user, token } = await invite()
    clock.travel(7 * DAY_MS - 1_000)
    assert.isNotNull(await inLive(tenant, () => UserLink.byToken('welcome', token)))
    clock.travel(1_000)
    assert.isNull(await inLive(tenant, () => UserLink.byToken('welcome', token)))
    clock.restore()
    await inLive(tenant, () => MemberInvitation.resend(user, BY))
    assert.isNull(await inLive(tenant, () => UserLink.byToken('welcome', token)))
  })

  test('ends for a member who is disabled', async ({ assert }) => {
    const { tenant, user, token } = await invite()
    await inLive(tenant, () => new Membership(user, BY, 'owner').disable())
    assert.isNull(await inLive(tenant, () => UserLink.byToken('welcome', token)))
  })

  test('logs out every browser of a member who forgot their password', async ({ assert }) => {
    const tenant = await makeTenant()
    const user = await withPassword(tenant, await makeUser(tenant, 'admin'))
    const { token } = await inLive(tenant, () => openSession(user))
    await inLive(tenant, () => PasswordLink.send(user.email, {}))
    const link = await linkOf(tenant, user)
    assert.equal(link.purpose, 'reset')
    const raw = (await inLive(tenant, () => link.token())).release()
    await inLive(tenant, async () => {
      const found = await UserLink.byToken('reset', raw)
      await PasswordLink.setPassword(found!, new Secret('another quiet night'), {})
    })
    assert.isNull(await inLive(tenant, () => sessionOfToken(token.release())))
  })

  test('is sent to nobody who is unknown or disabled', async ({ assert }) => {
    const tenant = await makeTenant()
    const gone = await makeUser(tenant, 'admin')
    await inLive(tenant, () => new Membership(gone, BY, 'owner').disable())
    await inLive(tenant, () => PasswordLink.send('nobody@example.test', {}))
    await inLive(tenant, () => PasswordLink.send(gone.email, {}))
    assert.equal(await count(tenant, 'select count(*)::int from user_links'), 0)
  })
})

test.group('Membership', () => {
  const world = async (plan = 'business') => {
    const tenant = await makeTenant({ plan })
    const owner = await withPassword(tenant, await ownerOf(tenant))
    return { tenant, owner }
  }
  const act = (tenant: Tenant, user: User, byRole: Role, work: (of: Membership) => Promise<void>) =>
    codeOf(() => inLive(tenant, () => work(new Membership(user, BY, byRole))))

  test('keeps the last owner, whatever is tried', async ({ assert }) => {
    const { tenant, owner } = await world()
    const tries: ((of: Membership) => Promise<void>)[] = [
      (of) => of.changeRole('admin'),
      (of) => of.disable(),
      (of) => of.remove({ revokeKeys: false }),
    ]
    for (const attempt of tries)
      assert.equal(await act(tenant, owner, 'owner', attempt), 'last_owner')
    const invitedOwner = await inLive(tenant, () =>
      MemberInvitation.invite(invited('o@x.test', 'owner'), BY)
    )
    assert.equal(await act(tenant, owner, 'owner', (of) => of.disable()), 'last_owner')
    assert.equal(await act(tenant, invitedOwner, 'owner', (of) => of.disable()), 'done')
    assert.equal((await ownerOf(tenant)).isDisabled, false)
  })

  test('keeps one of two owners who send each other away at the same time', async ({ assert }) => {
    const { tenant, owner } = await world()
    const other = await withPassword(tenant, await makeUser(tenant, 'owner'))
    const codes = await Promise.all([
      act(tenant, owner, 'owner', (of) => of.remove({ revokeKeys: false })),
      act(tenant, other, 'owner', (of) => of.changeRole('viewer')),
    ])
    assert.sameMembers(codes, ['done', 'last_owner'])
    assert.equal(
      await count(
        tenant,
        `select count(*)::int from users where role = 'owner' and disabled_at is null`
      ),
      1
    )
  })

  test('brings back nobody who was removed while somebody else enabled them', async ({
    assert,
  }) => {
    const { tenant } = await world()
    const ines = await makeUser(tenant, 'member')
    const [here, there] = await inLive(tenant, () =>
      Promise.all([User.findOrFail(ines.id), User.findOrFail(ines.id)])
    )
    const remove = (of: Membership) => of.remove({ revokeKeys: false })
    assert.equal(await act(tenant, here, 'owner', remove), 'done')
    const tries: ((of: Membership) => Promise<void>)[] = [
      (of) => of.enable(),
      (of) => of.disable(),
      (of) => of.changeRole('admin'),
      remove,
    ]
    for (const attempt of tries)
      assert.equal(await act(tenant, there, 'owner', attempt), 'member_removed')
    const left = await inLive(tenant, () => User.findOrFail(ines.id))
    assert.isTrue(left.isRemoved && left.isDisabled)
    const [entry] = await inLive(tenant, () => SecurityTrail.read())
    assert.equal(entry.action, 'member.removed')
    await inLive(tenant, () => left.merge({ disabledAt: null }).save())
    await inLive(tenant, () => PasswordLink.send(ines.email, {}))
    assert.equal(await count(tenant, 'select count(*)::int from user_links'), 0)
  })

  test('records the role that somebody really had', async ({ assert }) => {
    const { tenant } = await world()
    const ines = await makeUser(tenant, 'member')
    const stale = await inLive(tenant, () => User.findOrFail(ines.id))
    assert.equal(await act(tenant, ines, 'owner', (of) => of.changeRole('developer')), 'done')
    assert.equal(await act(tenant, stale, 'owner', (of) => of.changeRole('admin')), 'done')
    const [entry] = await inLive(tenant, () => SecurityTrail.read())
    assert.include(entry.body.details, { from: 'developer', to: 'admin' })
  })

  test('lets an admin neither make, change nor send away an owner', async ({ assert }) => {
    const { tenant, owner } = await world()
    const member = await makeUser(tenant, 'member')
    assert.equal(await act(tenant, member, 'admin', (of) => of.changeRole('owner')), 'owners_only')
    assert.equal(await act(tenant, owner, 'admin', (of) => of.changeRole('member')), 'owners_only')
    assert.equal(await act(tenant, owner, 'admin', (of) => of.disable()), 'owners_only')
    assert.equal(await act(tenant, member, 'admin', (of) => of.changeRole('developer')), 'done')
  })

  test('hands the account over', async ({ assert }) => {
    const { tenant, owner } = await world()
    const heir = await withPassword(tenant, await makeUser(tenant, 'admin'))
    assert.equal(await act(tenant, heir, 'owner', (of) => of.makeOwnerInsteadOf(owner)), 'done')
    const roles = await inLive(tenant, () => User.query().whereIn('id', [owner.id, heir.id]))
    assert.equal(roles.find(({ id }) => id === heir.id)?.role, 'owner')
    assert.equal(roles.find(({ id }) => id === owner.id)?.role, 'admin')
  })

  test('shuts a disabled member out immediately, and gives the seat to another', async ({
    assert,
  }) => {
    const { tenant } = await world('starter')
    const ines = await makeUser(tenant, 'member')
    await makeUser(tenant, 'member')
    const { token } = await inLive(tenant, () => openSession(ines))
    const invite = () => inLive(tenant, () => MemberInvitation.invite(invited('new@x.test'), BY))
    assert.equal(await codeOf(invite), 'quota_exceeded')
    assert.equal(await act(tenant, ines, 'owner', (of) => of.disable()), 'done')
    assert.isNull(await inLive(tenant, () => sessionOfToken(token.release())))
    assert.equal(await codeOf(invite), 'done')
    assert.equal(await act(tenant, ines, 'owner', (of) => of.enable()), 'quota_exceeded')
  })

  test('revokes the keys of a member who leaves if that is chosen, and only theirs', async ({
    assert,
  }) => {
    const { tenant, owner } = await world()
    const ines = await makeUser(tenant, 'developer')
    const issue = (createdBy: User) =>
      inLive(tenant, () => ApiKey.issue({ environment: 'test', name: 'K', createdBy }))
    const { key: hers } = await issue(ines)
    const { key: own } = await issue(owner)
    await act(tenant, ines, 'owner', (of) => of.remove({ revokeKeys: true }))
    const keys = await inLive(tenant, () => ApiKey.query())
    assert.isTrue(keys.find(({ id }) => id === hers.id)?.isRevoked)
    assert.isFalse(keys.find(({ id }) => id === own.id)?.isRevoked)
  })

  test('sends nobody away when a smaller plan has fewer seats, and lets nobody more in', async ({
    assert,
  }) => {
    const { tenant } = await world()
    await makeUser(tenant, 'member')
    await makeUser(tenant, 'member')
    await tenant.merge({ planKey: 'free' }).save()
    await EntitlementsProjection.apply(tenant.id)
    assert.equal(
      await count(tenant, 'select count(*)::int from users where disabled_at is null'),
      3
    )
    const invite = () => inLive(tenant, () => MemberInvitation.invite(invited('new@x.test'), BY))
    assert.equal(await codeOf(invite), 'quota_exceeded')
  })
})

test.group('A change by somebody who has just lost the right to it', () => {
  const as = ({ id, name }: User): Actor => ({ type: 'user', id, name })

  test('is refused, however it was begun', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'business' })
    const owner = await withPassword(tenant, await ownerOf(tenant))
    const lost = await withPassword(tenant, await makeUser(tenant, 'owner'))
    const other = await withPassword(tenant, await makeUser(tenant, 'member'))
    // what a page of theirs read before the owner was faster
    const change = new Membership(other, as(lost), 'owner')
    const toOwner = new Membership(lost, as(owner), 'owner')
    await inLive(tenant, () => toOwner.changeRole('admin'))
    assert.equal(
      await inLive(tenant, () => codeOf(() => change.makeOwnerInsteadOf(lost))),
      'owners_only'
    )
    assert.equal(
      await inLive(tenant, () => codeOf(() => change.changeRole('owner'))),
      'owners_only'
    )
    assert.equal(await inLive(tenant, () => codeOf(() => change.changeRole('viewer'))), 'done')
    await inLive(tenant, () => toOwner.disable())
    assert.equal(
      await inLive(tenant, () => codeOf(() => change.changeRole('member'))),
      'owners_only'
    )
    await inLive(tenant, () => other.refresh())
    assert.equal(other.role, 'viewer')
  })
})
