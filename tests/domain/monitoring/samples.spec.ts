import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/foundation/duration'
import KeyMissing from '#app/foundation/errors/key_missing'
import { CountedFigures } from '#app/monitoring/samples/counted_figures'
import { healthHistory } from '#app/monitoring/samples/health_history'
import { HealthSamples } from '#app/monitoring/samples/health_samples'
import { allLate, installationSample } from '#app/monitoring/samples/installation_sample'
import { partOfRoute, unreachedRoute } from '#app/monitoring/samples/service_part'
import { countRequest } from '#app/monitoring/figures/request_figures'
import { Installation } from '#app/monitoring/figures/installation'
import { Job } from '#app/queue/jobs/job'
import { HeldWork } from '#app/queue/stuck/held_work'
import { Cell } from '#app/tenancy/cell'
import ProviderAway from '#app/sealing/errors/provider_away'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Lease, type Task } from '#app/tenancy/outbox/outbox'
import { roleName } from '#app/tenancy/tenant_ref'
import { WorkTable } from '#app/queue/work_table'
import { attemptsMade } from '#app/webhooks/deliveries/attempt_figures'
import { makeTenant } from '#tests/factories/tenant_factory'
import { emptyOutbox } from '#tests/support/outbox_view'

interface Stored {
  span: string
  at: Date
  source: string
  totals: Record<string, number>
  peaks: Record<string, number>
}

const platform = () => db.connection('platform')
const stored = (): Promise<Stored[]> => platform().from('health_samples').orderBy('at')
const ago = (ms: number) => new Date(Date.now() - ms)

function keep(row: Partial<Stored>): Promise<unknown> {
  return platform()
    .table('health_samples')
    .insert({ span: 'minute', source: 'web-a', totals: {}, peaks: {}, ...row })
}

test.group('Samples of health', (group) => {
  test('count what failed before its route was found for the part that its address is in', ({
    assert,
  }) => {
    const parts = (path: string, status: number) => partOfRoute(unreachedRoute(path, status))
    assert.equal(parts('/api/v1/documents', 503), 'api')
    assert.equal(parts('/sign/tok_x', 503), 'signing')
    assert.equal(parts('/embed/tok_x', 500), 'signing')
    for (const [path, status] of [
      ['/api/v1/nothing', 404],
      ['/api/health/ready', 503],
      ['/login', 503],
    ] as const)
      assert.isNull(parts(path, status), path)
  })

  group.each.setup(async () => {
    await platform().from('health_samples').delete()
  })

  test('are added up to hours after two days, all processes together', async ({ assert }) => {
    const hour = new Date(Math.floor(ago(3 * DAY_MS).getTime() / HOUR_MS) * HOUR_MS)
    const at = (minutes: number) => new Date(hour.getTime() + minutes * MINUTE_MS)
    await keep({ at: at(1), totals: { 'mails.accepted': 2 }, peaks: { 'loop.web': 4 } })
    await keep({ at: at(59), totals: { 'mails.accepted': 3 }, peaks: { 'loop.web': 9 } })
    await keep({ at: at(1), source: 'worker-b', totals: { 'mails.accepted': 5 } })
    await keep({ at: at(60), totals: { 'mails.accepted': 7 } })
    const recent = ago(DAY_MS)
    await keep({ at: recent, totals: { 'mails.accepted': 1 } })
    await HealthSamples.rollUp()
    await HealthSamples.rollUp()
    const rows = await stored()
    assert.deepEqual(
      rows.map(({ span, source, totals, peaks }) => [span, source, totals, peaks]),
      [
        ['hour', 'all', { 'mails.accepted': 10 }, { 'loop.web': 9 }],
        ['hour', 'all', { 'mails.accepted': 7 }, {}],
        ['minute', 'web-a', { 'mails.accepted': 1 }, {}],
      ]
    )
    assert.deepEqual([rows[0].at, rows[2].at], [hour, recent])
  })

  test('are forgotten after ninety-one days', async ({ assert }) => {
    await keep({ span: 'hour', source: 'all', at: ago(91 * DAY_MS + MINUTE_MS) })
    await keep({ span: 'hour', source: 'all', at: ago(90 * DAY_MS) })
    await HealthSamples.rollUp()
    assert.lengthOf(await stored(), 1)
  })

  test('are read in steps: sums and highest values of minutes and hours', async ({ assert }) => {
    const step = new Date(Math.floor(ago(DAY_MS).getTime() / HOUR_MS) * HOUR_MS)
    await keep({ at: step, totals: { 'requests.2xx': 2 }, peaks: { 'work.due.seal': 4 } })
    await keep({ at: step, source: 'web-b', totals: { 'requests.2xx': 3 } })
    await keep({ span: 'hour', source: 'all', at: step, peaks: { 'work.due.seal': 6 } })
    await keep({ at: new Date(step.getTime() + HOUR_MS), totals: { 'requests.5xx': 1 } })
    assert.deepEqual(await healthHistory(ago(2 * DAY_MS), HOUR_MS), [
      { at: step, totals: { 'requests.2xx': 5 }, peaks: { 'work.due.seal': 6 } },
      { at: new Date(step.getTime() + HOUR_MS), totals: { 'requests.5xx': 1 }, peaks: {} },
    ])
  })

  test('hold what was counted since the last one, by words of our own', async ({ assert }) => {
    const counted = new CountedFigures()
    await counted.grown()
    const request = { surface: 'tenant', method: 'GET', seconds: 0.01 }
    countRequest({ ...request, route: '/api/v1/documents', status: 200 })
    countRequest({ ...request, route: '/sign/:token', status: 503 })
    countRequest({ ...request, route: '/documents/:id', status: 404 })
    attemptsMade.inc({ outcome: 'delivered' })
    assert.deepEqual(await counted.grown(), {
      'requests.2xx': 1,
      'requests.4xx': 1,
      'requests.5xx': 1,
      'measured.api': 1,
      'measured.signing': 1,
      'late.signing': 1,
      'attempts.delivered': 1,
    })
    assert.deepEqual(await counted.grown(), {})
  })

  test('say once a minute how the installation is, in the words of the first worker', async ({
    assert,
  }) => {
    await HealthSamples.writeInstallation({ totals: { 'measured.mail': 1 }, peaks: {} })
    await HealthSamples.writeInstallation({ totals: { 'measured.mail': 1 }, peaks: {} })
    const minutes = new Set((await stored()).map(({ at }) => at.getTime()))
    assert.lengthOf(await stored(), minutes.size)
  })

  test('say for the workers that all waits, once none of them has said anything for five minutes', async ({
    assert,
  }) => {
    const installation = { source: 'installation', totals: { 'measured.mail': 1 } }
    await keep({ ...installation, at: ago(4 * MINUTE_MS) })
    await HealthSamples.writeMissing(allLate())
    assert.lengthOf(await stored(), 1)
    await platform().from('health_samples').delete()
    await keep({ ...installation, at: ago(6 * MINUTE_MS) })
    await HealthSamples.writeMissing(allLate())
    const { source, totals } = (await stored())[1]
    assert.equal(source, 'missing')
    assert.equal(totals['late.mail'], 1)
    assert.equal(totals['late.sealing'], 1)
  })
})

