import { test } from '@japa/runner'
import { SYSTEM, type Actor } from '#app/audit/actor'
import env from '#start/env'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { OwnAddress } from '#app/identity/addresses/own_address'
import { KnownDevices } from '#app/identity/devices/known_devices'
import { Handover } from '#app/identity/handover/handover'
import { MemberInvitation } from '#app/identity/users/member_invitation'
import { PasswordLink } from '#app/identity/users/password_link'
import type User from '#app/identity/users/user'
import { SenderServer } from '#app/sending/sender_server'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { nameServers } from '#app/tenants/hosts/name_server'
import { roleName } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import Notice from '#app/tenants/notice'
import { WORDINGS } from '#app/notifications/notices/index'
import { TenantServer } from '#app/notifications/servers/tenant_server'
import { makeTenant } from '#tests/factories/tenant_factory'
import { ANA, OLGA } from '#tests/factories/document_factory'
import { doPlatformWork, makeChild, makeReseller } from '#tests/factories/reseller_factory'
import { makeUser, ownerOf } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import { activeDomain, eraseRecords } from '#tests/support/domain_hand'
import { doWork } from '#tests/support/inline_work'
import { SenderSetup } from '#tests/support/sender_setup'
import { SmtpHost } from '#tests/support/smtp_host'
import { until } from '#tests/support/until'
import { selfSigned } from '#tests/unit/foundation/outbound/self_signed'

const NAME = 'mail.localhost'
const CLIENT = { ipAddress: '203.0.113.9', userAgent: 'Browser/1.0' }
const PLATFORM = env.get('MAIL_FROM')

