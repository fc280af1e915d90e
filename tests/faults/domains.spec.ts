import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { SecurityTrail } from '#app/audit/security_trail'
import Domain from '#app/tenants/domains/domain'
import { nameServers } from '#app/tenants/hosts/name_server'
import type Tenant from '#app/tenants/tenant'
import { ask } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import { activeDomain, claimDomain, tellNews, writeRecords } from '#tests/support/domain_hand'
import { emptyOutbox } from '#tests/support/outbox_view'
import { SenderSetup } from '#tests/support/sender_setup'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'
import { WorkerProcess } from '#tests/support/worker_process'

const platform = () => db.connection('platform')
let serial = 0
const someHost = () => `sign.f${(serial += 1)}${Date.now().toString(36)}.com`

test.group('A domain, when', (group) => {
  let world: DnsWorld
  let acme: Tenant
  let workers: WorkerProcess[] = []

  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    await platform().from('outbox').delete()
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    return async () => {
      await Promise.all(workers.map((worker) => worker.kill()))
      workers = []
      nameServers.use()
      await world.close()
    }
  })

  const start = (settings: Record<string, string> = {}) => {
    const worker = WorkerProcess.start({ DNS_SERVERS: world.address, ...settings })
    workers.push(worker)
    return worker
  }
  /** As if the time of the dead one’s lease had passed. */
  const endLeases = () =>
    platform().rawQuery(`update outbox set due_at = now(), lease_until = now() - interval '1 second'
      where lease_until is not null or kind = 'check_domain'`)
  const isActive = async ({ id }: Domain) => (await Domain.findOrFail(id)).status === 'active'
  /** The next look is ordered with a decision, and the one that led to it is put away after that. */
  const isOnePiece = async ({ id }: Domain) =>
    (await platform().from('outbox').where({ ref: id })).length === 1
  const isTold = async () =>
    !(await platform().from('domain_news').where({ tenant_id: acme.id }).first())
  const trail = async () =>
    (await inLive(acme, () => SecurityTrail.read()))
      .map(({ action }) => action)
      .filter((action) => action.startsWith('domain.'))
      .toReversed()

  test('its worker is killed between looking it up and deciding, is looked up again', async ({
    assert,
  }) => {
    const domain = await claimDomain(acme, someHost())
    await writeRecords(domain, world)
    await endLeases()
    assert.equal(await start({ FAULT_POINT: 'domain.checked' }).dies(), 'SIGKILL')
    assert.isFalse(await isActive(domain))
    await endLeases()
    start()
    await until(() => isActive(domain))
    await until(isTold)
    assert.deepEqual(await trail(), ['domain.added', 'domain.verified'])
    await until(() => isOnePiece(domain))
  })

  test('its worker is killed after the account was told, is not told of twice', async ({
    assert,
  }) => {
    await claimDomain(acme, someHost())
    assert.equal(await start({ FAULT_POINT: 'domain.delivered' }).dies(), 'SIGKILL')
    assert.deepEqual(await trail(), ['domain.added'])
    assert.isFalse(await isTold())
    await endLeases()
    start()
    await until(isTold)
    assert.deepEqual(await trail(), ['domain.added'])
  })

  test('its web process is killed while it is given back, is as it was and can be given back', async ({
    assert,
    cleanup,
  }) => {
    const domain = await activeDomain(acme, someHost(), world)
    const olga = await Visitor.as(acme)
    const giveBack = async (web: WebProcess) =>
      olga.ask({
        origin: web.origin,
        method: 'POST',
        path: `/settings/domains/${domain.id}/remove`,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
        },
        body: '',
      })
    const dying = await WebProcess.start({ NODE_ENV: 'test', FAULT_POINT: 'domain.releasing' })
    await assert.rejects(() => giveBack(dying))
    assert.equal((await dying.end).signal, 'SIGKILL')
    assert.isTrue(await isActive(domain))
    const web = await WebProcess.start({ NODE_ENV: 'test' })
    cleanup(() => web.stop())
    assert.equal((await giveBack(web)).status, 303)
    const { status, keptUntil } = await Domain.findOrFail(domain.id)
    assert.equal(status, 'released')
    assert.isNotNull(keptUntil)
    await tellNews(acme)
    const ofRemoval = (await trail()).filter((action) => action === 'domain.removed')
    assert.lengthOf(ofRemoval, 1)
  })

  test('it sends mails and its worker is killed between looking it up and deciding, is looked up again', async ({
    assert,
  }) => {
    await emptyOutbox()
    const setup = await SenderSetup.open(world)
    await setup.claims()
    await setup.publishes()
    assert.equal(await start({ FAULT_POINT: 'sender.checked' }).dies(), 'SIGKILL')
    assert.equal((await setup.sender()).domainStatus, 'pending')
    start()
    await until(async () => (await setup.sender()).domainStatus === 'verified')
    const [next, ...others] = await setup.mail.waiting('sender.check')
    assert.isAbove(next.due_at.getTime(), Date.now())
    assert.isEmpty(others)
    const entries = await setup.mail.within(() => SecurityTrail.read())
    const verified = entries.filter(({ action }) => action === 'sender.domain_verified')
    assert.lengthOf(verified, 1)
  })

  test('two workers look at it, has one piece of work and one change', async ({ assert }) => {
    const domain = await claimDomain(acme, someHost())
    await writeRecords(domain, world)
    await endLeases()
    start()
    start()
    await until(() => isActive(domain))
    await until(isTold)
    assert.deepEqual(await trail(), ['domain.added', 'domain.verified'])
    await until(() => isOnePiece(domain))
  })

  test('a name server hangs, holds up nobody’s sandbox', async ({ assert }) => {
    for (let count = 0; count < 6; count++) await claimDomain(acme, someHost())
    world.mood = 'silent'
    await endLeases()
    const other = await makeTenant()
    start()
    await until(() => world.asked.length > 0)
    await platform().table('outbox').insert({ kind: 'open_sandbox', ref: other.id })
    await until(async () => (await other.refresh()).hasSandbox)
    assert.isTrue(
      (await Domain.query().where('tenantId', acme.id)).every(({ status }) => status === 'pending')
    )
  })

  test('Redis is away, is known all the same as soon as old answers have aged', async ({
    assert,
  }) => {
    const web = await WebProcess.start({ NODE_ENV: 'test', REDIS_URL: 'redis://127.0.0.1:1/0' })
    try {
      const host = someHost()
      const status = async () =>
        (await ask({ origin: web.origin, path: '/login', headers: { host } })).status
      assert.equal(await status(), 404)
      await activeDomain(acme, host, world)
      await until(async () => (await status()) === 200)
    } finally {
      await web.stop()
    }
  })
})
