import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import type Tenant from '#app/tenants/tenant'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { ApiClient } from '#tests/factories/api_client'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'

const AT = '/api/v1/analytics'

test.group('API | analytics', (group) => {
  let acme: Tenant
  let olga: Visitor
  let client: ApiClient

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise', withSandbox: true })
    olga = await Visitor.as(acme)
    client = await ApiClient.of(acme, 'live', { scopes: ['analytics:read'] })
    for (const days of [2, 2, 2, 2, 2, 40]) await completed(olga, days)
  })

  test('are the figures of the page’s CSV', async ({ assert }) => {
    const { status, body } = await client.get(AT)
    assert.equal(status, 200)
    assert.containSubset(body, {
      object: 'analytics',
      days: 30,
      span: 'day',
      documents: { sent: 5, completed: 5, medianSeconds: 3600, p90Seconds: 3600 },
      before: { sent: 1, completed: 1, medianSeconds: null },
      signers: { invited: 5, signed: 5, medianSeconds: 3600 },
      templates: [],
      senders: [{ id: olga.user!.id, name: olga.user!.name, sent: 5, signers: { invited: 5 } }],
    })
    const lines = (await olga.get('/analytics/figures.csv')).text.split('\r\n')
    const cells = (kind: string) =>
      lines.map((line) => line.split(',')).filter(([is]) => is === kind)
    const { sent, declined, voided, expired, failed, p90Seconds } = body.documents as Record<
      string,
      number
    >
    assert.deepEqual(cells('period')[0].slice(4, 12).map(Number), [
      sent,
      5,
      declined,
      voided,
      expired,
      failed,
      3600,
      p90Seconds,
    ])
    assert.deepEqual(
      (body.series as object[]).map((slot) => Object.values(slot).map(String)),
      cells('day').map((line) => [line[2], line[4], line[5]])
    )
  })

  test('look as far back as they are asked to, and refuse what is no period', async ({
    assert,
  }) => {
    const { body } = await client.get(`${AT}?days=90`)
    assert.containSubset(body, { days: 90, span: 'week', documents: { sent: 6 } })
    for (const days of ['7', '30.0', '', '30&days=90', 'all'])
      assert.equal((await client.get(`${AT}?days=${days}`)).status, 422, days)
    assert.equal((await client.get(`${AT}?from=2026-01-01`)).status, 400)
  })

  test('need their scope; the sandbox has them on every plan', async ({ assert }) => {
    const other = await ApiClient.of(acme, 'live', { scopes: ['documents:read'] })
    const without = await other.get(AT)
    assert.deepEqual([without.status, without.body.error?.code], [403, 'insufficient_scope'])
    const free = await makeTenant({ plan: 'free', withSandbox: true })
    const inSandbox = await ApiClient.of(free, 'test', { scopes: ['analytics:read'] })
    assert.containSubset((await inSandbox.get(AT)).body, {
      documents: { sent: 0 },
      livemode: false,
    })
  })

  test('are the environment’s and the tenant’s alone', async ({ assert }) => {
    const inSandbox = await ApiClient.of(acme, 'test')
    assert.containSubset((await inSandbox.get(AT)).body, { documents: { sent: 0 }, senders: [] })
    const globex = await ApiClient.of(await makeTenant({ plan: 'enterprise' }), 'live')
    assert.containSubset((await globex.get(AT)).body, { documents: { sent: 0 }, senders: [] })
  })
})

/** A document of one signer, sent so many days ago and completed an hour later. */
async function completed(visitor: Visitor, days: number): Promise<void> {
  const { id, name } = visitor.user!
  const sentAt = new Date(clock.now().getTime() - days * DAY_MS)
  const endedAt = new Date(sentAt.getTime() + 3_600_000)
  await inLive(visitor.tenant, async () => {
    const document = await makeDocument({ signers: [ANA], by: { type: 'user', id, name } })
    const values = [document.id, sentAt, endedAt]
    await CurrentTenant.batch([
      {
        text: "update documents set sent_at = $2, completed_at = $3, status = 'completed' where id = $1",
        values,
      },
      { text: 'update signers set sent_at = $2, signed_at = $3 where document_id = $1', values },
    ])
  })
}