test.group('Mails that let people into an account, or warn of somebody who gets in', (group) => {
  let platform: SmtpHost
  let theirs: SmtpHost
  let world: DnsWorld
  let certificate: Awaited<ReturnType<typeof selfSigned>>

  group.setup(async () => {
    certificate = await selfSigned(NAME)
  })

  group.each.setup(async () => {
    platform = await SmtpHost.open()
    platform.takesOver()
    theirs = await SmtpHost.open({ certificate, security: 'starttls' })
    TenantServer.trust({ ca: certificate.cert })
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    return async () => {
      nameServers.use()
      TenantServer.trust({})
      await Promise.all([platform.close(), theirs.close(), world.close()])
    }
  })

  const live = <T>({ ref: tenant }: Tenant, work: () => T) =>
    CurrentTenant.run({ tenant, environment: 'live' }, work)
  const setsServer = (tenant: Tenant) =>
    live(tenant, () =>
      SenderServer.save(
        {
          ...{ address: 'sign@acme.com', host: NAME, port: theirs.port, security: 'starttls' },
          ...{ username: null, password: null },
        },
        OLGA
      )
    )
  const mailed = async (tenant: Tenant) => {
    await doWork(tenant, 'mail.notice', { environment: 'live', early: true })
    await doWork(tenant, 'mail.notice_copy', { environment: 'live', early: true })
  }
  const subjects = (host: SmtpHost) => host.received.map(({ parsed }) => parsed.subject).sort()
  const fromOf = (subject: string) =>
    platform.received
      .filter(({ parsed }) => parsed.subject === subject)
      .map(({ parsed }) => parsed.from?.value[0].address)
  const actor = ({ id, name }: User): Actor => ({ type: 'user', id, name })
  /** What a person gets who forgets a password, changes the address, logs in elsewhere and invites another. */
  const everyAccess = async (tenant: Tenant) => {
    const user = await makeUser(tenant, 'admin')
    await live(tenant, async () => {
      await PasswordLink.send(user.email, CLIENT)
      await new OwnAddress(user, actor(user)).request(`new@${tenant.slug}.test`)
      await user.merge({ lastSeenAt: clock.now() }).save()
      const device = { userId: user.id, token: newId('dev'), ...CLIENT }
      await unit(() => KnownDevices.recognise(device))
      const what = { what: 'password.changed' }
      await unit(() => Notice.leave('account.changed', what, { to: user.id }))
      const invited = { name: 'Ines', email: `ines@${tenant.slug}.test`, role: 'member' as const }
      await MemberInvitation.invite(invited, actor(user))
    })
    await mailed(tenant)
  }
  /** Only then do they have to be asked. */
  const loggedInBefore = async (tenant: Tenant) => {
    const owner = await ownerOf(tenant)
    await live(tenant, () => owner.merge({ lastSeenAt: clock.now() }).save())
    return owner
  }
  const asksToHandOver = async (child: Tenant, email: string, { id: resellerId }: Tenant) => {
    await Handover.ask(child.id, { name: 'Milton', email }, { resellerId, actor: SYSTEM })
    await doPlatformWork()
  }
  const EVERY_ACCESS = [
    'Choose a new password',
    'Confirm your new address',
    'Your account was used in a new browser',
    'Your address is about to change',
    'Your password was changed',
  ]

  test('never go through a mail server of the account’s, whatever else does', async ({
    assert,
  }) => {
    const setup = await SenderSetup.open(world)
    await setsServer(setup.mail.tenant)
    await setup.invites()
    assert.lengthOf(theirs.to(ANA.email), 1)
    await mailed(setup.mail.tenant)
    const before = theirs.received.length
    await everyAccess(setup.mail.tenant)
    assert.equal(theirs.received.length, before, subjects(theirs).join(', '))
    const sent = subjects(platform)
    for (const subject of EVERY_ACCESS) assert.include(sent, subject)
    assert.deepEqual(fromOf('Choose a new password'), [PLATFORM])
  })

  test('are signed by the account’s own domain where there is one, though other mails go by its server', async ({
    assert,
  }) => {
    const setup = await SenderSetup.open(world)
    await setup.verified('acme.com')
    await setsServer(setup.mail.tenant)
    await everyAccess(setup.mail.tenant)
    const [reset] = platform.received.filter(
      ({ parsed }) => parsed.subject === 'Choose a new password'
    )
    assert.equal(reset.parsed.from?.value[0].address, 'sign@acme.com')
    assert.match(reset.raw, /DKIM-Signature:[^]*d=acme\.com/)
    // to that domain comes back what bounces
    assert.match(reset.envelope.from, /@bounce\.acme\.com$/)
    assert.equal(reset.envelope.quotes, 'HDRS')
    assert.lengthOf(theirs.received, 0)
  })

  test('of a reseller’s tenant go through no server of the reseller’s, nor does the mail by which owners may refuse another', async ({
    assert,
  }) => {
    const reseller = await makeReseller()
    await setsServer(reseller)
    const child = await makeChild(reseller)
    await mailed(child)
    const before = theirs.received.length
    const owner = await loggedInBefore(child)
    const email = `milton@${child.slug}.test`
    await asksToHandOver(child, email, reseller)
    await everyAccess(child)
    const passed = theirs.received.slice(before).map(({ parsed }) => parsed.subject)
    assert.deepEqual(passed, [])
    const [asked] = platform.to(owner.email).filter(({ parsed }) => parsed.text?.includes(email))
    assert.equal(asked.parsed.from?.value[0].address, PLATFORM)
    assert.include(subjects(platform), 'Choose a new password')
  })

  test('of a reseller’s tenant come from the reseller’s domain, but for the mail by which owners may refuse another', async ({
    assert,
  }) => {
    const setup = await SenderSetup.open(world, 'enterprise', 'Umbrella')
    await setup.verified('umbrella.com')
    const { mail } = setup
    const child = await makeChild(mail.tenant)
    const owner = await loggedInBefore(child)
    const email = `milton@${child.slug}.test`
    await asksToHandOver(child, email, mail.tenant)
    await everyAccess(child)
    assert.deepEqual(fromOf('Choose a new password'), ['sign@umbrella.com'])
    const [asked] = platform.to(owner.email).filter(({ parsed }) => parsed.text?.includes(email))
    assert.equal(asked.parsed.from?.value[0].address, PLATFORM)
  })

  test('lead to the host where people log in, and to the platform’s as soon as its DNS leads elsewhere', async ({
    assert,
  }) => {
    const acme = await makeTenant({ plan: 'enterprise' })
    const domain = await activeDomain(acme, `sign.${acme.slug}.example.com`, world)
    const { email } = await makeUser(acme, 'owner')
    const linked = async () => {
      await live(acme, () => PasswordLink.send(email, CLIENT))
      await mailed(acme)
      const { parsed } = platform.to(email).at(-1)!
      return /https?:\/\/([^/:\s]+)[^\s]*\/reset\//.exec(parsed.text ?? '')?.[1]
    }
    assert.equal(await linked(), domain.host)
    await eraseRecords(domain, world)
    world.write(domain.host, { A: ['203.0.113.20'] })
    await until(async () => (await linked()) === `${acme.slug}.${env.get('PLATFORM_DOMAIN')}`)
  })

  test('that a later release has left wait for its workers', async ({ assert, cleanup }) => {
    const acme = await makeTenant()
    const owner = await ownerOf(acme)
    const what = { what: 'password.changed' }
    await live(acme, () => unit(() => Notice.leave('account.changed', what, { to: owner.id })))
    await doWork(acme, 'mail.notice', { environment: 'live', early: true })
    const known = WORDINGS['account.changed']
    Reflect.deleteProperty(WORDINGS, 'account.changed')
    cleanup(() => void Object.assign(WORDINGS, { 'account.changed': known }))
    const copies = () => doWork(acme, 'mail.notice_copy', { environment: 'live', early: true })
    await assert.rejects(copies, /knows no notice “account.changed”/)
    Object.assign(WORDINGS, { 'account.changed': known })
    await comeBack(acme)
    assert.equal(await copies(), 1)
    assert.lengthOf(platform.to(owner.email), 1)
  })
})

/** What failed may be taken again. */
function comeBack({ id }: Tenant) {
  return Cell.named('main').as('relay', (client) =>
    client.query(
      `update cell.outbox set lease_until = null where kind = 'mail.notice_copy' and scope = $1`,
      [roleName(id, 'live')]
    )
  )
}
