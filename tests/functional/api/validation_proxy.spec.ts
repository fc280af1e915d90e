import { test } from '@japa/runner'
import { OPERATIONS } from '#app/api/v1/operations/index'
import { exampleOf } from '#app/foundation/schema/example'
import { pathOf } from '#app/api/v1/openapi/inputs'
import { ask } from '#tests/factories/api_client'
import type { Flown } from '#tests/support/contract'
import { ValidationProxy } from '#tests/support/validation_proxy'

type Body = Record<string, unknown>

const ANSWERS = OPERATIONS.flatMap((operation) =>
  Object.entries(operation.answers).flatMap(([status, { schema }]) => {
    const path = pathOf(operation).replaceAll(/\{\w+\}/g, 'some')
    const body = schema && (exampleOf(schema) as Body)
    return body?.requestId ? { method: operation.method, path, status: Number(status), body } : []
  })
)

/** Prism reads what it is given; nothing else is asked. */
async function refuses(method: string, path: string, status: number, body: Body): Promise<boolean> {
  const bytes = Buffer.from(JSON.stringify(body))
  const result: Flown = { status, headers: { 'content-type': 'application/json' }, bytes }
  const proxy = await ValidationProxy.open()
  return proxy
    .pass(method, path, async () => result)
    .then(
      () => false,
      () => true
    )
}

test.group('The validation proxy', () => {
  test('stands before the API wherever it is asked here', async ({ assert }) => {
    const proxy = await ValidationProxy.open()
    assert.strictEqual(ValidationProxy.between, proxy)
    const before = proxy.passed
    await ask({ path: '/api/v1/health' })
    assert.equal(proxy.passed, before + 1)
  })

  test('lets pass what each operation documents', async ({ assert }) => {
    for (const { method, path, status, body } of ANSWERS) {
      assert.isFalse(await refuses(method, path, status, body), `${method} ${path}`)
    }
  })

  test('refuses one field too few, one too many, and one of another kind, of every operation', async ({
    assert,
  }) => {
    for (const { method, path, status, body } of ANSWERS) {
      const say = `${method} ${path}`
      const { requestId, ...less } = body
      assert.isTrue(await refuses(method, path, status, less), `${say} without requestId`)
      assert.isTrue(await refuses(method, path, status, { ...body, requestId: 7 }), `${say} 7`)
      assert.isTrue(await refuses(method, path, status, { ...body, odd: 1 }), `${say} odd`)
    }
  })

  test('refuses a status that is not documented, of every operation', async ({ assert }) => {
    for (const { method, path, body } of ANSWERS) {
      for (const status of [203, 418]) {
        assert.isTrue(await refuses(method, path, status, body), `${method} ${path} ${status}`)
      }
    }
  })
})
