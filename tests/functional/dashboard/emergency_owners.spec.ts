import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { CONSOLE } from '#app/cli/_console'
import { EmergencyOwners } from '#app/identity/access/emergency_owners'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { openSession } from '#app/identity/sessions/session_opening'
import { Membership } from '#app/identity/users/membership'
import type User from '#app/identity/users/user'
import { Enforcement } from '#app/single_sign_on/enforcement'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { clock } from '#app/foundation/clock'
import { inLive, makeUser, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { forgetAttempts } from '#tests/support/forgotten_attempts'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { asActor, readyToRequire, requiring } from '#tests/support/required_sso'
import { withSecondFactor } from '#tests/support/second_factor'

const REMOVE = '/account/second-factor/remove'
const SENTENCE =
  'Name another one first, or lift the requirement: both on the page Single sign-on, under Enforcement.'

/** Long enough for statements that wait for nobody. */
const AS_FAR_AS_IT_GETS_MS = 100

let provider: TestIdentityProvider

/** A browser of somebody who came in through the provider. */
async function cameIn(tenant: Tenant, user: User): Promise<Visitor> {
  const visitor = new Visitor(tenant, user)
  const by = { provider: 'x', nameId: 'x', nameFormat: null, sessionIndex: null }
  const endsAt = new Date(clock.now().getTime() + 3_600_000)
  const { token } = await inLive(tenant, () => openSession(user, { by: { ...by, endsAt } }))
  visitor.cookies.set('session', token.release())
  return visitor
}

async function anotherOwner(tenant: Tenant): Promise<User> {
  const user = await withPassword(tenant, await makeUser(tenant, 'owner'))
  await withSecondFactor(tenant, user)
  return user
}

const hasFactor = (tenant: Tenant, user: User) => inLive(tenant, () => SecondFactor.isOnFor(user))

/** How many could log in if the provider failed now. */
const entrances = async (tenant: Tenant) => {
  const all = await inLive(tenant, () => EmergencyOwners.candidates())
  return all.filter((one) => one.isNamed && one.hasPassword && one.hasSecondFactor).length
}

/** Begins these while somebody holds the account, so that each has got as far as it gets before another goes on. */
async function atOnce(tenant: Tenant, ...works: (() => Promise<unknown>)[]): Promise<void> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = inLive(tenant, () =>
    unit(async () => {
      await SecurityTrail.lock()
      locked.resolve()
      await released.promise
    })
  )
  await locked.promise
  const running: Promise<unknown>[] = []
  for (const work of works) {
    running.push(inLive(tenant, work).catch((error: Error) => error))
    await pause(AS_FAR_AS_IT_GETS_MS)
  }
  released.resolve()
  await Promise.all([holding, ...running])
}

