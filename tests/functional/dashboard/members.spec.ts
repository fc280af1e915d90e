import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import ApiKey from '#app/identity/keys/api_key'
import type { Role } from '#app/identity/access/role'
import User from '#app/identity/users/user'
import UserLink from '#app/identity/users/user_link'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, PASSWORD, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'

const INES = { name: 'Ines Invited', email: 'ines@example.test', role: 'developer' }

const tokenOf = (tenant: Tenant, user: User) =>
  inLive(tenant, async () => {
    const link = await UserLink.query().where('userId', user.id).firstOrFail()
    return (await link.token()).release()
  })

const byEmail = (tenant: Tenant, email: string) =>
  inLive(tenant, async () => (await User.byEmail(email))!)

test.group('Settings | members', () => {
  test('lists who works here, with roles, seats and who was invited', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'pro' })
    const olga = await Visitor.as(tenant)
    await makeUser(tenant, 'viewer')
    await olga.post('/settings/members', INES)
    const page = await olga.get('/settings/members')
    assert.equal(page.status, 200)
    for (const text of [
      'Olga Owner',
      '(you)',
      'Some viewer',
      'Ines Invited',
      'Invited',
      '3 of 10 seats',
    ])
      assert.include(page.text, text)
  })

  test('invites a person, who follows the link, chooses a password and is logged in', async ({
    assert,
  }) => {
    const tenant = await makeTenant()
    const olga = await Visitor.as(tenant)
    const answer = await olga.post('/settings/members', INES)
    assert.equal(answer.status, 303)
    assert.include((await olga.followed(answer)).text, 'Ines Invited has been invited')
    assert.equal(await doWork(tenant, 'mail.notice'), 1)
    const path = `/welcome/${await tokenOf(tenant, await byEmail(tenant, INES.email))}`
    const ines = new Visitor(tenant)
    const form = await ines.get(path)
    assert.equal(form.status, 200)
    assert.equal(form.headers['referrer-policy'], 'no-referrer')
    assert.include(form.text, 'Welcome, Ines Invited')
    for (const values of [
      { password: 'too short', repeated: 'too short' },
      { password: PASSWORD, repeated: 'another long night' },
    ])
      assert.equal((await ines.post(path, values)).status, 422)
    const done = await ines.post(path, { password: PASSWORD, repeated: PASSWORD })
    assert.equal(done.status, 303)
    assert.equal((await ines.followed(done)).status, 200)
    assert.equal((await ines.get('/settings/members')).status, 403)
    assert.equal((await new Visitor(tenant).get(path)).status, 404)
  })

  test('sends one invitation when the same person is invited twice at once', async ({ assert }) => {
    const tenant = await makeTenant()
    const olga = await Visitor.as(tenant)
    const answers = await Promise.all([1, 2, 3].map(() => olga.post('/settings/members', INES)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303, 303]
    )
    const others = await olga.post('/settings/members', { ...INES, role: 'admin' })
    assert.equal(others.status, 422)
    const entries = await inLive(tenant, () => SecurityTrail.read())
    assert.lengthOf(
      entries.filter(({ action }) => action === 'member.invited'),
      1
    )
    assert.equal(await doWork(tenant, 'mail.notice'), 1)
  })

  test('keeps what was typed beside what is wrong with it', async ({ assert }) => {
    const olga = await Visitor.as(await makeTenant())
    const page = await olga.post('/settings/members', { ...INES, email: 'no address' })
    assert.equal(page.status, 422)
    for (const text of ['Ines Invited', 'no address', 'This is not an email address.'])
      assert.include(page.text, text)
    const unknown = await olga.post('/settings/members', { ...INES, role: 'emperor' })
    assert.equal(unknown.status, 422)
    assert.include(unknown.text, 'Choose a role.')
  })

  test('offers every role that the giver may give', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'pro' })
    const olga = await Visitor.as(tenant)
    const member = await makeUser(tenant, 'member')
    const offered = async (path: string) =>
      [...(await olga.get(path)).text.matchAll(/name="role"[^>]*value="(\w+)"/g)].map(
        ([, role]) => role
      )
    const given = ['owner', 'admin', 'developer', 'member', 'viewer']
    assert.deepEqual(await offered('/settings/members/new'), given)
    assert.deepEqual(await offered(`/settings/members/${member.id}`), given)
    await olga.post(`/settings/members/${member.id}/role`, { role: 'viewer' })
    assert.equal((await byEmail(tenant, member.email)).role, 'viewer')
  })

  test('says honestly that every seat is taken, before and after', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free' })
    const olga = await Visitor.as(tenant)
    const before = await olga.get('/settings/members/new')
    assert.include(before.text, 'Every seat is taken: your plan, Free, includes one member')
    const after = await olga.post('/settings/members', INES)
    assert.equal(after.status, 402)
    assert.include(after.text, 'Every seat is taken')
  })

  test('is for owners and admins, in the live environment, and for nobody of another tenant', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ withSandbox: true })
    const statuses: Record<string, number> = {}
    for (const role of ['owner', 'admin', 'developer', 'member', 'viewer'] as Role[])
      statuses[role] = (await (await Visitor.as(tenant, role)).get('/settings/members')).status
    assert.deepEqual(statuses, { owner: 200, admin: 200, developer: 403, member: 403, viewer: 403 })
    const olga = await Visitor.as(tenant)
    assert.equal((await olga.get('/test/settings/members')).status, 404)
    const other = await makeTenant()
    const stranger = await makeUser(other, 'member')
    for (const path of [
      `/settings/members/${stranger.id}`,
      `/settings/members/${stranger.id}/remove`,
    ])
      assert.equal((await olga.get(path)).status, 404)
    for (const verb of ['disable', 'enable', 'role', 'remove', 'ownership', 'invitation'])
      assert.equal((await olga.post(`/settings/members/${stranger.id}/${verb}`)).status, 404)
    assert.isFalse((await byEmail(other, stranger.email)).isDisabled)
  })

  test('lets an admin do all but what owners are', async ({ assert }) => {
    const tenant = await makeTenant()
    const ada = await Visitor.as(tenant, 'admin')
    const owner = await byEmail(tenant, `owner@${tenant.slug}.test`)
    const promoted = await ada.post('/settings/members', { ...INES, role: 'owner' })
    assert.equal(promoted.status, 422)
    await ada.post(`/settings/members/${owner.id}/disable`)
    await ada.post(`/settings/members/${owner.id}/remove`)
    assert.isFalse((await byEmail(tenant, owner.email)).isDisabled)
    assert.equal((await ada.get(`/settings/members/${ada.user!.id}/ownership`)).status, 403)
  })

  test('changes a role, disables, enables and removes', async ({ assert }) => {
    const tenant = await makeTenant()
    const olga = await Visitor.as(tenant)
    const ines = await makeUser(tenant, 'member')
    const path = `/settings/members/${ines.id}`
    const state = async () => {
      const { role, isDisabled, isRemoved } = await byEmail(tenant, ines.email)
      return { role, isDisabled, isRemoved }
    }
    await olga.post(`${path}/role`, { role: 'developer' })
    assert.deepEqual(await state(), { role: 'developer', isDisabled: false, isRemoved: false })
    await olga.post(`${path}/disable`)
    assert.isTrue((await state()).isDisabled)
    await olga.post(`${path}/enable`)
    assert.isFalse((await state()).isDisabled)
    await olga.post(`${path}/remove`)
    assert.isTrue((await state()).isRemoved)
    assert.equal((await olga.get(path)).status, 404)
  })

  test('says which keys a former member knows', async ({ assert }) => {
    const tenant = await makeTenant()
    const olga = await Visitor.as(tenant)
    const dora = await makeUser(tenant, 'developer')
    await inLive(tenant, () =>
      ApiKey.issue({ environment: 'live', name: 'Of Dora', createdBy: dora })
    )
    assert.notInclude((await olga.get('/settings/keys')).text, 'A former member may know it')
    const question = await olga.get(`/settings/members/${dora.id}/remove`)
    assert.include(question.text, 'Revoke the key they created')
    await olga.post(`/settings/members/${dora.id}/remove`)
    assert.include(
      (await olga.get('/settings/keys')).text,
      'A former member may know it: rotate it'
    )
  })

  test('hands the account over, and its giver is an admin then', async ({ assert }) => {
    const tenant = await makeTenant()
    const olga = await Visitor.as(tenant)
    const heir = await withPassword(tenant, await makeUser(tenant, 'admin'))
    assert.equal((await olga.get(`/settings/members/${heir.id}/ownership`)).status, 200)
    const told = await olga.followed(await olga.post(`/settings/members/${heir.id}/ownership`))
    assert.include(told.text, 'now owns this account, and you are an admin.')
    assert.equal((await byEmail(tenant, heir.email)).role, 'owner')
  })
})