test.group('Samples of the installation', (group) => {
  group.each.setup(() => emptyOutbox())

  async function leave(scope: string, kind: string, minutes: number, lane = ''): Promise<void> {
    await Cell.named('main').as('relay', (client) =>
      client.query(
        `insert into cell.outbox (scope, kind, ref, due_at, lane) values ($1, $2, 'x', now() - $3 * interval '1 minute', $4)`,
        [scope, kind, minutes, lane]
      )
    )
  }

  const scopes = async () =>
    Promise.all([1, 2, 3].map(async () => roleName((await makeTenant()).id, 'live')))

  const leased = () =>
    Cell.named('main').as('relay', async (client) => {
      const { rows } = await client.query<Task & Lease & { scope: string }>(
        `update cell.outbox set lease_until = now() + interval '1 minute', fence = fence + 1
         returning id, fence, lane, ref, tries, scope`
      )
      return rows
    })

  const failSince = (ms: number) =>
    Cell.named('main').as('relay', (client) =>
      client.query(
        `update cell.outbox set failing_since = $1, due_at = now() + interval '1 hour'`,
        [ago(ms)]
      )
    )

  /** Tenants of which this is true, and no others. */
  const setAside = (isTrue: string) =>
    Cell.named('main').as('relay', async (client) => {
      await client.query('delete from cell.set_aside')
      await client.query(
        `insert into cell.set_aside (scope) select schema_name || '_live' from cell.ledger where template = 'account' and ${isTrue}`
      )
    })

  test('call a part late when the tenant in the middle waits for too long', async ({ assert }) => {
    const [flooding, other, third] = await scopes()
    await emptyOutbox()
    await leave(flooding, 'mail.invite', 60)
    await leave(other, 'mail.completed', 1)
    await leave(third, 'mail.send', 1)
    const { totals, peaks } = await installationSample()
    assert.equal(totals['measured.mail'], 1)
    assert.isUndefined(totals['late.mail'])
    assert.equal(peaks['work.due.mail.invite'], 1)
    assert.isAbove(peaks['work.oldest.mail.invite'], 3_599)
    await leave(other, 'mail.completed', 6)
    assert.equal((await installationSample()).totals['late.mail'], 1)
  })

  test('call a part late while its work fails, and not while it waits for others', async ({
    assert,
  }) => {
    const tenants = await Promise.all([makeTenant(), makeTenant()])
    const soon = new Date(Date.now() + 30 * MINUTE_MS)
    const leaveForBoth = async (minutes: number) => {
      await emptyOutbox()
      for (const { id } of tenants) await leave(roleName(id, 'live'), 'mail.invite', minutes)
    }
    const puttingOff = async (kind: 'fail' | 'putOff') => {
      const leases = await leased()
      for (const tenant of tenants)
        await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
          unit(() =>
            Outbox[kind](
              leases.find(({ scope }) => scope === roleName(tenant.id, 'live'))!,
              soon
            )
          )
        )
      const { totals, peaks } = await installationSample()
      const stuck = (await Installation.work()).find((work) => work.kind === 'mail.invite')?.stuck
      return [totals['late.mail'], peaks['work.due.mail.invite'], stuck]
    }
    await leaveForBoth(4)
    assert.deepEqual(await puttingOff('putOff'), [undefined, undefined, 0])
    await leaveForBoth(20)
    assert.deepEqual(await puttingOff('fail'), [1, undefined, 0])
    assert.deepEqual(await puttingOff('fail'), [1, undefined, 0])
    assert.deepEqual(await puttingOff('fail'), [1, undefined, 2])
    assert.deepEqual(await puttingOff('putOff'), [undefined, undefined, 0])
  })

  test('leave out what fails for one tenant of several, in its sandbox as well', async ({
    assert,
  }) => {
    const [failing] = await scopes()
    await emptyOutbox()
    await leave(failing, 'seal', 60)
    await leave(failing.replace(/live$/, 'test'), 'seal', 60)
    await failSince(HOUR_MS)
    assert.isUndefined((await installationSample()).totals['late.sealing'])
    await setAside(`schema_name || '_live' <> '${failing}'`)
    const { totals } = await installationSample()
    await setAside('false')
    assert.equal(totals['late.sealing'], 1, 'the only one there is')
  })

  test('leave out what has failed for longer than a day', async ({ assert }) => {
    const [one, other] = await scopes()
    await emptyOutbox()
    for (const scope of [one, other]) await leave(scope, 'seal', 60)
    await failSince(DAY_MS - MINUTE_MS)
    assert.equal((await installationSample()).totals['late.sealing'], 1)
    await failSince(DAY_MS + MINUTE_MS)
    assert.isUndefined((await installationSample()).totals['late.sealing'])
  })

  test('count what a worker could not do as failing, unless a provider of its tenant is away', async ({
    assert,
    cleanup,
  }) => {
    const failing = (await scopes()).slice(0, 2)
    const { handleBundle } = WorkTable
    cleanup(() => void (WorkTable.handleBundle = handleBundle))
    const late = async (error: Error) => {
      await emptyOutbox()
      for (const scope of failing) await leave(scope, 'mail.invite', 20)
      const leases = await leased()
      WorkTable.handleBundle = async () => () => [Promise.reject(error)]
      for (const scope of failing) {
        const works = leases.filter((one) => one.scope === scope)
        await new Job({ cell: 'main', scope, kind: 'mail.invite', works }).perform()
      }
      return (await installationSample()).totals['late.mail']
    }
    assert.equal(await late(new KeyMissing('ten_x')), 1)
    assert.isUndefined(await late(new ProviderAway('unreachable', 'it does not answer')))
  })

  test('call deliveries late that nobody takes, and not those behind others to a slow endpoint', async ({
    assert,
  }) => {
    const [scope] = await scopes()
    await emptyOutbox()
    const late = async () => (await installationSample()).totals['late.deliveries']
    await leave(scope, 'webhooks.deliver', 2, 'wh_slow')
    await leased()
    await leave(scope, 'webhooks.deliver', 2, 'wh_slow')
    assert.isUndefined(await late())
    await leave(scope, 'webhooks.deliver', 2, 'wh_other')
    assert.equal(await late(), 1)
  })

  test('do not call held work late, however long it failed before', async ({ assert }) => {
    const [one, other] = await scopes()
    await emptyOutbox()
    for (const scope of [one, other]) await leave(scope, 'seal', 60)
    const main = Cell.named('main')
    await main.as('relay', (client) =>
      client.query('update cell.outbox set failing_since = due_at, tries = 5')
    )
    assert.equal((await installationSample()).totals['late.sealing'], 1)
    await HeldWork.hold()
    assert.isUndefined((await installationSample()).totals['late.sealing'])
    assert.equal((await Installation.work()).find(({ kind }) => kind === 'seal')?.stuck, 0)
  })

  test('leave out what waits for its time, and tenants whose work is set aside', async ({
    assert,
  }) => {
    const [proof, later] = await scopes()
    await emptyOutbox()
    await leave(later, 'seal', -60)
    await leave(proof, 'seal', 60)
    const main = Cell.named('main')
    await main.as('relay', (client) =>
      client.query('insert into cell.set_aside (scope) values ($1)', [proof])
    )
    const { totals } = await installationSample()
    await main.as('relay', (client) =>
      client.query('delete from cell.set_aside where scope = $1', [proof])
    )
    assert.deepEqual(totals, {
      'measured.mail': 1,
      'measured.deliveries': 1,
      'measured.sealing': 1,
    })
    assert.equal((await installationSample()).totals['late.sealing'], 1)
  })
})
