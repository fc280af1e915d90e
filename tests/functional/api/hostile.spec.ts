import fc from 'fast-check'
import { test } from '@japa/runner'
import { shapeOf, type Shape } from '#app/api/v1/input/input_shape'
import type { Operation } from '#app/api/v1/operations/operation'
import { OPERATIONS } from '#app/api/v1/operations/index'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { ApiClient } from '#tests/factories/api_client'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

const REQUESTS = 1_000
const MANY_A_MINUTE = 1_000_000

/** What a stranger would try. */
const HOSTILE = [
  '',
  ' ',
  '\u0000',
  "'; drop table documents; --",
  '%00',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  '${7*7}',
  '\ud800',
  'İ'.repeat(300),
  '9'.repeat(400),
  'doc_01m7y40e2r6eqbqt8qhhqb7vwv',
  'https://169.254.169.254/',
  'http://[::1]:1/',
  'javascript:alert(1)',
  '1e309',
  '-0',
  '2026-02-30T25:61:61Z',
]

const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 300 }))
const anything = fc.oneof(text, fc.jsonValue(), fc.double(), fc.bigInt().map(String))

/** Values that are nearly right: those of the schema, mixed with what is none. */
function valueOf(shape: Shape): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: fitting(shape) }, { weight: 1, arbitrary: anything })
}

function fitting(shape: Shape & { enum?: unknown[]; anyOf?: Shape[] }): fc.Arbitrary<unknown> {
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map(valueOf))
  if (shape.properties) {
    const fields = Object.entries(shape.properties).map(([name, inner]) => [name, valueOf(inner)])
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  }
  if (shape.items) return fc.array(valueOf(shape.items), { maxLength: 4 })
  if (shape.type === 'object') return fc.dictionary(text, text, { maxKeys: 4 })
  if (shape.type === 'integer') return fc.integer()
  if (shape.type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true })
  if (shape.type === 'boolean') return fc.boolean()
  return text
}

interface Hostile {
  method: Operation['method']
  path: string
  json: unknown
  key: string | null
}

test.group('API | hostile requests', (group) => {
  let client: ApiClient
  let ids: string[]

  group.setup(async () => {
    const tenant = await makeTenant({ withSandbox: true })
    client = await ApiClient.of(tenant, 'test')
    const { account } = schemaNames(tenant.id)
    await Cell.named('main').as('migrator', (connection) =>
      connection.query(
        `update "${account}".standing set entitlements = entitlements || '{"rateLimitPerMinute": ${MANY_A_MINUTE}}'`
      )
    )
    client = await ApiClient.of(tenant, 'live')
    const made = await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => [
      await makeDocument(),
      await makeDocument({}, { send: false }),
    ])
    const hook = await client.post('/api/v1/webhooks', { url: 'http://127.0.0.1:1/' })
    ids = [
      ...made.map(({ id }) => id),
      ...made[0].signers.map(({ id }) => id),
      String(hook.body.id),
    ]
  })

  const operation = fc.constantFrom(
    ...OPERATIONS.filter(({ name }) => name !== 'keys.current.destroy')
  )

  const hostile = operation.chain((chosen): fc.Arbitrary<Hostile> => {
    const part = fc.oneof(fc.constantFrom(...ids), text).map(segment)
    const query = chosen.query
      ? fc.oneof(fitting(shapeOf(chosen.query)), fc.dictionary(text, text, { maxKeys: 2 }))
      : fc.oneof(fc.constant({}), fc.dictionary(text, text, { maxKeys: 1 }))
    const body = chosen.body ? valueOf(shapeOf(chosen.body)) : fc.oneof(fc.constant({}), anything)
    return fc
      .record({
        parts: fc.array(part, { minLength: 2, maxLength: 2 }),
        query,
        json: body,
        key: fc.option(fc.constantFrom('a', 'b', 'c')),
      })
      .map(({ parts, query: asked, json, key }) => ({
        method: chosen.method,
        path: `/api/v1/${filledIn(chosen.path, parts)}${queryOf(asked as object)}`,
        json,
        key,
      }))
  })

  test(`of ${REQUESTS} none breaks anything, and every answer is documented`, async ({
    assert,
  }) => {
    const statuses = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(hostile, async ({ method, path, json, key }) => {
        const carried = method === 'GET' ? {} : { json }
        const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': key }
        const { status, text: said } = await client.ask({ method, path, headers, ...carried })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        // a reminder may well come too soon, but these requests are to be answered
        if (status === 429 && said.includes('rate_limited'))
          throw new Error('The limit of the plan was reached')
        if (status >= 500) throw new Error(`${method} ${path} answered ${status}: ${said}`)
      }),
      { numRuns: REQUESTS, endOnFailure: true }
    )
    assert.isAbove(statuses.get(200) ?? 0, 10)
    assert.isAbove(statuses.get(422) ?? 0, 100)
  })
})

function filledIn(path: string, [first, second]: readonly string[]): string {
  return path.replace(':id', first).replace(':sid', second)
}

/** An empty one would lead elsewhere. */
function segment(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/^\.{0,2}$/, 'x')
}

function queryOf(asked: object): string {
  const pairs = Object.entries(asked).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, String(inner)])
      : [[name, String(value)]]
  )
  const query = new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name.toWellFormed(), value.toWellFormed()])
  )
  return query.size === 0 ? '' : `?${query}`
}