test.group('Emergency owners', (group) => {
  group.setup(async () => {
    provider = await TestIdentityProvider.make()
  })
  group.each.setup(forgetAttempts)

  test('the last one keeps their second factor, and reads what to do first', async ({ assert }) => {
    const { tenant, owner } = await requiring(provider)
    const visitor = await cameIn(tenant, owner)
    const refused = await visitor.post(REMOVE)
    assert.include((await visitor.followed(refused)).text, SENTENCE)
    assert.isTrue(await hasFactor(tenant, owner))
    const second = await anotherOwner(tenant)
    await inLive(tenant, () =>
      Enforcement.nameEmergencyOwners([owner.id, second.id], asActor(owner))
    )
    await visitor.post(REMOVE)
    assert.isFalse(await hasFactor(tenant, owner))
    // the first is named still, and cannot come in
    const seconds = await cameIn(tenant, second)
    assert.include((await seconds.followed(await seconds.post(REMOVE))).text, SENTENCE)
    assert.equal(await entrances(tenant), 1)
    await inLive(tenant, () => Enforcement.lift(asActor(owner)))
    await seconds.post(REMOVE)
    assert.isFalse(await hasFactor(tenant, second))
  })

  test('the last one’s second factor is removed by no other owner, and not by the operator', async ({
    assert,
  }) => {
    const { tenant, owner } = await requiring(provider)
    const other = await cameIn(tenant, await makeUser(tenant, 'owner'))
    const at = `/settings/members/${owner.id}`
    const refused = await other.post(`${at}/second-factor/remove`)
    assert.include((await other.followed(refused)).text, SENTENCE)
    await assert.rejects(
      () => inLive(tenant, () => new Membership(owner, CONSOLE, 'owner').removeSecondFactor()),
      /Name another one first/
    )
    assert.equal(await entrances(tenant), 1)
  })

  test('the last one who can come in stays, beside another who is named and has no second factor', async ({
    assert,
  }) => {
    const { tenant, owner } = await requiring(provider)
    const second = await anotherOwner(tenant)
    const by = asActor(owner)
    await inLive(tenant, () => Enforcement.nameEmergencyOwners([owner.id, second.id], by))
    await inLive(tenant, () => SecondFactor.remove(second, asActor(second)))
    const seconds = await cameIn(tenant, second)
    for (const [path, values] of [
      [`/settings/members/${owner.id}/disable`, {}],
      [`/settings/members/${owner.id}/role`, { role: 'member' }],
      [`/settings/members/${owner.id}/remove`, {}],
    ] as const)
      await seconds.post(path, values)
    assert.equal(await entrances(tenant), 1)
  })

  test('are named no longer once they are removed', async ({ assert }) => {
    const { tenant, owner } = await requiring(provider)
    const second = await anotherOwner(tenant)
    const by = asActor(owner)
    await inLive(tenant, () => Enforcement.nameEmergencyOwners([owner.id, second.id], by))
    await inLive(tenant, () => new Membership(second, by, 'owner').remove({ revokeKeys: false }))
    const named = { text: 'select user_id from emergency_owners' }
    const [rows] = await inLive(tenant, () => CurrentTenant.batch([named]))
    assert.deepEqual(rows, [{ user_id: owner.id }])
  })

  test('of two who remove their second factors at one moment, one keeps it', async ({ assert }) => {
    const { tenant, owner } = await requiring(provider)
    const second = await anotherOwner(tenant)
    const by = asActor(owner)
    await inLive(tenant, () => Enforcement.nameEmergencyOwners([owner.id, second.id], by))
    await atOnce(
      tenant,
      () => SecondFactor.remove(owner, asActor(owner)),
      () => SecondFactor.remove(second, asActor(second))
    )
    assert.equal(await entrances(tenant), 1)
  })

  test('there is one who can come in, whatever is done while single sign-on is being required', async ({
    assert,
  }) => {
    const undoings: ((owner: User) => Promise<unknown>)[] = [
      (owner) => SecondFactor.remove(owner, asActor(owner)),
      (owner) => new Membership(owner, CONSOLE, 'owner').disable(),
      (owner) => new Membership(owner, CONSOLE, 'owner').changeRole('admin'),
      (owner) => new Membership(owner, CONSOLE, 'owner').removeSecondFactor(),
    ]
    for (const undo of undoings) {
      const { tenant, owner } = await readyToRequire(provider)
      await makeUserWhoCame(tenant)
      await atOnce(
        tenant,
        () => undo(owner),
        () => Enforcement.require([owner.id], asActor(owner))
      )
      const isRequired = await inLive(tenant, () => LogInPolicy.requiresSso())
      const outcome = { isRequired, entrances: await entrances(tenant) }
      assert.notDeepEqual(outcome, { isRequired: true, entrances: 0 }, String(undo))
    }
  })

  test('of owners named while one of them goes, one is left who can come in', async ({
    assert,
  }) => {
    const { tenant, owner } = await requiring(provider)
    const second = await anotherOwner(tenant)
    await atOnce(
      tenant,
      () => SecondFactor.remove(second, asActor(second)),
      () => Enforcement.nameEmergencyOwners([second.id], asActor(owner))
    )
    assert.equal(await entrances(tenant), 1)
  })
})

/** Another owner, so that the first may go. */
async function makeUserWhoCame(tenant: Tenant): Promise<void> {
  const user = await makeUser(tenant, 'owner')
  await inLive(tenant, () => user.merge({ lastSeenAt: clock.now() }).save())
}
