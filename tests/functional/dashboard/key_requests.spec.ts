import { test } from '@japa/runner'
import env from '#start/env'
import { newId } from '#app/foundation/identifier'
import ApiKey from '#app/identity/keys/api_key'
import { RequestLog } from '#app/api/v1/access/request_log'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { until } from '#tests/support/until'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const PAGE = 50

/** Where it does not matter what was asked. */
const MANY = `
  insert into api_requests (id, key_id, method, path, status, duration_ms, at)
  select 'req_' || lpad(n::text, 26, '0'), $1, 'GET', '/api/v1/common', 200, 1, now() - n * interval '1 second'
    from generate_series(1, $2::int) n`

test.group('Dashboard | requests of a key', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
  })

  const makeKey = async () => {
    const createdBy = await ownerOf(acme)
    const issue = () => ApiKey.issue({ environment: 'live', name: 'Log', createdBy })
    return (await inLive(acme, issue)).key
  }
  const note = async (keyId: string, more: object = {}) => {
    const id = newId('req')
    const at = new Date(Date.now() - MINUTE_MS)
    const asked = { method: 'GET', path: '/api/v1/documents', status: 200, errorCode: null, at }
    inLive(acme, () => {
      const rest = { durationMs: 5, ipAddress: '203.0.113.7' }
      RequestLog.note(CurrentTenant.get(), { id, keyId, ...asked, ...rest, ...more })
    })
    await RequestLog.write()
    return id
  }
  const shown = async (path: string) => {
    const { status, text } = await olga.get(path)
    const ids = [...text.matchAll(/<code>(req_\w+)<\/code>/g)].map(([, id]) => id)
    const [, older] = /href="([^"]+)"[^>]*>\s*<span>(?:Older|Search further back)/.exec(text) ?? []
    return { status, text, ids, older: older?.replaceAll('&amp;', '&') }
  }

  test('are listed as they were answered, and nothing of what was said', async ({ assert }) => {
    const client = await ApiClient.of(acme, 'live')
    const good = await client.get('/api/v1/webhooks?limit=7')
    const bad = await client.post('/api/v1/webhooks', { url: 'nonsense', name: 'a quiet word' })
    const expected = [bad, good].map(({ headers }) => headers['x-request-id'])
    const path = `/settings/keys/${client.keyId}`
    await until(async () => {
      await RequestLog.write()
      return (await shown(path)).ids.length === 2
    })
    const { ids, text } = await shown(path)
    const docs = `//${hostOfTenant(acme)}:${String(env.get('PORT'))}/docs/errors#validation_failed`
    assert.sameMembers(ids, expected as string[])
    for (const said of ['/api/v1/webhooks', 'validation_failed', '422', '127.0.0.1', docs])
      assert.include(text, said)
    assert.notInclude(text, 'limit=7')
    assert.notInclude(text, 'a quiet word')
  })

  test('are found by a part of the path, an error’s code, an id, a class of statuses and a time', async ({
    assert,
  }) => {
    const { id } = await makeKey()
    const plain = await note(id)
    const percent = await note(id, { path: '/api/v1/100%_sure' })
    const refused = { path: '/api/v1/keys', status: 404, errorCode: 'document_not_found' }
    const missing = await note(id, refused)
    const broken = await note(id, { path: '/api/v1/keys', status: 503, errorCode: 'unavailable' })
    const old = await note(id, { at: new Date(Date.now() - 3 * DAY_MS) })
    const gone = await note(id, { at: new Date(Date.now() - 31 * DAY_MS) })
    const found = async (query: string) => (await shown(`/settings/keys/${id}?${query}`)).ids

    assert.sameMembers(await found(''), [plain, percent, missing, broken, old])
    assert.sameMembers(await found('q=DOCUMENTS'), [plain, old])
    assert.deepEqual(await found('q=100%25_'), [percent])
    assert.isEmpty(await found('q=100%25%25sure'))
    assert.deepEqual(await found('q=document_not_found'), [missing])
    assert.deepEqual(await found(`q=${broken}`), [broken])
    assert.isEmpty(await found(`q=${gone}`))
    assert.sameMembers(await found('status=2'), [plain, percent, old])
    assert.deepEqual(await found('status=5'), [broken])
    assert.sameMembers(await found('since=24h'), [plain, percent, missing, broken])
    assert.deepEqual(await found('q=keys&status=4&since=1h'), [missing])
    assert.include((await shown(`/settings/keys/${id}?q=nothing`)).text, 'No request matches.')
  })

  test('are as if nothing was asked for where the address makes no sense', async ({ assert }) => {
    const { id } = await makeKey()
    const one = await note(id)
    for (const query of ['status=9', 'since=always', 'after=x-y', 'q[]=a', 'q=%00', 'q=%20'])
      assert.deepEqual((await shown(`/settings/keys/${id}?${query}`)).ids, [one], query)
    for (const query of ['q=%27;--', `q=${'x'.repeat(5_000)}`, 'q=%ED%A0%80'])
      assert.equal((await shown(`/settings/keys/${id}?${query}`)).status, 200, query)
  })

  test('of another key are not found by their id', async ({ assert }) => {
    const [own, other] = [await makeKey(), await makeKey()]
    const id = await note(other.id)
    assert.isEmpty((await shown(`/settings/keys/${own.id}?q=${id}`)).ids)
    assert.deepEqual((await shown(`/settings/keys/${other.id}?q=${id}`)).ids, [id])
  })

  test('are paged without a gap or a repetition while others come in', async ({ assert }) => {
    const { id } = await makeKey()
    const at = new Date(Date.now() - MINUTE_MS)
    const all = []
    for (let count = 0; count < 2 * PAGE + 5; count++) all.push(await note(id, { at }))
    const seen: string[] = []
    let next: string | undefined = `/settings/keys/${id}`
    while (next) {
      const page: Awaited<ReturnType<typeof shown>> = await shown(next)
      seen.push(...page.ids)
      await note(id, { at: new Date() })
      next = page.older
    }
    assert.deepEqual(seen, all.toSorted().toReversed())
  })

  test('are looked through in bounds, and further on demand', async ({ assert }) => {
    const { id } = await makeKey()
    await inLive(acme, () => CurrentTenant.batch([{ text: MANY, values: [id, 20_010] }]))
    const rare = await note(id, { path: '/api/v1/rare', at: new Date(Date.now() - DAY_MS) })
    const first = await shown(`/settings/keys/${id}?q=rare`)
    assert.isEmpty(first.ids)
    assert.include(first.text, 'Nothing found among the latest requests')
    const second = await shown(first.older ?? '')
    assert.deepEqual(second.ids, [rare])
    assert.isUndefined(second.older)
    assert.lengthOf((await shown(`/settings/keys/${id}?q=common`)).ids, PAGE)
  })
})
