import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import type { Dispatcher } from 'undici'
import app from '@adonisjs/core/services/app'
import type { Environment } from '#app/foundation/environment'
import { SCOPES, type Scope } from '#app/identity/access/scope'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'

/** Of one tenant: fewer than a sandbox allows in a minute. */
const REQUESTS = 100
const ROW = /^\| `([A-Z]+) (\/\S+)` \| (.+?) \|/gm

interface Documented {
  method: Dispatcher.HttpMethod
  path: string
  needed: Scope[]
}

/** Operations that need a scope, as the page of the documentation tells callers. */
function documented(): Documented[] {
  const page = readFileSync(app.makePath('docs/api/operations.md'), 'utf8')
  return [...page.matchAll(ROW)]
    .map(([, method, path, cell]) => ({
      method: method as Dispatcher.HttpMethod,
      path: `/api/v1${path.replaceAll(/:\w+/g, '1')}`,
      needed: SCOPES.filter((scope) => cell.includes(`\`${scope}\``)),
    }))
    .filter(({ needed }) => needed.length > 0)
}

test.group('API | scopes', () => {
  let acme: Tenant
  let asked = 0
  const keys = new Map<string, Promise<ApiClient>>()

  const holding = async (environment: Environment, scopes: readonly Scope[]) => {
    if (asked % REQUESTS === 0) {
      acme = await makeTenant({ plan: 'enterprise', withSandbox: true })
      keys.clear()
    }
    asked += 1
    const name = [environment, ...scopes].join(' ')
    const key = keys.get(name) ?? ApiClient.of(acme, environment, { scopes: [...scopes] })
    keys.set(name, key)
    return key
  }

  test(
    'are asked of {$self} keys as the documentation says: no operation takes one too few, and none asks for one more'
  )
    .with(['live', 'test'] as Environment[])
    .timeout(300_000)
    .run(async ({ assert }, environment) => {
      const operations = documented()
      assert.sameMembers([...new Set(operations.flatMap(({ needed }) => needed))], [...SCOPES])
      for (const { method, path, needed } of operations) {
        const said = `${method} ${path} with a ${environment} key`
        const answerTo = async (scopes: readonly Scope[]) =>
          (await holding(environment, scopes)).ask({ method, path })
        for (const missing of needed) {
          const { status, body } = await answerTo(SCOPES.filter((scope) => scope !== missing))
          const error = { code: 'insufficient_scope', details: { required: missing } }
          const refused = { status: 403, error }
          assert.containsSubset({ status, ...body }, refused, `${said} without ${missing}`)
        }
        const { body } = await answerTo(needed)
        const { code = 'none' } = body.error ?? {}
        assert.notMatch(
          String(code),
          /insufficient_scope|rate_limited/,
          `${said} with ${needed.join()}`
        )
      }
    })
})
