import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
import { shapeOf } from '#app/api/v1/input/input_shape'
import type { Operation } from '#app/api/v1/operations/operation'
import { OPERATIONS } from '#app/api/v1/operations/index'
import type { Environment } from '#app/foundation/environment'
import { SCOPES } from '#app/identity/access/scope'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import PlanGrant from '#app/tenants/plans/plan_grant'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { makeDocument } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeChild } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import type Tenant from '#app/tenants/tenant'
import { nameOf, placesOf, wholeBody, withOne } from '#tests/support/whole_body'

const MANY_A_MINUTE = 1_000_000
const SIGNER = { name: 'Ana Buyer', email: 'ana@example.test', key: 'buyer', order: 1 }
const PLACE = { type: 'signature', page: 1, x: 60, y: 200, width: 180, height: 50, unit: 'pt' }

/** What takes the place of one value of a body that is right. */
const ODD: unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a'.repeat(40_000),
  '__proto__',
  [],
  [null],
  {},
  { a: null },
]

/** What URL.parse takes away or escapes, so that an address with it is one, but not a text that can be kept. */
const ODD_IN_ADDRESS = ['a\u0000b', 'a\ud800b', 'a\tb', 'a\nb', 'a\u202eb']

type Values = Record<string | number, unknown>

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

/** Of examples that need more to be whole: addresses that lead nowhere, and nothing that is sent. */
const MORE: Record<string, object> = {
  'documents.store': { send: false },
  'signatures.send': { documentUrl: 'http://127.0.0.1:1/contract.pdf' },
  'webhooks.store': { url: 'http://127.0.0.1:1/hook' },
  'webhooks.update': { url: 'http://127.0.0.1:1/hook' },
  'test.clock.advance': { to: '2099-01-01' },
}

test.group('API | a body with one odd value', (group) => {
  let clients: Record<Environment, ApiClient>
  let ids: Record<string, string>
  let file: string

  group.setup(async () => {
    const reseller = await makeTenant({ plan: 'enterprise', withSandbox: true })
    const child = await makeChild(reseller)
    await liftRateLimit(reseller)
    clients = {
      live: await ApiClient.of(reseller, 'live', { scopes: [...SCOPES] }),
      test: await ApiClient.of(reseller, 'test'),
    }
    const sent = await CurrentTenant.run({ tenant: reseller.ref, environment: 'live' }, () =>
      makeDocument()
    )
    const draft = await CurrentTenant.run({ tenant: reseller.ref, environment: 'live' }, () =>
      makeDocument({}, { send: false })
    )
    const hook = await clients.live.post('/api/v1/webhooks', { url: 'http://127.0.0.1:1/' })
    ids = {
      sent: sent.id,
      draft: draft.id,
      signer: sent.signers[0].id,
      hook: String(hook.body.id),
      child: child.id,
    }
    file = Buffer.from(await makePdf()).toString('base64')
  })

  for (const operation of OPERATIONS.filter(({ body }) => body)) {
    test(`answers ${operation.name} as documented whichever value is odd, and takes none that its description excludes`, async ({
      assert,
    }) => {
      const shape = shapeOf(operation.body!)
      const fits = ajv.compile({ ...shape, additionalProperties: false })
      const whole = withMore(operation, wholeBody(shape, operation.example))
      assert.isTrue(fits(whole), `the example is not valid: ${ajv.errorsText(fits.errors)}`)
      const wrong: string[] = []
      for (const place of placesOf(whole)) {
        for (const odd of [...ODD, ...oddAddresses(whole, place)]) {
          const body = withOne(whole, place, odd)
          const isValid = fits(body)
          const answer = await send(operation, body as object)
          const said = `${nameOf(place)}: ${JSON.stringify(odd).slice(0, 40)} → ${answer.status} ${answer.text.slice(0, 120)}`
          if (answer.status >= 500) wrong.push(`broke by ${said}`)
          else if (!isValid && answer.status < 400) wrong.push(`took ${said}`)
          else if (odd === null && !isValid && !namesNull(answer, nameOf(place)))
            wrong.push(`did not name null in ${said}`)
        }
      }
      assert.deepEqual(wrong, [])
    })
  }

  function send(operation: Operation, body: object): Promise<Answer> {
    const environment = operation.path.startsWith('test/') ? 'test' : 'live'
    const path = `/api/v1/${pathOf(operation)}`
    const json = operation.file ? { file, ...body } : body
    return clients[environment].ask({ method: operation.method, path, json })
  }

  function pathOf({ path, name }: Operation): string {
    const document = name === 'documents.update' ? ids.draft : ids.sent
    const id = path.startsWith('webhooks')
      ? ids.hook
      : path.startsWith('tenants')
        ? ids.child
        : document
    return path.replace(':id', id).replace(':sid', ids.signer)
  }
})

function withMore({ name, body }: Operation, whole: unknown): unknown {
  const { properties = {} } = shapeOf(body!)
  const known = whole as object
  const fields = [{ ...PLACE, signer: 'buyer' }]
  const signers = [{ ...SIGNER, fields: [PLACE] }]
  return {
    ...known,
    ...('signers' in properties ? { signers, fields } : {}),
    ...MORE[name],
  }
}

function oddAddresses(body: unknown, place: (string | number)[]): string[] {
  const value = place.reduce<unknown>((within, key) => (within as Values)[key], body)
  if (typeof value !== 'string' || !URL.canParse(value)) return []
  return ODD_IN_ADDRESS.map((text) => `${value}/${text}`)
}

function namesNull({ status, body }: Answer, param: string): boolean {
  const details = body.error?.details
  return (
    status === 422 &&
    Array.isArray(details) &&
    details.some((fault) => fault.param === param && fault.code === 'null')
  )
}

async function liftRateLimit({ id: tenantId }: Tenant): Promise<void> {
  const until = new Date(clock.now().getTime() + DAY_MS)
  const lifted = { entitlement: 'rateLimitPerMinute', value: MANY_A_MINUTE } as const
  await platformTransaction((trx) =>
    PlanGrant.give(
      { ...lifted, tenantId, until, grantedBy: newId('opr'), reason: 'Tries all' },
      trx
    )
  )
  await EntitlementsProjection.apply(tenantId)
}
