import { test } from '@japa/runner'
import { CONSOLE } from '#app/cli/_console'
import { Connecting } from '#app/single_sign_on/connecting'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { connected } from '#tests/support/single_sign_on'

const INES = { name: 'Ines Insider', email: 'ines@corp.example', identity: 'single_sign_on' }
const BEN = { name: 'Ben Seller', email: 'ben@example.test' }

let acme: Tenant
let api: ApiClient
let file: string

test.group('API | proof of identity', (group) => {
  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    const provider = await TestIdentityProvider.make()
    await connected(acme, provider, { name: 'Acme ID' }, ['corp.example'])
    api = await ApiClient.of(acme, 'live')
    file = Buffer.from(await makePdf()).toString('base64')
  })

  const create = (client: ApiClient, signers: object[]) =>
    client.post('/api/v1/documents', { title: 'Contract', signers, file })

  test('is asked of a signer, shown for them alone, and lifted', async ({ assert }) => {
    const made = await create(api, [INES, BEN])
    assert.equal(made.status, 201)
    const [ines, ben] = made.body.signers as Record<string, unknown>[]
    assert.equal(ines.identity, 'single_sign_on')
    assert.notProperty(ben, 'identity')
    const path = `/api/v1/documents/${String(made.body.id)}/signers/${String(ines.id)}`
    const lifted = await api.ask({ method: 'PATCH', path, json: { identity: null } })
    assert.equal(lifted.status, 200)
    assert.notProperty((lifted.body.signers as object[])[0], 'identity')
    const asked = await api.ask({ method: 'PATCH', path, json: { identity: 'single_sign_on' } })
    assert.propertyVal((asked.body.signers as object[])[0], 'identity', 'single_sign_on')
  })

  test('is refused by name where nobody could give it', async ({ assert }) => {
    const codeOf = async (client: ApiClient, signers: object[]) => {
      const { status, body } = await create(client, signers)
      const [fault] = (body.error as { details: { param: string; code: string }[] }).details
      return [status, fault.param, fault.code]
    }
    const at = 'signers[1].identity'
    const strange = { ...INES, email: 'ines@else.example' }
    assert.deepEqual(await codeOf(api, [BEN, strange]), [422, at, 'domain_not_proved'])
    const sandbox = await ApiClient.of(acme, 'test')
    assert.deepEqual(await codeOf(sandbox, [BEN, INES]), [422, at, 'sandbox'])
    const small = await ApiClient.of(await makeTenant({ plan: 'pro' }), 'live')
    assert.deepEqual(await codeOf(small, [BEN, INES]), [422, at, 'not_in_plan'])
    await inLive(acme, () => Connecting.turn(false, CONSOLE))
    try {
      assert.deepEqual(await codeOf(api, [BEN, INES]), [422, at, 'no_provider'])
    } finally {
      await inLive(acme, () => Connecting.turn(true, CONSOLE))
    }
    const odd = await create(api, [{ ...INES, identity: 'fax' }])
    assert.equal(odd.status, 422)
  })
})
