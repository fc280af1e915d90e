import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { sign } from '#tests/support/signing_hand'

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

test.group('API | values of fields', (group) => {
  let acme: Tenant
  let reader: ApiClient
  let other: ApiClient
  let id: string
  group.setup(async () => {
    acme = await makeTenant()
    const scopes = ['documents:read', 'audit:read'] as const
    reader = await ApiClient.of(acme, 'live', { scopes: [...scopes, 'values:read'] })
    other = await ApiClient.of(acme, 'live', { scopes: [...scopes] })
    const document = await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      makeDocument({ signers: [ANA, { name: 'Ben', email: 'ben@example.test' }] })
    )
    id = document.id
  })

  const valuesFor = async (client: ApiClient) => {
    const { body } = await client.get(`/api/v1/documents/${id}`)
    const [ana] = body.signers as { fields: Record<string, unknown>[] }[]
    return ana.fields.map((field) => field.value)
  }
  const disclosures = async () => {
    const { body } = await reader.get(`/api/v1/documents/${id}/audit?limit=100`)
    return (body.data as { action: string }[]).filter(({ action }) => action === 'values.disclosed')
  }

  test('are there once a signer has signed, for keys with the scope alone, and the trail says so once', async ({
    assert,
  }) => {
    assert.deepEqual(await valuesFor(reader), [null, null, null])
    assert.lengthOf(await disclosures(), 0)
    await sign(acme, id, ANA.email)
    assert.deepEqual(await valuesFor(reader), [null, 'As agreed', false])
    await valuesFor(reader)
    assert.deepEqual(await valuesFor(other), [undefined, undefined, undefined])
    assert.lengthOf(await disclosures(), 1)
  })

  test('are in no list', async ({ assert }) => {
    assert.notInclude((await reader.get('/api/v1/documents')).text, 'As agreed')
  })

  test('are gone with a document that is erased', async ({ assert }) => {
    await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, async () => {
      await (await Document.findOrFail(id)).void({ reason: 'Sold', by: OLGA })
      await (await Document.findOrFail(id)).erase({ by: OLGA, reason: 'request' })
    })
    assert.deepEqual(await valuesFor(reader), [null, null, null])
  })
})
