import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ENVIRONMENTS, type Environment } from '#app/foundation/environment'
import { ROLES, type Role } from '#app/identity/access/role'
import { SCOPES, type Scope } from '#app/identity/access/scope'
import ApiKey from '#app/identity/keys/api_key'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import type { Answer } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'

const SECRET = /svc_(?:live|test)_[0-9A-Za-z]{44}|whsec_[0-9A-Za-z+/]{43}=/
const URL = 'http://127.0.0.1:9/'

/** Somebody tries to give it, by one way. @returns whether they got it */
type Way = (setting: Setting) => Promise<boolean>

interface Setting {
  visitor: Visitor
  base: string
  environment: Environment
}

test.group('Dashboard | who may give what', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise', withSandbox: true })
  })

  const issue = async (environment: Environment, scopes: readonly Scope[]) => {
    const createdBy = await ownerOf(acme)
    const wanted = { environment, name: 'Of the owner', scopes, createdBy }
    return inLive(acme, async () => (await ApiKey.issue(wanted)).key)
  }
  const refreshed = (key: ApiKey) => inLive(acme, () => key.refresh())
  const within = <T>(environment: Environment, work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment }, work)
  const endpointIn = (environment: Environment, path = '') =>
    within(environment, async () => {
      const url = `${URL}${path}`
      return (await Endpoint.register({ url, events: ['usage.threshold_reached'] })).endpoint
    })
  const isGiven = ({ status, text }: Answer) => status === 200 && SECRET.test(text)

  const keyWays = (scope: Scope): Record<string, Way> => ({
    make: async ({ visitor, base }) =>
      isGiven(await visitor.post(`${base}/settings/keys`, { 'name': 'Mine', 'scopes[]': scope })),
    edit: async ({ visitor, base, environment }) => {
      const key = await issue(environment, [scope])
      const values = { 'name': 'Changed', 'scopes[]': scope }
      await visitor.post(`${base}/settings/keys/${key.id}`, values)
      await refreshed(key)
      return key.name === 'Changed'
    },
    add: async ({ visitor, base, environment }) => {
      const key = await issue(environment, ['usage:read'])
      const values = { 'name': 'Changed', 'scopes[]': ['usage:read', scope] }
      await visitor.post(`${base}/settings/keys/${key.id}`, values)
      await refreshed(key)
      return key.name === 'Changed' && key.scopes.includes(scope)
    },
    rotate: async ({ visitor, base, environment }) => {
      const key = await issue(environment, [scope])
      const values = { overlap: 'now' }
      return isGiven(await visitor.post(`${base}/settings/keys/${key.id}/rotate`, values))
    },
  })

  const endpointWays: Record<string, Way> = {
    'make': async ({ visitor, base }) => {
      const values = { 'url': `${URL}new`, 'events[]': 'document.completed' }
      return isGiven(await visitor.post(`${base}/settings/webhooks`, values))
    },
    'edit': async ({ visitor, base, environment }) => {
      const endpoint = await endpointIn(environment)
      const values = { 'url': endpoint.url, 'name': 'Changed', 'events[]': '*' }
      await visitor.post(`${base}/settings/webhooks/${endpoint.id}`, values)
      await within(environment, () => endpoint.refresh())
      return endpoint.events.includes('*')
    },
    'new secret': async ({ visitor, base, environment }) => {
      const { id } = await endpointIn(environment)
      return isGiven(await visitor.post(`${base}/settings/webhooks/${id}/secret`))
    },
    'look': async ({ visitor, base, environment }) => {
      const { id } = await endpointIn(environment)
      return (await visitor.get(`${base}/settings/webhooks/${id}`)).status === 200
    },
  }

  const asking = (environment: Environment) =>
    within(environment, async () => {
      const params = { url: URL, includeValues: true }
      return (await Endpoint.register(params, { assertMayReadValues: () => {} })).endpoint
    })

  const valueWays: Record<string, Way> = {
    'make': async ({ visitor, base }) => {
      const values = { 'url': `${URL}new`, 'events[]': '*', 'includeValues': '1' }
      return isGiven(await visitor.post(`${base}/settings/webhooks`, values))
    },
    'edit': async ({ visitor, base, environment }) => {
      const endpoint = await endpointIn(environment)
      const values = { 'url': endpoint.url, 'events[]': '*', 'includeValues': '1' }
      await visitor.post(`${base}/settings/webhooks/${endpoint.id}`, values)
      await within(environment, () => endpoint.refresh())
      return endpoint.includeValues
    },
    'lead elsewhere': async ({ visitor, base, environment }) => {
      const endpoint = await asking(environment)
      const values = { 'url': `${URL}new`, 'events[]': '*', 'includeValues': '1' }
      await visitor.post(`${base}/settings/webhooks/${endpoint.id}`, values)
      await within(environment, () => endpoint.refresh())
      return endpoint.url === `${URL}new`
    },
    'new secret': async ({ visitor, base, environment }) => {
      const { id } = await asking(environment)
      return isGiven(await visitor.post(`${base}/settings/webhooks/${id}/secret`))
    },
  }

  const copy: Way = async ({ visitor }) => {
    const { id } = await endpointIn('test', 'copied')
    return isGiven(await visitor.post('/settings/going-live/webhooks', { 'webhooks[]': id }))
  }

  const connect: Way = async ({ visitor, base }) =>
    isGiven(await visitor.post(`${base}/settings/integrations`, { name: 'Program', url: URL }))

  const cleared = async (environment: Environment) => {
    await inLive(acme, () =>
      CurrentTenant.batch([
        { text: 'delete from integrations' },
        { text: 'update api_keys set revoked_at = now()' },
      ])
    )
    await within(environment, () => Endpoint.query().delete())
  }

  /** Whom this way is open to. */
  const takers = async (way: Way, environment: Environment) => {
    const roles: Role[] = []
    for (const [role, visitor] of visitors) {
      const base = environment === 'test' ? '/test' : ''
      if (await way({ visitor, base, environment })) roles.push(role)
      // a copy that live has is not made again
      if (way === copy) await cleared(environment)
    }
    await cleared(environment)
    return roles.join(', ') || 'nobody'
  }

  const visitors = new Map<Role, Visitor>()
  group.setup(async () => {
    for (const role of ROLES) visitors.set(role, await Visitor.as(acme, role))
  })

  /** Every way gives the same answer, or the cell of the table says which differ. */
  const cell = async (ways: Record<string, Way>, environment: Environment) => {
    const found = []
    for (const [name, way] of Object.entries(ways))
      found.push({ name, to: await takers(way, environment) })
    const [{ to: usual }] = found
    const others = found.filter(({ to }) => to !== usual).map(({ name, to }) => `${name}: ${to}`)
    return [usual, ...others].join('; ')
  }

  test('is as docs/decisions/keys.md says, for every scope, role, environment and way', async ({
    assert,
  }) => {
    const rows: Record<string, Record<string, Way>> = {
      ...Object.fromEntries(SCOPES.map((scope) => [`\`${scope}\``, keyWays(scope)])),
      'a webhook endpoint': endpointWays,
      'a webhook endpoint with values': valueWays,
      'an integration': { connect },
    }
    const lines = ['| | Live | Sandbox |', '|---|---|---|']
    for (const [name, ways] of Object.entries(rows)) {
      const cells = []
      for (const environment of ENVIRONMENTS) cells.push(await cell(ways, environment))
      lines.push(`| ${[name, ...cells].join(' | ')} |`)
    }
    lines.push(`| a sandbox endpoint, copied to live | ${await takers(copy, 'live')} | |`)
    const page = readFileSync(app.makePath('docs/decisions/keys.md'), 'utf8')
    const written = page.split('\n').filter((line) => line.startsWith('| '))
    const table = lines.filter((line) => line.startsWith('| '))
    const from = written.indexOf(table[0])
    assert.deepEqual(written.slice(from, from + table.length), table)
  })

  test('tells developers in live why they may not, and whom to ask', async ({ assert }) => {
    const dora = visitors.get('developer')!
    const owner = await ownerOf(acme)
    const endpoint = await endpointIn('live')
    const key = await issue('live', ['documents:read'])
    for (const path of [
      '/settings/keys/new',
      `/settings/keys/${key.id}`,
      '/settings/webhooks',
      '/settings/webhooks/new',
      `/settings/webhooks/${endpoint.id}`,
      '/settings/integrations',
      '/settings/integrations/new',
      '/settings/going-live',
    ]) {
      const { text } = await dora.get(path)
      assert.include(text, `href="mailto:${owner.email}"`, path)
      assert.notInclude((await visitors.get('owner')!.get(path)).text, 'people-to-ask', path)
    }
    const sandbox = await dora.get('/test/settings/keys/new')
    assert.notInclude(sandbox.text, 'people-to-ask')
    assert.include(sandbox.text, 'links:read')
    await cleared('live')
  })
})
