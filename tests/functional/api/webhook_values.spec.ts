import { test } from '@japa/runner'
import type { Scope } from '#app/identity/access/scope'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { faultOfEvent } from '#tests/support/emitted_events'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'
import { sign } from '#tests/support/signing_hand'
import { SigningLink } from '#tests/support/signing_link'

const PLACE = { page: 1, x: 60, width: 180, height: 30 } as const
const ANA = {
  name: 'Ana Buyer',
  email: 'ana@example.test',
  fields: [
    { ...PLACE, type: 'signature' as const, y: 100 },
    { ...PLACE, type: 'text' as const, y: 200 },
    { ...PLACE, type: 'checkbox' as const, y: 300 },
  ],
}
const BEN = {
  name: 'Ben Seller',
  email: 'ben@example.test',
  fields: [{ ...PLACE, type: 'text' as const, y: 400 }],
}
const OF_EACH_KIND = [
  { type: 'date' as const },
  { type: 'radio' as const, options: { group: 'payment', choice: 'By invoice' } },
  { type: 'radio' as const, options: { group: 'payment', choice: 'By debit' } },
  { type: 'text' as const, options: { shownWhen: { field: 'payment', is: 'By debit' } } },
  { type: 'select' as const, options: { choices: ['DE', 'FR'] } },
  { type: 'number' as const, options: { format: '1.234,56' as const } },
  { type: 'number' as const, options: { required: false } },
  { type: 'email' as const },
  { type: 'name' as const },
  { type: 'company' as const },
  { type: 'note' as const, options: { text: 'Four weeks' } },
].map((field, at) => ({ ...PLACE, ...field, y: 60 + at * 40 }))
const PLAIN: Scope[] = ['webhooks:read', 'webhooks:write']

