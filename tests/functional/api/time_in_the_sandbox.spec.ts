import { test } from '@japa/runner'
import { Mailbox } from '#app/notifications/mailbox'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { MAX_ATTEMPTS } from '#app/webhooks/deliveries/retry_schedule'
import { ApiClient, ask } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { Receiver, type Call } from '#tests/support/receiver'

const MINUTE_S = 60
const DAY_S = 24 * 60 * MINUTE_S
const NEAR_S = 60

type Json = Record<string, unknown>

test.group('Time in the sandbox | API', (group) => {
  let acme: Tenant
  let client: ApiClient
  let receiver: Receiver
  let file: string

  group.setup(async () => {
    file = Buffer.from(await makePdf()).toString('base64')
  })

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true, hasPassword: true })
    client = await ApiClient.of(acme, 'test')
    receiver = await Receiver.open()
    return () => receiver.close()
  })

  const work = (kind: string) => doWork(acme, kind, { environment: 'test' })
  const advance = (step: { seconds: number } | { to: string }) =>
    client.post('/api/v1/test/clock/advance', step)
  const send = async (email: string, expiresIn = '30d') => {
    const signers = [{ name: 'Ana Buyer', email }]
    const { body } = await client.post('/api/v1/documents', {
      ...{ title: 'Lease', file, signers, expiresIn },
    })
    return body as Json & { id: string; signerLinks: { url: string }[] }
  }
  const hook = () => client.post('/api/v1/webhooks', { url: receiver.url })
  const tell = async () => {
    await work('webhooks.deliver')
  }
  const told = () => receiver.calls.map(({ body }) => (JSON.parse(body) as Json).event)
  const events = async () =>
    ((await client.get('/api/v1/events')).body.data as Json[]).map(({ event }) => event)
  const mails = () =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, async () =>
      (await Mailbox.list()).map(({ kind }) => kind).reverse()
    )
  const open = async ({ signerLinks: [{ url }] }: { signerLinks: { url: string }[] }) => {
    const { pathname, host } = new URL(url)
    return (await ask({ path: pathname, headers: { host } })).status
  }

  test('keeps what a cursor has not read, however far the clock moves on', async ({ assert }) => {
    const { nextCursor } = (await client.get('/api/v1/events')).body
    await send('ana@example.test')
    await advance({ seconds: 31 * DAY_S })
    await work('expire')
    await tell()
    const { body } = await client.get(`/api/v1/events?cursor=${nextCursor}`)
    assert.deepEqual(
      (body.data as Json[]).map(({ event }) => event),
      ['document.sent', 'document.expired']
    )
  })

  test('dates deliveries and their attempts as it dates events, and lists no test event', async ({
    assert,
  }) => {
    const { body: made } = await hook()
    await advance({ seconds: 31 * DAY_S })
    await send('ana@example.test')
    await client.post(`/api/v1/webhooks/${made.id}/test`, {})
    await tell()
    const { body } = await client.get(`/api/v1/webhooks/${made.id}/deliveries`)
    const dates = (body.data as (Json & { attempts: Json[] })[]).flatMap(
      ({ createdAt, attempts }) => [createdAt, ...attempts.map(({ at }) => at)]
    )
    const ahead = dates.map((date) => (Date.parse(String(date)) - Date.now()) / 1000 / DAY_S)
    assert.lengthOf(ahead, 4)
    for (const days of ahead) assert.approximately(days, 31, 0.01)
    assert.deepEqual(await events(), ['document.sent'])
  })

  test('lets a document of expire@sandbox.test expire, with its event, its webhook and its mail', async ({
    assert,
  }) => {
    await hook()
    const sent = await send('expire@sandbox.test', '10d')
    await work('mail.invite')
    await tell()
    await advance({ seconds: 10 })
    assert.equal(await work('sandbox.act'), 1)
    assert.equal(await open(sent), 200)
    await advance({ seconds: 10 * DAY_S - 5 * MINUTE_S })
    assert.equal(await work('expire'), 0)
    assert.equal(await open(sent), 200)

    await advance({ seconds: 5 * MINUTE_S })
    // signing ends at that moment, whether or not the scheduler has run
    assert.equal(await open(sent), 410)
    assert.equal(await work('expire'), 1)
    await work('mail.ended')
    await work('mail.send')
    await tell()
    const { body } = await client.get(`/api/v1/documents/${sent.id}`)
    assert.equal(body.status, 'expired')
    assert.deepEqual(
      (body.signers as Json[]).map(({ status }) => status),
      ['expired']
    )
    assert.isAtLeast(Date.parse(String(body.expiredAt)), Date.parse(String(body.expiresAt)))
    assert.deepEqual(await events(), ['document.sent', 'document.expired'])
    assert.deepEqual(told(), ['document.sent', 'document.expired'])
    assert.deepEqual(await mails(), ['invitation', 'expired', 'expired'])
  })

  test('brings the retries of a webhook, each at its time, under a timestamp that is real', async ({
    assert,
  }) => {
    receiver.answers(() => ({ status: 500 }))
    const { body: made } = await hook()
    await send('expire@sandbox.test')
    await tell()
    const delivery = async () => {
      const { body } = await client.get(`/api/v1/webhooks/${String(made.id)}/deliveries`)
      return (body.data as (Json & { attempts: Json[] })[])[0]
    }
    const waits: number[] = []
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      const { status, nextAttemptAt, attempts } = await delivery()
      assert.equal(status, 'pending')
      assert.lengthOf(attempts, attempt)
      const { body: clock } = await client.get('/api/v1/test/clock')
      const next = Date.parse(String(nextAttemptAt))
      waits.push((next - Date.parse(String(clock.now))) / 1_000)
      await advance({ to: new Date(next - 5_000).toISOString() })
      assert.equal(await work('webhooks.deliver'), 0)
      await advance({ to: new Date(next + 100).toISOString() })
      assert.equal(await work('webhooks.deliver'), 1)
    }
    const { status, nextAttemptAt, attempts } = await delivery()
    assert.deepEqual([status, nextAttemptAt], ['exhausted', null])
    assert.lengthOf(attempts, MAX_ATTEMPTS)
    const [first, second, third, fourth] = waits
    assert.isAbove(first, 10)
    assert.isBelow(first, 40)
    assert.approximately(second, 4 * MINUTE_S, MINUTE_S)
    assert.approximately(third, 32 * MINUTE_S, 7 * MINUTE_S)
    assert.approximately(fourth, 256 * MINUTE_S, 55 * MINUTE_S)

    const { calls } = receiver
    assert.lengthOf(calls, MAX_ATTEMPTS)
    for (const call of calls) assert.approximately(timestampOf(call), Date.now() / 1_000, NEAR_S)
    assert.lengthOf([...new Set(calls.map(({ headers }) => headers['webhook-id']))], 1)
    assert.lengthOf([...new Set(calls.map(({ body }) => body))], 1)
    assert.deepEqual(
      calls.map(({ headers }) => headers['x-service-attempt']),
      ['1', '2', '3', '4', '5']
    )
  })

  test('brings the reminder, lets one remind again, and dates what happens then', async ({
    assert,
  }) => {
    const sent = await send('ana@example.test')
    const remind = () => client.post(`/api/v1/documents/${sent.id}/reminders`, {})
    assert.equal((await remind()).status, 200)
    assert.equal((await remind()).status, 429)
    await advance({ seconds: 61 * MINUTE_S })
    assert.equal((await remind()).status, 200)
    await work('mail.invite')
    await work('mail.remind')
    assert.equal(await work('remind'), 0)
    await advance({ seconds: 28 * DAY_S })
    assert.equal(await work('remind'), 1)
    await work('mail.remind')
    assert.deepEqual(
      (await mails()).filter((kind) => kind === 'reminder'),
      ['reminder', 'reminder', 'reminder']
    )
    const { body: clock } = await client.get('/api/v1/test/clock')
    const { data } = (await client.get('/api/v1/events')).body as { data: Json[] }
    const last = data.at(-1)!
    assert.equal(last.event, 'document.reminded')
    assert.approximately(
      Date.parse(String(last.createdAt)) / 1_000,
      Date.parse(String(clock.now)) / 1_000,
      NEAR_S
    )
    assert.equal(await open(sent), 200)
    await advance({ seconds: 2 * DAY_S })
    assert.equal(await open(sent), 410)
  })
})

/** In seconds. */
function timestampOf({ headers }: Call): number {
  return Number(headers['webhook-timestamp'])
}
