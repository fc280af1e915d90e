import { test } from '@japa/runner'
import { outbound } from '#config/outbound'
import { clock } from '#app/foundation/clock'
import { publicHttp } from '#app/foundation/outbound/public_http'
import { Reader } from '#app/notifications/reader'
import { sendTestMail } from '#app/notifications/servers/test_mail'
import { TenantServer } from '#app/notifications/servers/tenant_server'
import Sender from '#app/sending/sender'
import { Profile } from '#app/brand/profile'
import { SenderServer, type ServerSettings } from '#app/sending/sender_server'
import { ANA, OLGA } from '#tests/factories/document_factory'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { makeUser } from '#tests/support/dashboard_visitor'
import { MailSetup } from '#tests/support/mail_setup'
import { SmtpHost } from '#tests/support/smtp_host'
import { selfSigned } from '#tests/unit/foundation/outbound/self_signed'

const NAME = 'mail.localhost'
const LOGIN = { user: 'acme', pass: 'correct horse' }
const MINUTE = 60_000

test.group('Sender | server of one’s own', (group) => {
  let platform: SmtpHost
  let own: SmtpHost
  let setup: MailSetup
  let certificate: Awaited<ReturnType<typeof selfSigned>>

  group.setup(async () => {
    certificate = await selfSigned(NAME)
  })

  group.each.setup(async () => {
    platform = await SmtpHost.open()
    platform.takesOver()
    own = await SmtpHost.open({ certificate, security: 'starttls', login: LOGIN })
    TenantServer.trust({ ca: certificate.cert })
    setup = await MailSetup.open({ plan: 'enterprise', name: 'Acme Estates' })
    return async () => {
      clock.restore()
      TenantServer.trust({})
      await Promise.all([platform.close(), own.close()])
    }
  })

  const settings = (more: Partial<ServerSettings> = {}): ServerSettings => ({
    address: 'sign@acme.com',
    host: NAME,
    port: own.port,
    security: 'starttls',
    username: LOGIN.user,
    password: LOGIN.pass,
    ...more,
  })
  const saves = (more: Partial<ServerSettings> = {}) =>
    setup.within(() => SenderServer.save(settings(more), OLGA))
  const invites = async (of = setup) => {
    const document = await of.sends({ signers: [ANA] })
    await of.does('mail.invite')
    return document
  }
  const sender = () => setup.within(() => Sender.current())
  const notices = async () =>
    (await setup.rows({ text: 'select kind from notices order by created_at, id' })).map(
      ({ kind }) => kind
    )
  const tests = async () => {
    const login = await setup.within(async () => SenderServer.login(await Sender.current()))
    const user = await setup.owner()
    return setup.within(async () => sendTestMail(new Reader(user, await Profile.current()), login!))
  }

  test('carries the mails, encrypted and logged in, under its own address', async ({ assert }) => {
    await saves()
    await invites()
    const [{ parsed, envelope, raw }] = own.to(ANA.email)
    assert.deepEqual(parsed.from!.value, [{ name: 'Acme Estates', address: 'sign@acme.com' }])
    assert.equal(envelope.from, 'sign@acme.com')
    assert.match(parsed.messageId!, /@acme\.com>$/)
    assert.deepEqual(own.users, [LOGIN.user])
    assert.deepEqual(own.greetings, ['acme.com'])
    assert.notMatch(raw.slice(0, raw.indexOf('\r\n\r\n')), /countersign|nodemailer|adonis/i)
    assert.lengthOf(platform.received, 0)
  })

  test('carries none of another tenant’s', async ({ assert }) => {
    await saves()
    const other = await MailSetup.open({ plan: 'enterprise' })
    await invites(other)
    assert.lengthOf(own.received, 0)
    assert.lengthOf(platform.to(ANA.email), 1)
    const foreign = await sender()
    await assert.rejects(() => other.within(() => SenderServer.login(foreign)))
  })

  test('is never used by the sandbox', async ({ assert }) => {
    const sandbox = await MailSetup.open({ plan: 'enterprise', environment: 'test' })
    const live = { tenant: sandbox.tenant.ref, environment: 'live' as const }
    await CurrentTenant.run(live, () => SenderServer.save(settings(), OLGA))
    await invites(sandbox)
    assert.equal(own.recipients + platform.recipients, 0)
    await assert.rejects(() => sandbox.rows({ text: 'select * from sender' }), /permission/)
    await assert.rejects(() => sandbox.rows({ text: 'select * from sender_keys' }), /permission/)
  })

  test('that refuses a recipient makes the signer undelivered', async ({ assert }) => {
    own.behaves({ atRecipient: () => ({ responseCode: 550, message: '5.1.1 Unknown' }) })
    await saves()
    const document = await invites()
    assert.equal((await setup.found(document)).signers[0].status, 'delivery_failed')
  })

  test('that accepts nothing keeps the mails waiting, and after a while the platform notifies its owner once', async ({
    assert,
  }) => {
    await saves({ password: 'wrong' })
    const document = await invites()
    assert.equal((await setup.found(document)).signers[0].status, 'sent')
    assert.equal((await sender()).serverError, '535 5.7.8')
    assert.deepEqual(await notices(), ['sender.server_chosen'])
    await setup.does('mail.notice')
    await setup.does('mail.notice_copy')
    assert.lengthOf(platform.to((await setup.owner()).email), 1)
    clock.travel(31 * MINUTE)
    await setup.does('mail.invite')
    await setup.does('mail.invite')
    assert.deepEqual(await notices(), ['sender.server_chosen', 'sender.server_failing'])
    await setup.does('mail.notice')
    await setup.does('mail.notice_copy')
    assert.lengthOf(platform.to((await setup.owner()).email), 2)
    await saves()
    await setup.does('mail.invite')
    assert.lengthOf(own.to(ANA.email), 1)
    assert.isNull((await sender()).serverFailingSince)
    assert.lengthOf(platform.to(ANA.email), 0)
  })

  test('that is away does not count as failing of ours, and neither does a recipient’s; the platform’s own does', async ({
    assert,
  }) => {
    const failing = async (of: MailSetup) =>
      (await of.waiting('mail.invite')).map(({ failing_since: since }) => since !== null)
    await saves({ password: 'wrong' })
    await invites()
    assert.deepEqual(await failing(setup), [false])
    const without = await MailSetup.open()
    platform.behaves({ atRecipient: () => ({ responseCode: 450, message: '4.2.1 Later' }) })
    await invites(without)
    assert.deepEqual(await failing(without), [false])
    platform.behaves({ atData: () => 'hang up' })
    await without.does('mail.invite')
    assert.deepEqual(await failing(without), [true])
  })

  test('that hangs up in the middle gets the mail again, under the same Message-ID', async ({
    assert,
  }) => {
    own.behaves({ atData: () => 'hang up' })
    await saves()
    await invites()
    own.behaves({})
    await setup.does('mail.invite')
    const ids = own.to(ANA.email).map(({ parsed }) => parsed.messageId)
    assert.lengthOf(ids, 2)
    assert.equal(new Set(ids).size, 1)
  })

  test('must show a certificate that is good for its name', async ({ assert }) => {
    TenantServer.trust({})
    await saves()
    await invites()
    assert.lengthOf(own.received, 0)
    TenantServer.trust({ ca: certificate.cert })
    await saves({ host: 'other.localhost' })
    await setup.does('mail.invite')
    assert.lengthOf(own.received, 0)
    assert.deepEqual(own.users, [])
  })

  test('is not told the password when it offers no encryption', async ({ assert, cleanup }) => {
    const plain = await SmtpHost.open({ login: LOGIN })
    cleanup(() => plain.close())
    await saves({ port: plain.port })
    await invites()
    assert.lengthOf(plain.received, 0)
    assert.deepEqual(plain.users, [])
  })

  test('is asked by its test mail, whose answer is the server’s own', async ({ assert }) => {
    await saves()
    assert.match(await tests(), /^250/)
    const [{ parsed }] = own.to((await setup.owner()).email)
    assert.equal(parsed.subject, 'Test of your mail server')
    await saves({ password: 'wrong' })
    await assert.rejects(() => tests(), /535 5\.7\.8 Wrong user or password/)
    assert.lengthOf(await setup.mails(), 0)
  })

  test('is told to owners and admins by the platform when it is set or chosen, once', async ({
    assert,
  }) => {
    const admin = await makeUser(setup.tenant, 'admin')
    await makeUser(setup.tenant, 'member')
    const told = async () => {
      await setup.does('mail.notice')
      await setup.does('mail.notice_copy')
      const sent = platform.received.filter(
        ({ parsed }) => parsed.subject === 'Your emails go through another mail server'
      )
      return sent.map(({ envelope }) => envelope.to[0]).sort()
    }
    const people = [admin.email, (await setup.owner()).email].sort()
    await saves()
    await saves()
    assert.deepEqual(await told(), people)
    assert.include(platform.to(admin.email)[0].parsed.text!, NAME)
    await setup.within(() => SenderServer.choose('platform', OLGA))
    assert.deepEqual(await told(), people)
    await setup.within(() => SenderServer.choose('server', OLGA))
    await setup.within(() => SenderServer.choose('server', OLGA))
    assert.deepEqual(await told(), [...people, ...people].sort())
    assert.lengthOf(own.received, 0)
  })

  test('keeps its password enveloped, bound to its host and user', async ({ assert }) => {
    await saves()
    const [row] = await setup.rows({ text: 'select server_password from sender' })
    assert.notInclude((row.server_password as Buffer).toString('latin1'), LOGIN.pass)
    await saves({ password: null })
    assert.equal(
      (await setup.within(async () => SenderServer.login(await sender())))!.password,
      LOGIN.pass
    )
    await saves({ host: 'evil.localhost', password: null })
    assert.isNull((await sender()).serverPassword)
  })

  test('is looked for in the public Internet alone', async ({ assert, cleanup }) => {
    cleanup(() => publicHttp.configure(outbound))
    publicHttp.configure({ ...outbound, allowPrivate: new Set() })
    for (const host of [NAME, '127.0.0.1', '169.254.169.254', '10.0.0.1', '::1']) {
      await saves({ host })
      await assert.rejects(() => tests())
    }
    assert.equal(own.recipients, 0)
  })

  test('needs a plan that has it', async ({ assert }) => {
    const business = await MailSetup.open({ plan: 'business' })
    await assert.rejects(() => business.within(() => SenderServer.save(settings(), OLGA)), /plan/)
    await assert.rejects(() => business.within(() => SenderServer.choose('server', OLGA)), /plan/)
  })
})