test.group('API | values in webhooks', (group) => {
  let acme: Tenant
  let reader: ApiClient
  let other: ApiClient
  group.setup(async () => {
    acme = await makeTenant()
    reader = await ApiClient.of(acme, 'live', { scopes: [...PLAIN, 'values:read'] })
    other = await ApiClient.of(acme, 'live', { scopes: PLAIN })
  })
  group.each.setup(() => async () => {
    const { body } = await reader.get('/api/v1/webhooks')
    for (const { id } of body.data as { id: string }[])
      await reader.delete(`/api/v1/webhooks/${id}`)
  })

  const opened = async (cleanup: (close: () => Promise<void>) => void) => {
    const receiver = await Receiver.open()
    cleanup(() => receiver.close())
    return receiver
  }
  const patch = (client: ApiClient, path: string, json: object) =>
    client.ask({ method: 'PATCH', path, json })
  const subscribe = async (url: string, params: object = {}) => {
    const { body } = await reader.post('/api/v1/webhooks', { url, ...params })
    return `/api/v1/webhooks/${body.id}`
  }
  const signBoth = async () => {
    const { id } = await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      makeDocument({ signers: [ANA, BEN] })
    )
    await sign(acme, id, ANA.email)
    await sign(acme, id, BEN.email)
    await doWork(acme, 'seal')
  }
  const deliver = () => doWork(acme, 'webhooks.deliver', { early: true })
  const valuesIn = (receiver: Receiver) =>
    receiver.calls
      .map(({ body }) => JSON.parse(body) as { event: string; data: { values?: Value[] } })
      .filter(({ event }) => event === 'document.signed' || event === 'document.completed')
      .map(({ event, data }) => [event, data.values?.map(({ value }) => value)])

  test('go to the webhook that asks for them alone: those of the signer, and in the end all', async ({
    assert,
    cleanup,
  }) => {
    const [asking, silent] = [await opened(cleanup), await opened(cleanup)]
    await subscribe(asking.url, { includeValues: true })
    await subscribe(silent.url)
    await signBoth()
    await deliver()
    assert.sameDeepMembers(valuesIn(asking), [
      ['document.signed', ['As agreed', false]],
      ['document.signed', ['As agreed']],
      ['document.completed', ['As agreed', false, 'As agreed']],
    ])
    for (const { body } of asking.calls) assert.isNull(faultOfEvent(body))
    assert.sameDeepMembers(valuesIn(silent), [
      ['document.signed', undefined],
      ['document.signed', undefined],
      ['document.completed', undefined],
    ])
    assert.notInclude((await reader.get('/api/v1/events?limit=100')).text, 'As agreed')
  })

  test('come of every kind as they do in responses, without those of fields that were not shown', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await opened(cleanup)
    await subscribe(receiver.url, { includeValues: true })
    const document = await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      makeDocument({ signers: [{ ...ANA, fields: OF_EACH_KIND }] })
    )
    const [date, invoice, debit, iban, country, amount, discount, email, name, company] =
      document.fields.map(({ id }) => id)
    const link = await SigningLink.of(acme, document)
    await link.consent()
    const today = new Date().toISOString().slice(0, 10)
    const { status } = await link.finish({
      [date]: today,
      [invoice]: true,
      [debit]: false,
      [iban]: 'Never seen',
      [country]: 'FR',
      [amount]: '01250,50',
      [discount]: '',
      [email]: 'ana@example.com',
      [name]: 'آنا بائعة',
      [company]: 'Käufer GmbH',
    })
    assert.equal(status, 200)
    await doWork(acme, 'seal')
    await deliver()
    for (const { body } of receiver.calls) assert.isNull(faultOfEvent(body))
    const values = [
      ...[today, true, false, 'FR', '1250.50', '', 'ana@example.com', 'آنا بائعة'],
      ...['Käufer GmbH', 'Four weeks'],
    ]
    assert.sameDeepMembers(valuesIn(receiver), [
      ['document.signed', values],
      ['document.completed', values],
    ])
  })

  test('are the same bytes in every attempt and replay, until the webhook asks no more', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await opened(cleanup)
    receiver.answers(() => ({ status: 503 }))
    const events = ['document.completed']
    const path = await subscribe(receiver.url, { includeValues: true, events })
    await signBoth()
    await deliver()
    receiver.answers(() => ({}))
    await deliver()
    const { body } = await reader.get(`${path}/deliveries`)
    const [{ id }] = body.data as { id: string }[]
    assert.equal((await other.post(`/api/v1/deliveries/${id}/replay`, {})).status, 202)
    await deliver()
    const [first, second, replay] = receiver.calls.map((call) => call.body)
    assert.include(first, 'As agreed')
    assert.deepEqual([second, replay], [first, first])

    assert.equal((await patch(other, path, { includeValues: false })).status, 200)
    await other.post(`/api/v1/deliveries/${id}/replay`, {})
    await deliver()
    assert.lengthOf(receiver.calls, 4)
    assert.notInclude(receiver.calls[3].body, 'values')
  })

  test('are given by keys with values:read alone, however it is tried', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await opened(cleanup)
    const path = await subscribe(receiver.url, { includeValues: true })
    const silent = await subscribe(receiver.url)
    const before = (await reader.get('/api/v1/webhooks')).body.data
    const elsewhere = { url: 'http://127.0.0.1:9/' }
    const tries = [
      await other.post('/api/v1/webhooks', { ...elsewhere, includeValues: true }),
      await patch(other, silent, { includeValues: true }),
      await patch(other, path, elsewhere),
      await patch(other, path, { events: ['*'] }),
      await patch(other, path, { ...elsewhere, status: 'paused' }),
      await patch(other, path, { status: 'enabled' }),
      await patch(other, path, { name: null }),
      await other.post(`${path}/rotate-secret`, {}),
      await other.post(`${path}/rotate-secret`, { immediate: true }),
      await other.post(`${path}/activate-secret`, {}),
    ]
    for (const { status, body } of tries) {
      assert.equal(status, 403)
      assert.containSubset(body.error, {
        code: 'insufficient_scope',
        details: { required: 'values:read' },
      })
    }
    assert.deepEqual((await reader.get('/api/v1/webhooks')).body.data, before)
    assert.equal((await patch(other, path, { status: 'paused' })).status, 200)
    assert.equal((await patch(other, path, { ...elsewhere, includeValues: false })).status, 200)
    assert.equal((await patch(other, silent, elsewhere)).status, 200)
  })
})

interface Value {
  value: string | boolean
}
