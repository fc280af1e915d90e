import { test } from '@japa/runner'
import { Cursor } from '#app/api/v1/answer/cursor'
import { newId } from '#app/foundation/identifier'
import { SCOPES } from '#app/identity/access/scope'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { makeDocument } from '#tests/factories/document_factory'
import { makeBulkSend, makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive } from '#tests/support/dashboard_visitor'

const LARGEST = 2_000_000_000
const BEYOND_INT = [LARGEST + 1, 2_147_483_647, 2_147_483_648, 999_999_999_999_999].map(String)
const NO_IDS = ['1', 'zzzz', 'a\u0000b', newId('doc')]

test.group('API | cursors that were made up', (group) => {
  let acme: Tenant
  let api: ApiClient
  let document: string
  let bulkSend: string
  let hook: string

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true, plan: 'enterprise' })
    api = await ApiClient.of(acme, 'live', { scopes: [...SCOPES] })
    document = (await inLive(acme, () => makeDocument())).id
    bulkSend = await inLive(acme, async () => makeBulkSend(await makeTemplate()))
    hook = String((await api.post('/api/v1/webhooks', { url: 'https://hook.example/' })).body.id)
  })

  const from = (path: string, list: string, position: string) =>
    api.get(`/api/v1/${path}?cursor=${Cursor.write(list, position)}`)
  const refusal = ({ status, body }: Answer) => [status, body.error?.code]

  const lists: { name: string; path: () => string; list: () => string; odd: string[] }[] = [
    {
      name: 'audit entries',
      path: () => `documents/${document}/audit`,
      list: () => document,
      odd: BEYOND_INT,
    },
    {
      name: 'rows',
      path: () => `bulk-sends/${bulkSend}/rows`,
      list: () => `bulk_rows of ${bulkSend}`,
      odd: BEYOND_INT,
    },
    {
      name: 'security events',
      path: () => 'security/events',
      list: () => 'security_events',
      odd: BEYOND_INT,
    },
    { name: 'webhooks', path: () => 'webhooks', list: () => 'webhooks', odd: NO_IDS },
    {
      name: 'deliveries',
      path: () => `webhooks/${hook}/deliveries`,
      list: () => hook,
      odd: [...NO_IDS, newId('del')],
    },
    {
      name: 'labels',
      path: () => 'labels',
      list: () => 'labels',
      odd: ['a\u0000b', '', 'x'.repeat(61), 'a\tb'].map((name) => `${newId('lbl')}:${name}`),
    },
  ]

  for (const { name, path, list, odd } of lists)
    test(`are refused by the list of ${name}`, async ({ assert }) => {
      for (const position of odd) {
        const answer = await from(path(), list(), position)
        assert.deepEqual(refusal(answer), [400, 'invalid_cursor'], position)
      }
    })

  test('may be the last that a list can have', async ({ assert }) => {
    for (const { path, list, odd } of lists.filter((one) => one.odd === BEYOND_INT)) {
      const { status, body } = await from(path(), list(), String(LARGEST))
      assert.deepEqual([status, body.data], [200, []], `${path()} ${odd[0]}`)
    }
  })

  test('lead nowhere where the delivery is one of another endpoint', async ({ assert }) => {
    const other = await api.post('/api/v1/webhooks', { url: 'https://other.example/' })
    await api.post(`/api/v1/webhooks/${String(other.body.id)}/test`, {})
    const [[delivery]] = await inLive(acme, () =>
      CurrentTenant.batch([
        {
          text: 'select id from webhook_deliveries where endpoint_id = $1',
          values: [String(other.body.id)],
        },
      ])
    )
    const answer = await from(`webhooks/${hook}/deliveries`, hook, String(delivery.id))
    assert.deepEqual(refusal(answer), [400, 'invalid_cursor'])
  })
})
