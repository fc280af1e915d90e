import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import { MailChoices } from '#app/identity/mails/mail_choices'
import { OwnRegion } from '#app/identity/users/own_region'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { MailSetup } from '#tests/support/mail_setup'
import { SigningLink } from '#tests/support/signing_link'
import { SigningVisitor } from '#tests/support/signing_visitor'
import { SmtpHost } from '#tests/support/smtp_host'

/** At any moment it is another day in the first than in the second, and in one of them than in UTC. */
const SENDERS_ZONE = 'Pacific/Kiritimati'
const SIGNERS_ZONE = 'Pacific/Pago_Pago'

const SMALL_PHONE = { width: 360, height: 640 }
/** In pixels. */
const LEAST_ROOM = 8
const LINE = 19

const SAID = /\d{1,2} \w+ \d{4}, \d\d:\d\d (?:GMT[+-]\d+|UTC)/g

test.group('A deadline', (group) => {
  group.setup(() => () => closeBrowser())

  test('is the same moment, with its zone, on pages and in mails, for readers anywhere', async ({
    assert,
    cleanup,
  }) => {
    const host = await SmtpHost.open()
    host.takesOver()
    cleanup(() => {
      clock.restore()
      return host.close()
    })
    const setup = await MailSetup.open({ name: 'Acme' })
    const olga = await setup.owner()
    await setup.within(async () => {
      await OwnRegion.change(olga, { timeZone: SENDERS_ZONE, language: null })
      await MailChoices.replace(olga, { kinds: ['expiring'], rhythm: 'each' })
    })
    const document = await setup.sends({ signers: [ANA], expiresInDays: 3 })
    await setup.does('mail.invite')
    clock.travel(DAY_MS * 2)
    for (const kind of ['remind', 'mail.remind', 'mail.expiring', 'mail.send'])
      await setup.does(kind)
    clock.restore()
    assert.lengthOf(host.to(ANA.email), 2)
    const deadline = Math.floor(document.expiresAt!.getTime() / MINUTE_MS) * MINUTE_MS
    const isDeadline = (said: string, zone: string, where: string) => {
      const moments = said.replaceAll(/\s+/g, ' ').match(SAID) ?? []
      assert.isNotEmpty(moments, `${where} says no moment: ${said}`)
      for (const one of moments) {
        assert.include(one, zone, where)
        assert.equal(Date.parse(one), deadline, `${where} says ${one}`)
      }
    }
    for (const { parsed } of host.to(ANA.email)) isDeadline(parsed.text!, 'UTC', parsed.subject!)
    assert.lengthOf(host.to(olga.email), 1)
    isDeadline(host.to(olga.email)[0].parsed.text!, 'GMT+14', 'the mail to the sender')

    // in the browser of a colleague's computer: the zone is the person's, not the machine's
    const sender = await DashboardWindow.of(setup.tenant, { timezoneId: 'Europe/Berlin' })
    cleanup(() => sender.close())
    for (const [path, place] of [
      [`/documents/${document.id}`, '.facts > div:has(dt:text-is("Expires")) dd'],
      ['/documents?order=expiring', '.document-list td:last-child'],
      ['/home', '.work-list[aria-label="Expiring soon"] .work-time'],
    ]) {
      await sender.go(path)
      isDeadline(await sender.page.locator(place).innerText(), 'GMT+14', path)
    }

    const link = await SigningLink.of(setup.tenant, document)
    const ana = await SigningVisitor.arrive(link, { timezoneId: SIGNERS_ZONE })
    cleanup(() => ana.leave())
    const own = new Intl.DateTimeFormat('en', {
      ...{ timeZone: SIGNERS_ZONE, day: 'numeric', month: 'long' },
    }).formatToParts(deadline)
    const partOf = (wanted: string) => own.find(({ type }) => type === wanted)!.value
    const reads = async (place: string, where: string) => {
      const said = (await ana.page.locator(place).first().innerText()).replaceAll(/\s+/g, ' ')
      const [first, second] = said.split(' (')
      isDeadline(first, 'UTC', where)
      assert.match(second, / GMT-11\)/, where)
      if (new Date(deadline).getUTCDate() !== Number(partOf('day')))
        assert.match(second, new RegExp(`\\b${partOf('day')}\\b`), where)
    }
    await reads('main :has(> local-time[precision=deadline])', 'the page that asks for consent')
    await ana.agree()
    await reads('.signing-deadline', 'the page of a signer')
  })

  test('has room in the bar of a small phone, in languages that say it at length', async ({
    assert,
  }) => {
    const acme = await makeTenant({ name: 'Acme' })
    for (const language of ['de', 'uk', 'ar'] as const) {
      const document = await inLive(acme, () =>
        makeDocument({ title: 'Lease of a house by the sea', signers: [{ ...ANA, language }] })
      )
      const options = { viewport: SMALL_PHONE, timezoneId: 'Europe/Berlin', locale: language }
      const ana = await SigningVisitor.arrive(await SigningLink.of(acme, document), options)
      await ana.page.getByRole('checkbox').first().check()
      await ana.page.locator('form [type=submit]').first().click()
      const deadline = ana.page.locator('.signing-deadline')
      await deadline.getByText(/\(.+\)/).waitFor()
      await ana.shoot(`deadline-${language}`)
      const boxOf = async (place: string) => (await ana.page.locator(place).boundingBox())!
      const [bar, title] = [await boxOf('.signing-bar-row'), await boxOf('.signing-title h1')]
      const said = await boxOf('.signing-deadline')
      assert.isAtLeast(title.y - bar.y, LEAST_ROOM, `${language}: above`)
      assert.isAtLeast(bar.y + bar.height - said.y - said.height, LEAST_ROOM, `${language}: below`)
      assert.isAtMost(said.height, LINE * 2, `${language}: lines`)
      assert.equal(await ana.overflow(), 0)
      await ana.leave()
    }
  })
})
