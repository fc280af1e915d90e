import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import { MAX_ADDRESS_MAILS } from '#app/identity/addresses/address_limit'
import { Passkeys } from '#app/identity/passkeys/passkeys'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { openSession } from '#app/identity/sessions/session_opening'
import { MemberInvitation } from '#app/identity/users/member_invitation'
import { Membership } from '#app/identity/users/membership'
import User from '#app/identity/users/user'
import UserLink from '#app/identity/users/user_link'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import {
  inLive,
  makeUser,
  ownerOf,
  PASSWORD,
  Visitor,
  withPassword,
} from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { addPasskey, usePasskey } from '#tests/support/passkeys'
import { withSecondFactor } from '#tests/support/second_factor'
import { SmtpHost } from '#tests/support/smtp_host'

const SYSTEM = { type: 'system', id: 'tests', name: 'Tests' } as const
let count = 0

test.group('Dashboard | the address of one’s own', (group) => {
  let acme: Tenant
  let host: SmtpHost

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business', name: 'Acme Estates' })
    host = await SmtpHost.open()
    host.takesOver()
    return () => host.close()
  })
  group.each.teardown(() => clock.restore())

  async function member(): Promise<{ visitor: Visitor; user: User; fresh: string }> {
    const user = await withPassword(acme, await makeUser(acme, 'member'))
    return { user, visitor: await browserOf(user), fresh: `new${++count}@elsewhere.test` }
  }

  async function browserOf(user: User): Promise<Visitor> {
    const visitor = new Visitor(acme, user)
    const { token } = await inLive(acme, () => openSession(user))
    visitor.cookies.set('session', token.release())
    return visitor
  }

  /** The texts that an address got, once the mails that wait are sent. */
  async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
    await doWork(acme, 'mail.notice')
    await doWork(acme, 'mail.notice_copy')
    return host.received
      .filter(({ envelope }) => envelope.to.includes(address))
      .map(({ parsed }) => ({ subject: parsed.subject ?? '', text: parsed.text ?? '' }))
  }

  /** Where the button of a mail leads to. */
  async function linkIn(address: string, subject: string): Promise<string> {
    const mail = (await mailsTo(address)).findLast((one) => one.subject === subject)
    const path = /https?:\/\/[^/\s]+(\/(?:address|reset)\/\S+)/.exec(mail?.text ?? '')?.[1]
    if (!path) throw new Error(`No link for ${address} in "${subject}"`)
    return path
  }

  const request = (visitor: Visitor, email: string) => visitor.post('/account/address', { email })
  const proof = (address: string) => linkIn(address, 'Confirm your new address')
  const refusal = ({ email }: User) => linkIn(email, 'Your address is about to change')
  const undoing = ({ email }: { email: string }) =>
    linkIn(email, 'The address of your account was changed')
  const stranger = () => new Visitor(acme)
  const now = ({ id }: User) => inLive(acme, () => User.findOrFail(id))
  const addressOf = async (user: User) => (await now(user)).email
  const isIn = async (visitor: Visitor) => (await visitor.get('/documents')).status === 200
  const canLogIn = async (email: string) =>
    (await stranger().post('/login', { email, password: PASSWORD })).status === 303
  const actionsOf = async ({ id }: User) =>
    (await inLive(acme, () => SecurityTrail.read({ limit: 100 })))
      .filter(({ body }) => body.details?.userId === id)
      .map(({ action }) => action)

  async function passkeyOf({ id }: User, name: string, sinceMs: number): Promise<void> {
    const text = `insert into passkeys (id, user_id, credential_id, host, public_key, name, is_synced, created_at)
      values ($1, $2, $1, 'a.test', '', $3, true, $4)`
    const values = [`psk_${name}_${id}`, id, name, new Date(clock.now().getTime() + sinceMs)]
    await inLive(acme, () => CurrentTenant.batch([{ text, values }]))
  }

  /** Asks for another address and confirms it. */
  async function changed() {
    const { user, visitor, fresh } = await member()
    await request(visitor, fresh)
    const path = await proof(fresh)
    await visitor.post(path)
    return { user, visitor, fresh, path }
  }

  test('changes once the new mailbox is proved, and not before', async ({ assert }) => {
    const { user, visitor, fresh } = await member()
    const elsewhere = await browserOf(user)
    await inLive(acme, () => UserLink.issue(user, 'reset'))
    const answer = await request(visitor, ` ${fresh.toUpperCase()} `)
    assert.equal(answer.headers.location, '/account')
    assert.include((await visitor.get('/account')).text, `${fresh} is waiting for confirmation`)
    const path = await proof(fresh)
    const page = await stranger().get(path)
    assert.equal(page.status, 200)
    assert.equal(page.headers['referrer-policy'], 'no-referrer')
    assert.equal(await addressOf(user), user.email)
    const before = visitor.cookies.get('session')
    assert.include((await visitor.post(path)).text, 'Your address is changed')
    assert.equal(await addressOf(user), fresh)
    assert.notEqual(visitor.cookies.get('session'), before)
    assert.isTrue(await isIn(visitor))
    assert.isFalse(await isIn(elsewhere))
    assert.isTrue(await canLogIn(fresh))
    assert.isFalse(await canLogIn(user.email))
    assert.isEmpty(await inLive(acme, () => UserLink.query().where('userId', user.id)))
    assert.notInclude((await visitor.get('/account')).text, 'is waiting for confirmation')
    assert.deepEqual((await actionsOf(user)).toSorted(), [
      'address.change_requested',
      'address.changed',
    ])
  })

  test('works by a link once, for a day, in the hands of nobody but its mailbox', async ({
    assert,
  }) => {
    const { path } = await changed()
    assert.equal((await stranger().post(path)).status, 404)
    assert.equal((await stranger().get('/address/' + 'a'.repeat(43))).status, 404)
    const { user, visitor, fresh } = await member()
    await request(visitor, fresh)
    const late = await proof(fresh)
    const other = new Visitor(await makeTenant())
    assert.equal((await other.post(late)).status, 404)
    clock.travel(DAY_MS + MINUTE_MS)
    assert.equal((await stranger().post(late)).status, 404)
    assert.equal(await addressOf(user), user.email)
  })

  test('answers the same whether or not a member has the new address, whom a mail tells', async ({
    assert,
  }) => {
    const { user, visitor, fresh } = await member()
    const holder = await makeUser(acme, 'member')
    const answers = [await request(visitor, fresh), await request(visitor, holder.email)]
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.location]),
      [
        [303, '/account'],
        [303, '/account'],
      ]
    )
    assert.include((await visitor.get('/account')).text, `${holder.email} is waiting for`)
    const [mail] = await mailsTo(holder.email)
    assert.equal(mail.subject, 'You already have an account with this address')
    assert.notInclude(mail.text, '/address/')
    assert.notInclude(mail.text, user.email)
  })

  test('leaves it to the database who gets an address that two want', async ({ assert }) => {
    const [first, second] = [await member(), await member()]
    await request(first.visitor, first.fresh)
    const one = await proof(first.fresh)
    await request(second.visitor, first.fresh)
    const paths = [one, await proof(first.fresh)]
    const answers = await Promise.all(paths.map((path) => stranger().post(path)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    assert.include(answers.find(({ status }) => status === 409)!.text, 'Another member has')
    const held = await inLive(acme, () => User.query().where('email', first.fresh))
    assert.lengthOf(held, 1)
  })

  test('lets one of two who come with the same link through', async ({ assert }) => {
    const { user, visitor, fresh } = await member()
    await request(visitor, fresh)
    const path = await proof(fresh)
    const answers = await Promise.all([stranger().post(path), stranger().post(path)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404])
    const changes = (await actionsOf(user)).filter((action) => action === 'address.changed')
    assert.lengthOf(changes, 1)
  })

  test('of two requests keeps the later, and one alone when they come at once', async ({
    assert,
  }) => {
    const { user, visitor, fresh } = await member()
    await request(visitor, fresh)
    const first = await proof(fresh)
    await request(visitor, `b${fresh}`)
    assert.equal((await stranger().post(first)).status, 404)
    await Promise.all([request(visitor, `c${fresh}`), request(visitor, `d${fresh}`)])
    const text = 'select count(*)::int as n from address_changes where user_id = $1'
    const [[{ n }]] = await inLive(acme, () => CurrentTenant.batch([{ text, values: [user.id] }]))
    assert.equal(n, 1)
  })

  test('is cancelled by the person, or by “this was not me”, which logs every browser out', async ({
    assert,
  }) => {
    const { user, visitor, fresh } = await member()
    await request(visitor, fresh)
    const first = await proof(fresh)
    await visitor.post('/account/address/cancel')
    assert.equal((await stranger().post(first)).status, 404)
    assert.isTrue(await isIn(visitor))
    await request(visitor, fresh)
    const path = await refusal(user)
    assert.include((await stranger().get(path)).text, fresh)
    assert.isTrue(await isIn(visitor))
    assert.include((await stranger().post(path)).text, 'The change is cancelled')
    assert.isFalse(await isIn(visitor))
    assert.equal((await stranger().post(await proof(fresh))).status, 404)
    assert.equal((await stranger().post(path)).status, 404)
    assert.equal(await addressOf(user), user.email)
    assert.includeMembers(await actionsOf(user), [
      'address.change_cancelled',
      'address.change_refused',
    ])
  })

  test('comes back by a link in the old mailbox, which shuts out the one who took it', async ({
    assert,
  }) => {
    const { user, visitor, fresh } = await changed()
    await withSecondFactor(acme, user) // by the one who took it
    await passkeyOf(user, 'old', -DAY_MS)
    await passkeyOf(user, 'since', 0)
    const path = await undoing(user)
    assert.equal((await stranger().get(path)).status, 200)
    assert.isTrue(await isIn(visitor))
    assert.include((await stranger().post(path)).text, 'Your old address is back')
    assert.equal(await addressOf(user), user.email)
    assert.isFalse(await isIn(visitor))
    assert.isFalse(await canLogIn(fresh))
    assert.isFalse(await canLogIn(user.email))
    const factors = `select 'passkey ' || name as name from passkeys where user_id = $1
      union all select 'an app' from second_factors where user_id = $1
      union all select 'a code' from recovery_codes where user_id = $1`
    const [left] = await inLive(acme, () =>
      CurrentTenant.batch([{ text: factors, values: [user.id] }])
    )
    assert.deepEqual(
      left.map(({ name }) => name),
      ['passkey old']
    )
    await inLive(acme, () => SecondFactor.forget(user))
    assert.equal((await stranger().post(path)).status, 404)
    const reset = await linkIn(user.email, 'Choose a new password')
    const password = 'seven herons over the weir'
    const set = await stranger().post(reset, { password, repeated: password })
    assert.equal(set.headers.location, '/documents')
    assert.include(await actionsOf(user), 'address.restored')
  })

  test('that is refused before it changes leaves passkeys and second factor as they are', async ({
    assert,
  }) => {
    const { user, visitor, fresh } = await member()
    const { device } = await addPasskey(visitor)
    await request(visitor, fresh)
    const link = await refusal(user)
    assert.include((await stranger().post(link)).text, 'The change is cancelled')
    assert.isFalse(await isIn(visitor))
    assert.lengthOf(await inLive(acme, () => Passkeys.list(user)), 1)
    assert.equal((await usePasskey(stranger(), device, '/login/passkey')).status, 303)
  })

  test('comes back over whatever was changed since, for seven days', async ({ assert }) => {
    const { user, visitor, fresh } = await changed()
    const path = await undoing(user)
    await request(visitor, `further${fresh}`)
    await visitor.post(await proof(`further${fresh}`))
    const { device } = await addPasskey(visitor)
    const second = await undoing({ email: fresh })
    clock.travel(7 * DAY_MS - MINUTE_MS)
    await stranger().post(path)
    assert.equal(await addressOf(user), user.email)
    assert.deepEqual(await inLive(acme, () => Passkeys.list(user)), [])
    assert.notEqual((await usePasskey(stranger(), device, '/login/passkey')).status, 303)
    assert.equal((await stranger().post(second)).status, 404)
    const late = await changed()
    const lapsed = await undoing(late.user)
    clock.travel(14 * DAY_MS)
    assert.equal((await stranger().post(lapsed)).status, 404)
    assert.equal(await addressOf(late.user), late.fresh)
  })

  test('stays where somebody else has the old one by now', async ({ assert }) => {
    const { user, fresh } = await changed()
    const path = await undoing(user)
    await inLive(acme, () =>
      MemberInvitation.invite({ name: 'B', email: user.email, role: 'member' }, SYSTEM)
    )
    assert.equal((await stranger().post(path)).status, 409)
    assert.equal(await addressOf(user), fresh)
  })

  test('comes back from nobody who has it by a directory’s word, or as another person', async ({
    assert,
  }) => {
    const listed = await changed()
    const path = await undoing(listed.user)
    const provisioned = `insert into directory_users (user_id, user_name, profile, created_at, updated_at)
      values ($1, $1, '{}', now(), now())`
    await inLive(acme, () => CurrentTenant.batch([{ text: provisioned, values: [listed.user.id] }]))
    assert.equal((await stranger().post(path)).status, 404)
    assert.equal(await addressOf(listed.user), listed.fresh)

    const renamed = await changed()
    const second = await undoing(renamed.user)
    const other = `other${++count}@elsewhere.test`
    await inLive(acme, async () =>
      (await User.findOrFail(renamed.user.id)).merge({ email: other }).save()
    )
    assert.equal((await stranger().post(second)).status, 404)
    assert.equal(await addressOf(renamed.user), other)

    const gone = await changed()
    const third = await undoing(gone.user)
    await inLive(acme, async () => {
      const user = await User.findOrFail(gone.user.id)
      await new Membership(user, SYSTEM, 'owner').remove({ revokeKeys: false })
      await MemberInvitation.invite({ name: 'Next', email: gone.fresh, role: 'admin' }, SYSTEM)
    })
    assert.equal((await stranger().post(third)).status, 404)
    assert.equal(await addressOf(gone.user), gone.fresh)
  })

  test('may be one that a removed member had', async ({ assert }) => {
    const gone = await makeUser(acme, 'member')
    await inLive(acme, () => new Membership(gone, SYSTEM, 'owner').remove({ revokeKeys: false }))
    const { user, visitor } = await member()
    await request(visitor, gone.email)
    await stranger().post(await proof(gone.email))
    assert.equal(await addressOf(user), gone.email)
    assert.match(await addressOf(gone), /@removed\.invalid$/)
  })

  test('is not changed for a member who was removed, or has a new password since', async ({
    assert,
  }) => {
    const gone = await member()
    await request(gone.visitor, gone.fresh)
    const path = await proof(gone.fresh)
    await inLive(acme, () =>
      new Membership(gone.user, SYSTEM, 'owner').remove({ revokeKeys: false })
    )
    assert.equal((await stranger().post(path)).status, 404)
    const wary = await member()
    await request(wary.visitor, wary.fresh)
    const second = await proof(wary.fresh)
    const passwords = { password: 'seven herons over the weir' }
    await wary.visitor.post('/account/password', {
      ...{ old: PASSWORD, ...passwords },
      repeated: passwords.password,
    })
    assert.equal((await stranger().post(second)).status, 404)
    assert.equal(await addressOf(wary.user), wary.user.email)
  })

  test('is asked for after a fresh log-in alone, by few mails, and never for what is no address', async ({
    assert,
  }) => {
    const { visitor, fresh, user } = await member()
    for (const odd of ['', 'a@', 'A <a@b.test>', 'a@b.test, c@d.test', user.email])
      assert.equal((await request(visitor, odd)).status, 422)
    await request(visitor, fresh)
    for (let sent = 1; sent < MAX_ADDRESS_MAILS; sent++)
      await visitor.post('/account/address/resend')
    assert.lengthOf(await mailsTo(fresh), MAX_ADDRESS_MAILS)
    assert.equal((await visitor.post('/account/address/resend')).status, 429)
    assert.equal((await request(visitor, fresh)).status, 429)
    clock.travel(11 * MINUTE_MS)
    const answer = await request(visitor, 'other@elsewhere.test')
    assert.equal(answer.status, 403)
    assert.include(answer.text, 'confirmPassword')
  })

  test('is another’s to change where a directory or single sign-on keeps it', async ({
    assert,
  }) => {
    const { user, visitor, fresh } = await member()
    const provisioned = `insert into directory_users (user_id, user_name, profile, created_at, updated_at)
      values ($1, $1, '{}', now(), now())`
    await inLive(acme, () => CurrentTenant.batch([{ text: provisioned, values: [user.id] }]))
    assert.include((await visitor.get('/account')).text, 'directory keeps your address')
    assert.include((await visitor.get('/account/address')).text, 'directory keeps your address')
    assert.equal((await request(visitor, fresh)).status, 409)
    const olga = await ownerOf(acme)
    const proved = `insert into sso_domains (domain, id, challenge, proof, status, proved_at, checked_at, created_at)
      values ($1, 'ssd_1', 'x', 'dns', 'proved', now(), now(), now())`
    const required = 'update log_in_policy set sso_required_at = now(), sso_required_by = $1'
    const other = await member()
    await inLive(acme, () =>
      CurrentTenant.batch([{ text: proved, values: [other.user.email.split('@')[1]] }])
    )
    assert.equal((await request(other.visitor, other.fresh)).status, 303)
    const path = await proof(other.fresh)
    await inLive(acme, () => CurrentTenant.batch([{ text: required, values: [olga.id] }]))
    try {
      assert.equal((await stranger().post(path)).status, 409)
      assert.include(
        (await other.visitor.get('/account')).text,
        'You log in through your organisation'
      )
      assert.equal((await request(other.visitor, other.fresh)).status, 409)
    } finally {
      const lifted = 'update log_in_policy set sso_required_at = null, sso_required_by = null'
      await inLive(acme, () => CurrentTenant.batch([{ text: lifted }]))
    }
    assert.equal(await addressOf(other.user), other.user.email)
  })
})