test.group('Forgot password', () => {
  test('answers the same for who is known and who is not, and mails only the former', async ({
    assert,
  }) => {
    const tenant = await makeTenant()
    const ines = await withPassword(tenant, await makeUser(tenant, 'member'))
    const visitor = new Visitor(tenant)
    const answers = []
    for (const email of [ines.email, 'nobody@example.test']) {
      const { status, text } = await visitor.post('/forgot', { email })
      answers.push([status, text.replaceAll(email, '…').replaceAll(/nonce-?="?[^"]+"/g, '')])
    }
    assert.deepEqual(answers[0], answers[1])
    assert.equal(await doWork(tenant, 'mail.notice'), 1)
    assert.equal(await doWork(tenant, 'mail.notice'), 0)
  })

  test('sets a new one by the link, once, and the old one is gone', async ({ assert }) => {
    const tenant = await makeTenant()
    const ines = await withPassword(tenant, await makeUser(tenant, 'member'))
    await new Visitor(tenant).post('/forgot', { email: ines.email.toUpperCase() })
    const path = `/reset/${await tokenOf(tenant, ines)}`
    const visitor = new Visitor(tenant)
    assert.equal((await visitor.get(path.replace('reset', 'welcome'))).status, 404)
    assert.equal((await visitor.at(await makeTenant()).get(path)).status, 404)
    const values = { password: 'a new and longer night', repeated: 'a new and longer night' }
    assert.equal((await visitor.post(path, values)).status, 303)
    assert.equal((await visitor.post(path, values)).status, 404)
    const logIn = (password: string) =>
      new Visitor(tenant).post('/login', { email: ines.email, password })
    assert.equal((await logIn(PASSWORD)).status, 422)
    assert.equal((await logIn('a new and longer night')).status, 303)
  })

  test('is asked for only so often', async ({ assert }) => {
    const tenant = await makeTenant()
    const visitor = new Visitor(tenant)
    const statuses = []
    for (let attempt = 0; attempt < 11; attempt++)
      statuses.push((await visitor.post('/forgot', { email: 'somebody@example.test' })).status)
    assert.deepEqual(statuses.slice(-2), [200, 429])
  })
})
