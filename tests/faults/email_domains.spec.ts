import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { DomainHolders } from '#app/single_sign_on/domains/domain_holders'
import EmailDomain from '#app/single_sign_on/domains/email_domain'
import { EmailDomainRegister } from '#app/single_sign_on/domains/email_domain_register'
import { EmailDomainWatch } from '#app/single_sign_on/domains/email_domain_watch'
import { Cell } from '#app/tenancy/cell'
import { nameServers } from '#app/tenants/hosts/name_server'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import { emptyOutbox, outboxRows } from '#tests/support/outbox_view'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'
import { WorkerProcess } from '#tests/support/worker_process'

const PAGE = '/settings/single-sign-on/domains'
const CHECK = 'sso.check_domain'
let serial = 0
const someDomain = () => `killed-${(serial += 1)}-${process.pid}.com`

/** Makes the check of a domain due, even if another process had it before. */
const dueNow = () =>
  asSuperuser(Cell.named('main').database, async (client) => {
    await client.query('delete from cell.outbox where kind <> $1', [CHECK])
    await client.query('update cell.outbox set due_at = now(), lease_until = null')
  })

test.group('A domain of e-mail addresses, when', (group) => {
  let acme: Tenant
  let admin: Visitor
  let world: DnsWorld

  group.setup(async () => {
    await emptyOutbox()
    acme = await makeTenant()
    admin = await Visitor.as(acme, 'admin')
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    return async () => {
      nameServers.use()
      await world.close()
    }
  })

  const found = (domain: string) => inLive(acme, () => EmailDomain.findBy('domain', domain))
  const isProved = async (domain: string) => (await found(domain))?.status === 'proved'
  /** With its record in place. */
  const added = async (): Promise<EmailDomain> => {
    const { id, name } = admin.user!
    const by = { type: 'user' as const, id, name }
    const made = await inLive(acme, () => EmailDomainRegister.add(someDomain(), by))
    world.write(made.record.name, { TXT: [made.record.value] })
    return made
  }
  const looks = async () => (await outboxRows()).filter(({ kind }) => kind === CHECK)
  const entries = async (action: string) =>
    (await inLive(acme, () => SecurityTrail.read())).filter((entry) => entry.action === action)
  const start = (settings: Record<string, string> = {}) =>
    WorkerProcess.start({ DNS_SERVERS: world.address, ...settings })

  test('its worker is killed before and after the platform gives it, is proved once', async ({
    assert,
    cleanup,
  }) => {
    const { domain } = await added()
    for (const point of ['email_domain.checked', 'email_domain.taken']) {
      await dueNow()
      assert.equal(await start({ FAULT_POINT: point }).dies(), 'SIGKILL')
      assert.isFalse(await isProved(domain))
    }
    assert.equal((await DomainHolders.of(domain))?.tenantId, acme.id)

    await dueNow()
    const worker = start()
    cleanup(() => worker.kill())
    await until(() => isProved(domain))
    await until(async () => {
      const [next, ...others] = await looks()
      return next?.due_at.getTime() > Date.now() && others.length === 0
    })
    assert.lengthOf(await entries('sso.domain_proved'), 1)
  })

  test('its web process is killed while it is removed, is there for nobody and can be removed again', async ({
    assert,
    cleanup,
  }) => {
    const { id, domain } = await added()
    await inLive(acme, () => EmailDomainWatch.check(id))
    assert.isTrue(await isProved(domain))
    const removedBy = (web: WebProcess) =>
      admin.ask({
        origin: web.origin,
        method: 'POST',
        path: `${PAGE}/remove`,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
        },
        body: new URLSearchParams({ id }).toString(),
      })
    const dying = await WebProcess.start({ NODE_ENV: 'test', FAULT_POINT: 'email_domain.released' })
    await assert.rejects(() => removedBy(dying))
    assert.equal((await dying.end).signal, 'SIGKILL')
    assert.isNotNull(await found(domain))
    assert.isNull(await DomainHolders.of(domain))

    const web = await WebProcess.start({ NODE_ENV: 'test' })
    cleanup(() => web.stop())
    assert.equal((await removedBy(web)).status, 303)
    assert.isNull(await found(domain))
    assert.lengthOf(await entries('sso.domain_removed'), 1)
  })
})
