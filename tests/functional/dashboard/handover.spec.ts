import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { SecurityTrail } from '#app/audit/security_trail'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import { Handover, HANDOVER_DAYS } from '#app/identity/handover/handover'
import { CONSOLE } from '#app/cli/_console'
import { MemberInvitation } from '#app/identity/users/member_invitation'
import { openSession } from '#app/identity/sessions/session_opening'
import type { ByProvider } from '#app/identity/sessions/session'
import User from '#app/identity/users/user'
import UserLink from '#app/identity/users/user_link'
import { HeldWork } from '#app/queue/stuck/held_work'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { doPlatformWork, makeChild, makeReseller } from '#tests/factories/reseller_factory'
import { inLive, makeUser, ownerOf, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { refusingCommits } from '#tests/support/refused_commit'
import { until } from '#tests/support/until'
import { someoneWaits } from '#tests/support/waiting_statements'

const MILTON = { name: 'Milton Waddams', email: 'milton@initech.example' }

const peopleOf = (tenant: Tenant) =>
  inLive(tenant, async () => {
    const users = await User.query().orderBy('id')
    return users.map(({ email, role, removedAt }) => ({ email, role, isGone: removedAt !== null }))
  })

const noticesOf = async (tenant: Tenant) => {
  const rows = await inLive(tenant, () =>
    CurrentTenant.batch([{ text: 'select kind from notices order by created_at, id' }])
  )
  return rows[0].map(({ kind }) => kind)
}

const actionsOf = async (tenant: Tenant) => {
  await doPlatformWork()
  const entries = await inLive(tenant, () => SecurityTrail.read())
  return entries.map(({ action }) => action).reverse()
}

/** Somebody has logged in there. */
async function arrive(tenant: Tenant): Promise<User> {
  const owner = await withPassword(tenant, await ownerOf(tenant))
  await inLive(tenant, () => owner.merge({ lastSeenAt: clock.now() }).save())
  return owner
}

/** @param early  on its day */
async function end(tenant: Tenant, early = false): Promise<number> {
  if (early) clock.travel(HANDOVER_DAYS * 86_400_000)
  const done = await doWork(tenant, 'handover.end', { early })
  clock.restore()
  return done
}

test.group('Dashboard | handing a tenant over', (group) => {
  let reseller: Tenant
  let rita: Visitor
  let child: Tenant

  group.each.setup(async () => {
    reseller = await makeReseller()
    rita = await Visitor.as(reseller)
    child = await makeChild(reseller)
  })

  const ask = (values: Record<string, string> = MILTON) =>
    rita.post(`/tenants/${child.id}/handover`, values)

  test('is done at once where no owner has ever come, and the first link leads nowhere then', async ({
    assert,
  }) => {
    const former = await ownerOf(child)
    assert.equal((await ask()).status, 303)
    assert.equal(await end(child), 1)
    assert.deepEqual(
      (await peopleOf(child)).filter(({ isGone }) => !isGone),
      [{ email: MILTON.email, role: 'owner', isGone: false }]
    )
    const links = await inLive(child, () => UserLink.query())
    assert.isFalse(links.some(({ userId }) => userId === former.id))
    assert.lengthOf(links, 1)
    assert.includeMembers(await actionsOf(reseller), [
      'tenant.handover_asked',
      'tenant.handed_over',
    ])
    assert.include(await actionsOf(child), 'ownership.handed_over')
  })

  test('is in the trails only once it has begun, and then once', async ({ assert }) => {
    const owner = await arrive(child)
    const { account } = schemaNames(child.id)
    const asked = async () =>
      [...(await actionsOf(reseller)), ...(await actionsOf(child))].filter((action) =>
        action.includes('handover')
      )
    await refusingCommits(`${account}.handover`, async () =>
      assert.equal((await ask()).status, 503)
    )
    assert.deepEqual(await asked(), [])
    assert.deepEqual(
      (await peopleOf(child)).map(({ email }) => email),
      [owner.email]
    )
    assert.equal((await ask()).status, 303)
    assert.equal((await ask()).status, 303)
    assert.deepEqual(await asked(), ['tenant.handover_asked', 'tenant.handover_asked'])
    const peter = { name: 'Peter Gibbons', email: 'peter@initech.example' }
    assert.equal((await ask(peter)).status, 303)
    assert.lengthOf(await asked(), 4)
  })

  test('lets passwords count again where single sign-on was required: the new owner needs one', async ({
    assert,
  }) => {
    const owner = await ownerOf(child)
    const policy = () => inLive(child, () => LogInPolicy.current())
    await inLive(child, () => LogInPolicy.require(owner.id))
    assert.isNotNull((await policy()).sso_required_at)
    await ask()
    assert.equal(await end(child), 1)
    assert.isNull((await policy()).sso_required_at)
    assert.include(await actionsOf(child), 'sso.lifted')
  })

  test('waits a week if an owner has logged in, and notifies them', async ({ assert }) => {
    const owner = await arrive(child)
    await ask()
    assert.equal(await end(child), 0)
    assert.include(await noticesOf(child), 'handover.asked')
    assert.equal((await peopleOf(child)).length, 1)
    const olga = await Visitor.as(child)
    const page = await olga.get('/settings/handover')
    assert.include(page.text, MILTON.email)
    assert.include(page.text, reseller.name)
    assert.equal(await end(child, true), 1)
    assert.sameDeepMembers(await peopleOf(child), [
      { email: owner.email, role: 'admin', isGone: false },
      { email: MILTON.email, role: 'owner', isGone: false },
    ])
    assert.include(await noticesOf(child), 'handover.done')
  })

  test('waits for its day, also where its work was held back and let go before', async ({
    assert,
  }) => {
    const owner = await arrive(child)
    await ask()
    await HeldWork.hold()
    await HeldWork.release()
    assert.equal(await end(child), 1)
    assert.equal(await end(child), 0)
    assert.deepEqual(await peopleOf(child), [{ email: owner.email, role: 'owner', isGone: false }])
    assert.equal(await end(child, true), 1)
    assert.isTrue((await peopleOf(child)).some(({ email }) => email === MILTON.email))
  })

  test('is refused by an owner, and then nothing happens on its day', async ({ assert }) => {
    const owner = await arrive(child)
    await ask()
    const olga = await Visitor.as(child)
    const refused = await olga.followed(await olga.post('/settings/handover/refuse'))
    assert.include(refused.text, 'You have refused the handover')
    assert.equal(await end(child, true), 2)
    assert.deepEqual(await peopleOf(child), [{ email: owner.email, role: 'owner', isGone: false }])
    const actions = await actionsOf(reseller)
    assert.lengthOf(
      actions.filter((action) => action === 'tenant.handover_refused'),
      1
    )
    assert.notInclude(actions, 'tenant.handed_over')
    const again = await olga.followed(await olga.post('/settings/handover/refuse'))
    assert.include(again.text, 'There is no pending handover any more')
  })

  test('tells the reseller of a refusal that is being stored when another is asked for', async ({
    assert,
  }) => {
    const owner = await arrive(child)
    await ask()
    const by = { type: 'user', id: owner.id, name: owner.name } as const
    const refused = Promise.withResolvers<void>()
    const askedAgain = refused.promise.then(() =>
      ask({ name: 'Peter', email: 'p@initech.example' })
    )
    await inLive(child, () =>
      unit(async () => {
        assert.isTrue(await Handover.refuse(by))
        refused.resolve()
        await Promise.race([until(someoneWaits), askedAgain])
      })
    )
    assert.equal((await askedAgain).status, 303)
    assert.deepEqual(
      (await actionsOf(reseller)).filter((action) => action.includes('handover')),
      ['tenant.handover_asked', 'tenant.handover_refused', 'tenant.handover_asked']
    )
  })

  test('is refused after its day, as long as its work is held back', async ({ assert }) => {
    const owner = await arrive(child)
    await ask()
    await HeldWork.hold()
    const olga = await Visitor.as(child)
    clock.travel((HANDOVER_DAYS + 1) * 86_400_000)
    const by = { type: 'user', id: owner.id, name: owner.name } as const
    const refused = await inLive(child, () => Handover.refuse(by))
    clock.restore()
    assert.isTrue(refused)
    const again = await olga.followed(await olga.post('/settings/handover/refuse'))
    assert.include(again.text, 'There is no pending handover any more')
    await HeldWork.release()
    await end(child, true)
    assert.deepEqual(await peopleOf(child), [{ email: owner.email, role: 'owner', isGone: false }])
  })

  test('cannot be refused by anybody but an owner', async ({ assert }) => {
    await arrive(child)
    await ask()
    for (const role of ['admin', 'developer', 'member', 'viewer'] as const) {
      const somebody = await Visitor.as(child, role)
      assert.equal((await somebody.get('/settings/handover')).status, 403)
      assert.equal((await somebody.post('/settings/handover/refuse')).status, 403)
    }
    assert.equal(await end(child, true), 1)
    assert.isTrue((await peopleOf(child)).some(({ email }) => email === MILTON.email))
  })

  test('answers the same whether or not the address is somebody’s there', async ({ assert }) => {
    await arrive(child)
    const known = await makeUser(child, 'member')
    const ofKnown = await rita.followed(await ask({ name: 'Any', email: known.email }))
    const ofStranger = await rita.followed(await ask({ name: 'Any', email: 'x@y.example' }))
    const told = (text: string) => /<main[\s\S]*<\/main>/.exec(text)?.[0]
    assert.include(told(ofKnown.text), 'The handover has begun')
    assert.equal(told(ofKnown.text), told(ofStranger.text))
  })

  test('makes somebody who works there the owner', async ({ assert }) => {
    const owner = await arrive(child)
    const known = await makeUser(child, 'member')
    await ask({ name: 'Somebody', email: known.email.toUpperCase() })
    await end(child, true)
    assert.sameDeepMembers(await peopleOf(child), [
      { email: owner.email, role: 'admin', isGone: false },
      { email: known.email, role: 'owner', isGone: false },
    ])
  })

  test('mails a link that is good from now on to somebody whose invitation has lapsed', async ({
    assert,
  }) => {
    await arrive(child)
    const invited = await inLive(child, () =>
      MemberInvitation.invite({ ...MILTON, role: 'member' }, CONSOLE)
    )
    const [lapsed] = await inLive(child, () => UserLink.query())
    await inLive(child, () => lapsed.merge({ expiresAt: clock.now() }).save())
    await ask()
    assert.equal(await end(child, true), 1)
    const [link, ...others] = await inLive(child, () =>
      UserLink.query().where('userId', invited.id)
    )
    assert.lengthOf(others, 0)
    assert.notEqual(link.id, lapsed.id)
    assert.isFalse(link.isExpired)
  })

  test('gives a removed member’s row over without what they had', async ({ assert }) => {
    const owner = await arrive(child)
    const former = await withPassword(child, await makeUser(child, 'member'))
    await inLive(child, () =>
      former.merge({ removedAt: clock.now(), disabledAt: clock.now() }).save()
    )
    await ask({ name: 'Somebody New', email: former.email })
    await end(child, true)
    const heir = await inLive(child, () => User.findOrFail(former.id))
    assert.include(heir.$attributes, { role: 'owner', passwordHash: null, name: 'Somebody New' })
    assert.lengthOf(await inLive(child, () => UserLink.query().where('userId', heir.id)), 1)
    assert.equal((await inLive(child, () => User.findOrFail(owner.id))).role, 'admin')
  })

  test('ends the log-ins by which a provider let the new owner in as less', async ({ assert }) => {
    await arrive(child)
    const milton = await makeUser(child, 'member')
    const { email, name } = milton
    const log = async (by?: ByProvider) => {
      const visitor = new Visitor(child)
      const { token } = await inLive(child, () => openSession(milton, { by }))
      visitor.cookies.set('session', token.release())
      return visitor
    }
    const saml = { provider: 'https://idp.example', nameId: email, nameFormat: null }
    const endsAt = new Date(clock.now().getTime() + 3_600_000)
    const byProvider = await log({ ...saml, sessionIndex: null, endsAt })
    const byHand = await log()
    assert.equal((await ask({ name, email })).status, 303)
    assert.equal((await byProvider.get('/documents')).status, 200)
    await end(child, true)
    assert.match(String((await byProvider.get('/documents')).headers.location), /^\/login/)
    assert.equal((await byHand.get('/settings/members')).status, 200)
  })

  test('takes the place of one that was asked before', async ({ assert }) => {
    await arrive(child)
    await ask({ name: 'First', email: 'first@initech.example' })
    await ask()
    assert.equal(await end(child, true), 2)
    const emails = (await peopleOf(child)).map(({ email }) => email)
    assert.include(emails, MILTON.email)
    assert.notInclude(emails, 'first@initech.example')
  })

  test('to one person is asked for once, however often the form is sent', async ({ assert }) => {
    await arrive(child)
    const answers = await Promise.all([1, 2, 3].map(() => ask()))
    for (const { status } of answers) assert.equal(status, 303)
    const asked = (await noticesOf(child)).filter((kind) => kind === 'handover.asked')
    assert.lengthOf(asked, 1)
    assert.equal(await end(child, true), 1)
  })

  test('happens no more to a tenant that was released meanwhile', async ({ assert }) => {
    const owner = await arrive(child)
    await ask()
    await rita.post(`/tenants/${child.id}/release`, { confirmation: child.slug })
    await doPlatformWork()
    assert.equal(await end(child, true), 1)
    assert.deepEqual(await peopleOf(child), [{ email: owner.email, role: 'owner', isGone: false }])
  })

  test('is announced once even if its work runs twice', async ({ assert }) => {
    await ask()
    await end(child)
    const { default: again } = await import('#app/identity/handover/handover_end')
    const [[row]] = await inLive(child, () =>
      CurrentTenant.batch([{ text: 'select id from handover' }])
    )
    await assert.rejects(() =>
      inLive(child, () =>
        again({ id: 'x', fence: 1, kind: 'handover.end', lane: '', ref: String(row.id), tries: 0 })
      )
    )
    const actions = await actionsOf(reseller)
    assert.lengthOf(
      actions.filter((action) => action === 'tenant.handed_over'),
      1
    )
    assert.equal((await peopleOf(child)).filter(({ role }) => role === 'owner').length, 1)
  })

  test('refuses what is no name and no address', async ({ assert }) => {
    for (const odd of [
      { name: '', email: MILTON.email },
      { name: 'A', email: 'a' },
      { name: 'a\nb', email: MILTON.email },
    ])
      assert.equal((await ask(odd)).status, 422)
    assert.equal(await end(child, true), 0)
  })
})
