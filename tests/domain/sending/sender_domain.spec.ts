import { Resolver } from 'node:dns/promises'
import { authenticate } from 'mailauth'
import { test } from '@japa/runner'
import env from '#start/env'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import { nameServers } from '#app/tenants/hosts/name_server'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import { SenderDomain } from '#app/sending/sender_domain'
import { ReturnedMail } from '#app/notifications/bounces/returned_mail'
import { ANA, OLGA } from '#tests/factories/document_factory'
import { deliveryReport } from '#tests/support/delivery_report'
import { DnsWorld } from '#tests/support/dns_world'
import { SenderSetup } from '#tests/support/sender_setup'
import { SmtpHost, type Received } from '#tests/support/smtp_host'

const HOUR = 3_600_000

test.group('Sender | domain of one’s own', (group) => {
  let host: SmtpHost
  let world: DnsWorld
  let acme: SenderSetup

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    world = await DnsWorld.open()
    acme = await SenderSetup.open(world)
    return async () => {
      clock.restore()
      nameServers.use()
      await world.close()
      await host.close()
    }
  })

  /** As a receiver does it, with another library than the one that signs. */
  const judged = async ({ raw, envelope }: Received) => {
    const resolver = new Resolver()
    resolver.setServers([world.address])
    const lookUp = (name: string) => resolver.resolveTxt(name)
    const options = { resolver: lookUp, sender: envelope.from, ip: '127.0.0.1', helo: 'x.test' }
    const { dkim, dmarc } = await authenticate(raw, { ...options, disableArc: true })
    const [{ status, signingDomain, selector }] = dkim.results
    return { result: status.result, signingDomain, selector, dmarc: dmarc && dmarc.status.result }
  }

  test('signs every mail, as another library finds', async ({ assert }) => {
    world.write('_dmarc.acme.com', { TXT: ['v=DMARC1; p=reject; adkim=s'] })
    await acme.verified()
    await acme.invites()
    const [mail] = host.to(ANA.email)
    assert.deepEqual(mail.parsed.from!.value, [{ name: 'Acme Estates', address: 'sign@acme.com' }])
    assert.match(mail.parsed.messageId!, /@acme\.com>$/)
    const { activeKey } = await acme.sender()
    assert.deepEqual(await judged(mail), {
      result: 'pass',
      signingDomain: 'acme.com',
      selector: activeKey!.selector,
      dmarc: 'pass',
    })
    const forged = { ...mail, raw: mail.raw.replace('Contract of sale', 'Contract of gift') }
    assert.notEqual((await judged(forged)).result, 'pass')
  })

  test('leaves no trace of the platform in what a receiver can read', async ({ assert }) => {
    await acme.verified()
    await acme.invites()
    const [{ raw, envelope }] = host.to(ANA.email)
    const headers = raw.slice(0, raw.indexOf('\r\n\r\n'))
    const platform = env.get('MAIL_FROM').split('@')[1]
    assert.notInclude(headers, `@${platform}`)
    assert.notInclude(envelope.from, `@${platform}`)
    assert.notMatch(headers, /countersign|nodemailer|adonis/i)
  })

  test('gets back what could not be delivered, at its own return path', async ({ assert }) => {
    await acme.verified()
    const document = await acme.invites()
    const [{ envelope }] = host.to(ANA.email)
    assert.match(envelope.from, /^b\+[0-9a-hj-np-tv-z]{58}@bounce\.acme\.com$/)
    const report = deliveryReport({ to: envelope.from, recipient: ANA.email })
    await ReturnedMail.take(envelope.from, Buffer.from(report))
    assert.equal((await acme.mail.found(document)).signers[0].status, 'delivery_failed')
  })

  test('sends nothing before its record is found: the platform does meanwhile', async ({
    assert,
  }) => {
    await acme.claims()
    await acme.looks()
    await acme.invites()
    const [mail] = host.to(ANA.email)
    assert.equal(mail.parsed.from!.value[0].address, env.get('MAIL_FROM'))
    assert.equal(mail.parsed.from!.value[0].name, 'Acme Estates')
    assert.notInclude(mail.raw, 'DKIM-Signature')
    assert.equal((await acme.sender()).domainStatus, 'pending')
  })

  test('is looked at again by itself, and counts from then on', async ({ assert }) => {
    await acme.claims()
    await acme.looks()
    await acme.publishes()
    assert.equal(await acme.mail.does('sender.check', { early: false }), 0)
    await acme.looks()
    assert.equal((await acme.sender()).domainStatus, 'verified')
    assert.lengthOf(await acme.mail.waiting('sender.check'), 1)
  })

  test('whose record is gone falls back to the platform, with a warning that the platform carries', async ({
    assert,
  }) => {
    await acme.verified()
    const { activeKey } = await acme.sender()
    world.erase(activeKey!.recordName)
    clock.travel(24 * HOUR)
    await acme.looks()
    assert.deepEqual(await acme.notices(), ['sender.domain_failing'])
    await acme.invites()
    assert.equal(host.to(ANA.email)[0].parsed.from!.value[0].address, env.get('MAIL_FROM'))
    await acme.mail.does('mail.notice')
    await acme.mail.does('mail.notice_copy')
    const [warning] = host.to((await acme.mail.owner()).email)
    assert.equal(warning.parsed.subject, 'Your emails no longer come from acme.com')
    assert.equal(warning.parsed.from!.value[0].address, env.get('MAIL_FROM'))
    await acme.publishes()
    await acme.looks()
    assert.deepEqual(await acme.notices(), ['sender.domain_failing', 'sender.domain_restored'])
    await acme.invites()
    assert.equal(host.to(ANA.email)[1].parsed.from!.value[0].address, 'sign@acme.com')
  })

  test('whose record says another key fails like one that has none', async ({ assert }) => {
    await acme.verified()
    const { activeKey, standbyKey } = await acme.sender()
    world.write(activeKey!.recordName, { TXT: [standbyKey!.recordValue] })
    await acme.looks()
    assert.equal((await acme.sender()).domainStatus, 'failing')
  })

  test('stays as it is while name servers are out of order ({$self})')
    .with(['servfail', 'refused'] as const)
    .run(async ({ assert }, mood) => {
      await acme.verified()
      world.mood = mood
      await acme.looks()
      assert.equal((await acme.sender()).domainStatus, 'verified')
      assert.deepEqual(await acme.notices(), [])
    })

  test('may be written with other tags, in another order and with spaces', async ({ assert }) => {
    await acme.claims()
    const { activeKey } = await acme.sender()
    const key = activeKey!.publicKey.replace(/.{60}/g, '$& ')
    world.write(activeKey!.recordName, { TXT: [`v=DKIM1 ; n=hello; p=${key}; k=rsa; t=s`] })
    await acme.looks()
    assert.equal((await acme.sender()).domainStatus, 'verified')
  })

  test('lets the second key sign after a rotation, and destroys the first', async ({ assert }) => {
    await acme.verified()
    const before = await acme.sender()
    await acme.mail.within(() => SenderDomain.rotate(OLGA))
    const after = await acme.sender()
    assert.equal(after.activeKey!.selector, before.standbyKey!.selector)
    assert.notEqual(after.standbyKey!.selector, before.activeKey!.selector)
    assert.equal(after.domainStatus, 'verified')
    const [retired] = await acme.mail.rows({
      text: `select selector, private_key from sender_keys where role = 'retired'`,
    })
    assert.deepEqual(retired, { selector: before.activeKey!.selector, private_key: null })
    await acme.invites()
    const verdict = await judged(host.to(ANA.email)[0])
    assert.deepInclude(verdict, { result: 'pass', selector: after.activeKey!.selector })
  })

  test('is not rotated to a key that receivers cannot find', async ({ assert }) => {
    await acme.claims()
    await acme.publishes(['signing'])
    await acme.looks()
    const before = await acme.sender()
    await assert.rejects(() => acme.mail.within(() => SenderDomain.rotate(OLGA)), /stands by/)
    assert.equal((await acme.sender()).activeKey!.selector, before.activeKey!.selector)
  })

  test('that was released leaves no key, and no work', async ({ assert }) => {
    await acme.verified()
    await acme.mail.within(() => SenderDomain.release(OLGA))
    assert.lengthOf(await acme.mail.rows({ text: 'select * from sender_keys' }), 0)
    await acme.looks()
    assert.lengthOf(await acme.mail.waiting('sender.check'), 0)
    await acme.invites()
    assert.equal(host.to(ANA.email)[0].parsed.from!.value[0].address, env.get('MAIL_FROM'))
  })

  test('is refused when it is {0}')
    .with([
      ['no name', 'not a domain'],
      ['an address', '192.0.2.1'],
      ['a public suffix', 'co.uk'],
      ['not public', 'mail.internal'],
    ] as const)
    .run(async ({ assert }, [, domain]) => {
      await assert.rejects(() => acme.claims(domain))
      assert.isNull((await acme.sender()).domain)
    })

  test('needs a plan that has it, and rests while the plan has not', async ({ assert }) => {
    const business = await SenderSetup.open(world, 'business')
    await assert.rejects(() => business.claims(), /plan/)
    await acme.verified()
    const { tenant } = acme.mail
    await tenant.merge({ planKey: 'business' }).save()
    await EntitlementsProjection.apply(tenant.id)
    await acme.invites()
    assert.equal(host.to(ANA.email)[0].parsed.from!.value[0].address, env.get('MAIL_FROM'))
    assert.equal((await acme.sender()).way, 'domain')
  })

  test('is recorded in the security trail with everything that is done to it', async ({
    assert,
  }) => {
    await acme.verified()
    await acme.mail.within(() => SenderDomain.rotate(OLGA))
    await acme.mail.within(() => SenderDomain.release(OLGA))
    const entries = await acme.mail.within(() => SecurityTrail.read())
    assert.includeMembers(
      entries.map(({ action }) => action),
      [
        'sender.domain_claimed',
        'sender.domain_verified',
        'sender.key_rotated',
        'sender.domain_released',
      ]
    )
  })

  test('serves the tenants of a reseller, whatever their plan, and no other', async ({
    assert,
  }) => {
    await acme.verified()
    const child = await SenderSetup.open(world, 'free', 'Child')
    await child.mail.tenant.merge({ parentId: acme.mail.tenant.id }).save()
    await EntitlementsProjection.apply(child.mail.tenant.id)
    await child.invites()
    const [mail] = host.to(ANA.email)
    assert.deepEqual(mail.parsed.from!.value, [{ name: 'Child', address: 'sign@acme.com' }])
    assert.equal((await judged(mail)).result, 'pass')
    await child.mail.within(() =>
      unit(() => Notice.leave('sender.domain_failing', { domain: 'child.com' }))
    )
    await child.mail.does('mail.notice')
    await child.mail.does('mail.notice_copy')
    const [notice] = host.to((await child.mail.owner()).email)
    assert.equal(notice.parsed.from!.value[0].address, 'sign@acme.com')
    await child.mail.tenant.merge({ parentId: null }).save()
    await EntitlementsProjection.apply(child.mail.tenant.id)
    await child.invites()
    assert.equal(host.to(ANA.email)[1].parsed.from!.value[0].address, env.get('MAIL_FROM'))
  })

  test('of two tenants who claim the same is that of the one who rules its DNS', async ({
    assert,
  }) => {
    const thief = await SenderSetup.open(world, 'enterprise', 'Thief')
    await thief.claims()
    await acme.verified()
    await thief.looks()
    assert.equal((await thief.sender()).domainStatus, 'pending')
    assert.notEqual(
      (await thief.sender()).activeKey!.selector,
      (await acme.sender()).activeKey!.selector
    )
  })

  test('keeps its keys where neither the database alone nor another tenant can use them', async ({
    assert,
  }) => {
    await acme.verified()
    const thief = await SenderSetup.open(world, 'enterprise', 'Thief')
    const [{ private_key: stolen }] = await acme.mail.rows({
      text: `select private_key from sender_keys where role = 'active'`,
    })
    assert.notInclude((stolen as Buffer).toString('latin1'), 'PRIVATE')
    const { activeKey } = await acme.sender()
    await assert.rejects(() => thief.mail.within(() => activeKey!.reveal()))
  })
})
