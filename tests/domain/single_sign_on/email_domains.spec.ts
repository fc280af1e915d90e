import { test } from '@japa/runner'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { CONSOLE } from '#app/cli/_console'
import { clock } from '#app/foundation/clock'
import { DAY_MS, HOUR_MS } from '#app/foundation/duration'
import { DomainHolders } from '#app/single_sign_on/domains/domain_holders'
import EmailDomain from '#app/single_sign_on/domains/email_domain'
import { EmailDomainRegister } from '#app/single_sign_on/domains/email_domain_register'
import { EmailDomainWatch } from '#app/single_sign_on/domains/email_domain_watch'
import { isPublicMailDomain } from '#app/single_sign_on/domains/public_mail_domain'
import { ProvedDomains } from '#app/single_sign_on/proved_domains'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { nameServers } from '#app/tenants/hosts/name_server'
import { PlatformWork } from '#app/tenants/platform_work'
import { makeUser } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import { MailSetup } from '#tests/support/mail_setup'

let counter = 0

/** A name that no other test has. */
function aDomain(): string {
  counter += 1
  return `people-${process.pid}-${counter}.com`
}

/** A tenant that proves domains of its addresses. */
class Claimant {
  private constructor(
    readonly mail: MailSetup,
    readonly admin: Actor,
    readonly owner: Actor
  ) {}

  static async open(): Promise<Claimant> {
    const mail = await MailSetup.open()
    const admin = await makeUser(mail.tenant, 'admin')
    const owner = await mail.owner()
    const actor = ({ id, name }: { id: string; name: string }): Actor => ({
      ...{ type: 'user', id, name },
    })
    return new Claimant(mail, actor(admin), actor(owner))
  }

  add(domain: string): Promise<EmailDomain> {
    return this.mail.within(() => EmailDomainRegister.add(domain, this.admin))
  }

  async found(domain: string): Promise<EmailDomain> {
    return this.mail.within(() => EmailDomain.findOrFail(domain))
  }

  async look(domain: string): Promise<EmailDomain> {
    const { id } = await this.found(domain)
    await this.mail.within(() => EmailDomainWatch.check(id))
    return this.found(domain)
  }

  async holds(domain: string): Promise<boolean> {
    const [rows] = await this.mail.within(() =>
      CurrentTenant.batch([ProvedDomains.holding(`ann@${domain}`)])
    )
    return rows.length > 0
  }

  async notices(): Promise<string[]> {
    const rows = await this.mail.rows({ text: 'select kind from notices order by id' })
    return rows.map(({ kind }) => String(kind))
  }

  async actions(): Promise<string[]> {
    const entries = await this.mail.within(() => SecurityTrail.read())
    return entries.map(({ action }) => action).filter((action) => action.startsWith('sso.'))
  }
}

