import { test } from '@japa/runner'
import { SYSTEM, type Actor } from '#app/audit/actor'
import Brand from '#app/brand/brand'
import { clock } from '#app/foundation/clock'
import { ALL_LANGUAGES, type Language } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { OwnAddress } from '#app/identity/addresses/own_address'
import { KnownDevices } from '#app/identity/devices/known_devices'
import { MemberInvitation } from '#app/identity/users/member_invitation'
import { OwnRegion } from '#app/identity/users/own_region'
import { PasswordLink } from '#app/identity/users/password_link'
import type User from '#app/identity/users/user'
import { WORDINGS } from '#app/notifications/notices/index'
import { Reader } from '#app/notifications/reader'
import { Profile } from '#app/brand/profile'
import { unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import { makeUser } from '#tests/support/dashboard_visitor'
import { MailSetup } from '#tests/support/mail_setup'
import { SmtpHost } from '#tests/support/smtp_host'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const CLIENT = { ipAddress: '203.0.113.9', userAgent: FIREFOX }
/** Words of the English mails, none of which another language has: Italian has its passwords from there. */
const ENGLISH =
  /\b(?:Hello|Somebody|new password|your password|address|browser was|until|second factor|works|owner)\b/

test.group('Mails about one’s account', (group) => {
  let host: SmtpHost
  let setup: MailSetup
  let guests = 0

  group.each.setup(async () => {
    setup = await MailSetup.open({ name: 'Acme Estates' })
    host = await SmtpHost.open()
    host.takesOver()
    return () => host.close()
  })

  const speaks = (user: User, language: Language | null) =>
    setup.within(() => OwnRegion.change(user, { language, timeZone: null }))
  const offers = (languages: Language[]) =>
    setup.within(async () => (await Brand.current()).merge({ languages }).save())
  const actor = ({ id, name }: User): Actor => ({ type: 'user', id, name })
  const invites = (by: Actor) => {
    const invited = { name: 'Ines', email: `ines${++guests}@${setup.tenant.slug}.test` }
    return setup.within(() => MemberInvitation.invite({ ...invited, role: 'member' }, by))
  }
  async function mailsTo(email: string) {
    await setup.does('mail.notice')
    await setup.does('mail.notice_copy')
    return host.to(email).map(({ parsed }) => parsed)
  }
  const languageOf = (mail: { html: string | false }) =>
    /<html lang="(\w+)"/.exec(String(mail.html))?.[1]

  for (const language of ALL_LANGUAGES)
    test(`are in ${language} from the subject to the foot where somebody has chosen it`, async ({
      assert,
    }) => {
      const user = await makeUser(setup.tenant, 'admin')
      const newAddress = `new@${setup.tenant.slug}.test`
      await speaks(user, language)
      await setup.within(async () => {
        await unit(() =>
          Notice.leave('account.changed', { what: 'password.changed' }, { to: user.id })
        )
        await unit(() =>
          Notice.leave('member.factor_removed', { userId: user.id }, { to: user.id })
        )
        const details = { by: user.id, dueAt: clock.now().toISOString() }
        await unit(() => Notice.leave('factor.required', details, { to: user.id }))
        await PasswordLink.send(user.email, CLIENT)
        await new OwnAddress(user, actor(user)).request(newAddress)
        await user.merge({ lastSeenAt: clock.now() }).save()
        const device = { userId: user.id, token: 'a-new-one', ...CLIENT }
        await unit(() => KnownDevices.recognise(device))
      })
      const mails = [...(await mailsTo(user.email)), ...(await mailsTo(newAddress))]
      const { t } = Phrasebook.in(language)
      assert.sameMembers(
        mails.map(({ subject }) => subject),
        [
          t('account_mails.password_changed'),
          t('account_mails.lost'),
          t('account_mails.required'),
          t('account_mails.reset'),
          t('account_mails.requested'),
          t('account_mails.proof'),
          t('account_mails.device'),
        ]
      )
      const all = mails
        .map(({ text }) => text)
        .join('\n')
        .replace(/\s+/g, ' ')
      const device = t('account_mails.device_name', { browser: 'Firefox', system: 'Linux' })
      assert.include(all, device)
      const address = { label: t('certificate.ip_address'), value: CLIENT.ipAddress }
      assert.include(all, t('mails.fact', address).replace(/\s+/g, ' '))
      for (const mail of mails) assert.equal(languageOf(mail), language)
      if (language !== 'en') assert.notMatch(all.replace(/\S+@\S+|https?:\S+/g, ''), ENGLISH)
    })

  test('say in every language each thing that can change', async ({ assert }) => {
    const owner = await setup.owner()
    const profile = await setup.within(() => Profile.current())
    const changes = [
      ...['password.changed', 'passkey.added', 'passkey.removed', 'passkey.counter_went_back'],
      ...['recovered', 'set_up', 'removed', 'codes_renewed', 'recovery_code_used'].map(
        (what) => `second_factor.${what}`
      ),
    ]
    const subjects = await Promise.all(
      ALL_LANGUAGES.flatMap((language) =>
        changes.map(async (what) => {
          const reader = new Reader(owner, profile, language)
          return (await WORDINGS['account.changed'].words({ what }, reader))?.subject
        })
      )
    )
    assert.lengthOf([...new Set(subjects)].filter(Boolean), ALL_LANGUAGES.length * changes.length)
  })

  test('are in English for somebody who has chosen nothing, whatever signers read', async ({
    assert,
  }) => {
    await offers(['fr', 'en'])
    const user = await makeUser(setup.tenant, 'member')
    await setup.within(() => PasswordLink.send(user.email, CLIENT))
    const [mail] = await mailsTo(user.email)
    assert.equal(mail.subject, 'Choose a new password')
    assert.equal(languageOf(mail), 'en')
  })

  test('tell somebody whose address another one wants in their own language', async ({
    assert,
  }) => {
    const [asks, has] = [
      await makeUser(setup.tenant, 'member'),
      await makeUser(setup.tenant, 'member'),
    ]
    await speaks(asks, 'de')
    await speaks(has, 'nl')
    await setup.within(() => new OwnAddress(asks, actor(asks)).request(has.email))
    assert.deepEqual((await mailsTo(has.email)).map(languageOf), ['nl'])
    assert.deepEqual((await mailsTo(asks.email)).map(languageOf), ['de'])
  })

  test('invite in the language of the one who invites, and once more in that of who does it then', async ({
    assert,
  }) => {
    await offers(['fr', 'en'])
    const [owner, admin] = [await setup.owner(), await makeUser(setup.tenant, 'admin')]
    await speaks(owner, 'de')
    await speaks(admin, 'nl')
    const guest = await invites(actor(owner))
    assert.deepEqual((await mailsTo(guest.email)).map(languageOf), ['de'])
    assert.equal((await mailsTo(guest.email))[0].subject, 'Ihr Konto bei Acme Estates')
    await setup.within(() => MemberInvitation.resend(guest, actor(admin)))
    assert.deepEqual((await mailsTo(guest.email)).map(languageOf), ['de', 'nl'])
  })

  test('invite in the account’s first language where the one who invites has none', async ({
    assert,
  }) => {
    await offers(['fr', 'en'])
    const byPerson = await invites(actor(await setup.owner()))
    const byDirectory = await invites(SYSTEM)
    for (const { email } of [byPerson, byDirectory])
      assert.deepEqual((await mailsTo(email)).map(languageOf), ['fr'])
  })

  test('invite somebody who comes back in the language that they had chosen', async ({
    assert,
  }) => {
    const owner = await setup.owner()
    await speaks(owner, 'de')
    const guest = await invites(SYSTEM)
    await speaks(guest, 'es')
    await setup.within(() => MemberInvitation.resend(guest, actor(owner)))
    assert.deepEqual((await mailsTo(guest.email)).map(languageOf).at(-1), 'es')
  })
})