test.group('E-mail domains', (group) => {
  let world: DnsWorld
  let acme: Claimant
  let other: Claimant

  group.setup(async () => {
    acme = await Claimant.open()
    other = await Claimant.open()
  })
  group.each.setup(async () => {
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    return async () => {
      clock.restore()
      nameServers.use()
      await world.close()
    }
  })

  const publish = (...domains: EmailDomain[]) => {
    const [{ record }] = domains
    world.write(record.name, { TXT: domains.map((one) => one.record.value) })
  }

  test('count once their record is found, and not before', async ({ assert }) => {
    const domain = aDomain()
    const added = await acme.add(`@${domain.toUpperCase()}.`)
    assert.equal(added.domain, domain)
    assert.equal((await acme.look(domain)).status, 'pending')
    assert.isFalse(await acme.holds(domain))
    world.write(added.record.name, { TXT: ['something else'] })
    assert.equal((await acme.look(domain)).status, 'pending')
    publish(added)
    assert.equal((await acme.look(domain)).status, 'proved')
    assert.isTrue(await acme.holds(domain))
    assert.isFalse(await acme.holds(`sub.${domain}`))
    assert.deepEqual((await acme.actions()).slice(0, 2), ['sso.domain_proved', 'sso.domain_added'])
  })

  test('are looked at by the scheduler, and go on being so', async ({ assert }) => {
    const lone = await Claimant.open()
    const domain = aDomain()
    const added = await lone.add(domain)
    publish(added)
    assert.equal(await lone.mail.does('sso.check_domain'), 1)
    assert.equal((await lone.found(domain)).status, 'proved')
    assert.lengthOf(await lone.mail.waiting('sso.check_domain'), 1)
    await lone.mail.within(() => EmailDomainRegister.remove(added.id, lone.admin))
    await lone.mail.does('sso.check_domain')
    assert.lengthOf(await lone.mail.waiting('sso.check_domain'), 0)
  })

  test('fail when the record vanishes, count for three days, and then lapse, with a mail each time', async ({
    assert,
  }) => {
    const lone = await Claimant.open()
    const domain = aDomain()
    const added = await lone.add(domain)
    publish(added)
    await lone.look(domain)
    world.erase(added.record.name)
    assert.equal((await lone.look(domain)).status, 'failing')
    assert.isTrue(await lone.holds(domain))
    clock.travel(2 * DAY_MS)
    assert.equal((await lone.look(domain)).status, 'failing')
    clock.travel(DAY_MS + HOUR_MS)
    assert.equal((await lone.look(domain)).status, 'lapsed')
    assert.isFalse(await lone.holds(domain))
    assert.isNull(await DomainHolders.of(domain))
    await lone.look(domain)
    assert.deepEqual(await lone.notices(), ['sso.domain_failing', 'sso.domain_lapsed'])
    publish(added)
    assert.equal((await lone.look(domain)).status, 'proved')
    assert.isTrue(await lone.holds(domain))
  })

  test('do not move by an outage of name servers', async ({ assert }) => {
    const domain = aDomain()
    publish(await acme.add(domain))
    await acme.look(domain)
    world.mood = 'servfail'
    clock.travel(30 * DAY_MS)
    assert.equal((await acme.look(domain)).status, 'proved')
    assert.isTrue(await acme.holds(domain))
  })

  test('are proved for one tenant at a time, while the record of the first is there', async ({
    assert,
  }) => {
    const domain = aDomain()
    const [first, second] = [await acme.add(domain), await other.add(domain)]
    assert.notEqual(first.challenge, second.challenge)
    publish(first, second)
    assert.equal((await acme.look(domain)).status, 'proved')
    const refused = await other.look(domain)
    assert.equal(refused.status, 'pending')
    assert.isTrue(refused.isTaken)
    assert.isFalse(await other.holds(domain))
    publish(first)
    assert.isFalse((await other.look(domain)).isTaken)
  })

  test('go to another tenant whose record is there once the first one’s is gone, at once', async ({
    assert,
  }) => {
    const domain = aDomain()
    const [first, second] = [await acme.add(domain), await other.add(domain)]
    publish(first)
    await acme.look(domain)
    publish(second)
    assert.equal((await other.look(domain)).status, 'proved')
    await PlatformWork.doAbout([acme.mail.tenant.id])
    assert.equal((await acme.found(domain)).status, 'lapsed')
    assert.isFalse(await acme.holds(domain))
    assert.include(await acme.notices(), 'sso.domain_lapsed')
    assert.equal((await acme.look(domain)).status, 'lapsed')
    assert.isTrue(await other.holds(domain))
  })

  test('are one tenant’s when two show their records at the same moment', async ({ assert }) => {
    const domain = aDomain()
    publish(await acme.add(domain), await other.add(domain))
    await Promise.all([acme, other, acme, other].map((one) => one.look(domain)))
    const held = [await acme.holds(domain), await other.holds(domain)]
    assert.lengthOf(held.filter(Boolean), 1)
  })

  test('count for nobody of whom the platform does not know it', async ({ assert }) => {
    const domain = aDomain()
    const added = await acme.add(domain)
    publish(added)
    await acme.look(domain)
    await DomainHolders.release(domain, acme.mail.tenant.id)
    world.erase(added.record.name)
    await EmailDomainWatch.settleAll(acme.mail.tenant.id)
    assert.isFalse(await acme.holds(domain))
  })

  test('are free for others once they were removed', async ({ assert }) => {
    const domain = aDomain()
    const [first, second] = [await acme.add(domain), await other.add(domain)]
    publish(first, second)
    await acme.look(domain)
    await acme.mail.within(() => EmailDomainRegister.remove(first.id, acme.admin))
    assert.isFalse(await acme.holds(domain))
    assert.equal((await other.look(domain)).status, 'proved')
  })

  test('are never those where everybody has an address, nor what nobody owns', async ({
    assert,
  }) => {
    for (const domain of ['gmail.com', 'Yahoo.co.uk', 'mail.hotmail.fr', 'web.de', 'GMX.net']) {
      assert.isTrue(isPublicMailDomain(domain.toLowerCase()), domain)
      await assert.rejects(() => acme.add(domain), /Everybody may have an address there/)
    }
    for (const domain of ['', 'co.uk', 'github.io', 'localhost', '127.0.0.1', 'a b.com'])
      await assert.rejects(() => acme.add(domain))
    await assert.rejects(
      () => acme.mail.within(() => unit(() => ProvedDomains.vouchFor('gmail.com'))),
      /Everybody may have an address there/
    )
    const domain = aDomain()
    await acme.add(domain)
    await assert.rejects(() => acme.add(`ann@${domain}`), /added this domain already/)
  })

  test('let owners in by an owner’s word alone, which an administrator neither gives nor takes back', async ({
    assert,
  }) => {
    const domain = aDomain()
    const { id } = await acme.add(domain)
    const letIn = (isIn: boolean, by: Actor) =>
      acme.mail.within(() => EmailDomainRegister.letOwnersIn(id, isIn, by))
    await assert.rejects(() => letIn(true, acme.admin), /Only an owner/)
    await letIn(true, acme.owner)
    await assert.rejects(() => letIn(false, acme.admin), /Only an owner/)
    const remove = (by: Actor) => acme.mail.within(() => EmailDomainRegister.remove(id, by))
    await assert.rejects(() => remove(acme.admin), /Only an owner/)
    assert.isTrue((await acme.found(domain)).letsOwnersIn)
    await remove(acme.owner)
  })

  test('stay as the operator has vouched for them, whatever the DNS says', async ({ assert }) => {
    const domain = aDomain()
    const { id } = await acme.add(domain)
    await acme.mail.within(() =>
      unit(async () => {
        await SecurityTrail.append({ action: 'sso.connected', actor: CONSOLE })
        await ProvedDomains.vouchFor(domain)
      })
    )
    clock.travel(30 * DAY_MS)
    await acme.mail.within(() => EmailDomainWatch.check(id))
    assert.isTrue(await acme.holds(domain))
    assert.isTrue((await acme.found(domain)).isVouchedFor)
  })
})
