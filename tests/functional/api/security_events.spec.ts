import { test } from '@japa/runner'
import type { AccountAction } from '#app/audit/audit_action'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { OCSF_CLASSES, type OcsfClass } from '#app/api/v1/security/ocsf_class'
import type { OcsfEvent } from '#app/api/v1/security/ocsf_event'
import { ACCOUNT_ACTIONS } from '#app/api/v1/security/ocsf_kinds'
import { clock } from '#app/foundation/clock'
import { unit } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser } from '#tests/support/dashboard_visitor'
import type User from '#app/identity/users/user'

const PATH = '/api/v1/security/events'
const SCOPES = { scopes: ['security:read' as const] }

interface Event {
  sequence: number
  action: string
  timestamp: string
}

const eventsOf = ({ body }: Answer) => body.data as unknown as Event[]
const actionsOf = (answer: Answer) => eventsOf(answer).map(({ action }) => action)
const linesOf = ({ text }: Answer) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as OcsfEvent)

test.group('API | security events', (group) => {
  let acme: Tenant
  let client: ApiClient
  let ada: User

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true, name: 'Acme' })
    client = await ApiClient.of(acme, 'live', SCOPES)
    ada = await makeUser(acme, 'admin')
  })
  group.each.teardown(() => clock.restore())

  const by = (more: Partial<Actor> = {}): Actor => ({
    ...{ type: 'user', id: ada.id, name: ada.name },
    ...{ ipAddress: '203.0.113.7', userAgent: 'Tests/1.0' },
    ...more,
  })
  const record = (
    action: AccountAction,
    actor: Actor = by(),
    details = {},
    personal: Record<string, string> = {}
  ) => inLive(acme, () => unit(() => SecurityTrail.append({ action, actor, details, personal })))
  const ask = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    client.get(`${PATH}?${new URLSearchParams(query).toString()}`, headers)
  const end = async () => (await ask({ limit: '100' })).body.nextCursor as string

  test('are every entry of the log, oldest first, with time zone and place in the chain', async ({
    assert,
  }) => {
    const cursor = await end()
    await record('member.role_changed', by(), { userId: ada.id, from: 'member', to: 'admin' })
    await record('key.revoked', by({ via: 'key_01m7y40e2r6eqbqt8qhhqb7vwv' }))
    const answer = await ask({ cursor })
    assert.equal(answer.status, 200, answer.text)
    const [first, second] = answer.body.data as Record<string, unknown>[]
    assert.containSubset(first, {
      object: 'security_event',
      action: 'member.role_changed',
      actor: { type: 'user', id: ada.id, name: ada.name },
      ipAddress: '203.0.113.7',
      userAgent: 'Tests/1.0',
      timeZone: 'UTC',
      details: { userId: ada.id, from: 'member', to: 'admin' },
    })
    assert.containSubset(second, {
      sequence: Number(first.sequence) + 1,
      prevHash: first.hash,
      actor: { via: 'key_01m7y40e2r6eqbqt8qhhqb7vwv' },
    })
    assert.deepInclude(answer.body, { object: 'list', livemode: true, hasMore: false })
  })

  test('are filtered by action, actor, address and time', async ({ assert }) => {
    const cursor = await end()
    await record('brand.changed')
    await record('brand.changed', by({ id: 'system', type: 'system', ipAddress: undefined }))
    await record('member.invited', by({ ipAddress: '2001:db8::7' }))
    const all = eventsOf(await ask({ cursor }))
    const found = async (query: Record<string, string>) =>
      eventsOf(await ask({ cursor, ...query })).map(({ sequence }) => sequence - all[0].sequence)
    assert.deepEqual(await found({ action: 'brand.changed' }), [0, 1])
    assert.deepEqual(await found({ actor: 'system' }), [1])
    assert.deepEqual(await found({ actor: ada.id, action: 'member.invited' }), [2])
    assert.deepEqual(await found({ ipAddress: '2001:db8::7' }), [2])
    assert.deepEqual(await found({ from: all[0].timestamp }), [0, 1, 2])
    assert.deepEqual(await found({ until: all[0].timestamp }), [])
    assert.deepEqual(await found({ actor: `' or true --` }), [])
  })

  test('refuse a filter that means nothing: {$self}')
    .with(['action=member.vanished', 'from=yesterday', 'limit=0', 'cursor=bm9uc2Vuc2U', 'who=ada'])
    .run(async ({ assert }, query) => {
      const { status, body } = await client.get(`${PATH}?${query}`)
      assert.include([400, 422], status)
      assert.oneOf(body.error?.code, ['validation_failed', 'invalid_cursor', 'unknown_parameter'])
    })

  test('go on from a cursor, page by page, without gap or repetition', async ({ assert }) => {
    const before = await end()
    for (let made = 0; made < 5; made++) await record('session.ended', by(), { count: made })
    const counts: unknown[] = []
    let cursor = before
    for (let asked = 0; asked < 4; asked++) {
      const { body } = await ask({ cursor, limit: '2' })
      counts.push(
        ...(body.data as { details: { count: number } }[]).map(({ details }) => details.count)
      )
      assert.equal(body.hasMore, asked < 2)
      cursor = String(body.nextCursor)
    }
    assert.deepEqual(counts, [0, 1, 2, 3, 4])
  })

  test('pass over what a filter leaves out, and miss nothing that fits later', async ({
    assert,
  }) => {
    const filter = { action: 'hold.imposed' }
    const cursor = String((await ask({ ...filter })).body.nextCursor)
    await record('brand.changed')
    const empty = await ask({ ...filter, cursor })
    assert.deepEqual(actionsOf(empty), [])
    assert.notEqual(empty.body.nextCursor, cursor)
    await record('hold.imposed')
    assert.deepEqual(actionsOf(await ask({ ...filter, cursor: String(empty.body.nextCursor) })), [
      'hold.imposed',
    ])
  })

  test('never appear before a cursor that was given out, however late they are committed', async ({
    assert,
  }) => {
    let cursor = await end()
    const seen: string[] = []
    const poll = async () => {
      const answer = await ask({ cursor })
      seen.push(...actionsOf(answer))
      cursor = String(answer.body.nextCursor)
    }
    const written = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const late = inLive(acme, () =>
      unit(async () => {
        await SecurityTrail.append({ action: 'key.created', actor: by() })
        written.resolve()
        await commit.promise
      })
    )
    await written.promise
    const next = record('key.revoked')
    await poll()
    assert.deepEqual(seen, [])
    commit.resolve()
    await Promise.all([late, next])
    await poll()
    assert.deepEqual(seen, ['key.created', 'key.revoked'])
  })

  test('are for live keys with the scope alone', async ({ assert }) => {
    const sandbox = await ApiClient.of(acme, 'test', SCOPES)
    const bare = await ApiClient.of(acme, 'live', { scopes: ['audit:read'] })
    const refused = async (one: ApiClient) => {
      const { status, body } = await one.get(PATH)
      return [status, body.error?.code]
    }
    assert.deepEqual(await refused(sandbox), [403, 'live_key_required'])
    assert.deepEqual(await refused(bare), [403, 'insufficient_scope'])
  })

  test('of another account are never among them', async ({ assert }) => {
    await record('member.invited', by({ name: 'Zora of Acme' }))
    const globex = await makeTenant({ name: 'Globex' })
    const other = await ApiClient.of(globex, 'live', SCOPES)
    const answer = await other.get(`${PATH}?limit=100&actor=${ada.id}`)
    assert.deepEqual(actionsOf(answer), [])
    assert.notInclude((await other.get(`${PATH}?limit=100&format=ocsf`)).text, 'Zora')
    assert.equal((await other.at(client.host).get(PATH)).status, 401)
  })

  test('come as lines in the terms of OCSF, which go on by a link', async ({ assert }) => {
    const cursor = await end()
    await record('log_in.failed', by({ type: 'system', id: 'log_in', name: 'Somebody' }), {
      account: 'unknown here',
    })
    await record(
      'member.role_changed',
      by(),
      { userId: 'usr_b', from: 'member', to: 'admin' },
      {
        email: 'bert@acme.test',
        name: 'Bert',
      }
    )
    await record('webhook.created', by({ via: 'key_a' }), { endpointId: 'whk_a' })
    const [byFormat, byHeader] = [
      await ask({ cursor, format: 'ocsf' }),
      await ask({ cursor }, { accept: 'application/jsonl' }),
    ]
    assert.equal(byFormat.headers['content-type'], 'application/jsonl; charset=utf-8')
    assert.equal(byHeader.text, byFormat.text)
    const [failed, role, webhook] = linesOf(byFormat)
    assert.containSubset(failed, {
      ...{ class_uid: 3002, category_uid: 3, activity_id: 1, type_uid: 300201 },
      ...{ status_id: 2, severity_id: 3, timezone_offset: 0 },
      user: { name: 'unknown' },
      src_endpoint: { ip: '203.0.113.7' },
    })
    assert.containSubset(role, {
      ...{
        class_uid: 3005,
        activity_id: 1,
        type_name: 'User Access Management: Assign Privileges',
      },
      actor: { user: { uid: ada.id, name: ada.name, type_id: 1 } },
      user: { uid: 'usr_b', name: 'Bert', email_addr: 'bert@acme.test' },
      privileges: ['admin'],
      http_request: { user_agent: 'Tests/1.0' },
      metadata: { version: '1.3.0', event_code: 'member.role_changed', tenant_uid: acme.id },
      unmapped: { from: 'member', to: 'admin' },
    })
    assert.containSubset(webhook, {
      class_uid: 6003,
      actor: { user: { credential_uid: 'key_a' } },
      api: { operation: 'webhook.created' },
      resources: [{ type: 'Webhook', uid: 'whk_a' }],
    })
    assert.isTrue(Math.abs(role.time - Date.now()) < 60_000)
    const [, next] = /^<([^>]+)>; rel="next"$/.exec(String(byFormat.headers.link)) ?? []
    assert.equal((await client.get(next)).text, '')
    await record('brand.changed')
    assert.lengthOf(linesOf(await client.get(next)), 1)
  })

  test('name the account’s brand and not the platform', async ({ assert }) => {
    const { text } = await ask({ format: 'ocsf', limit: '100' })
    assert.notMatch(text, /countersign/i)
    assert.isTrue(text.split('\n').every((line) => line === '' || line.includes('"name":"Acme"')))
  })

  test('have what their class in OCSF requires, whatever the action', async ({ assert }) => {
    const cursor = await end()
    await inLive(acme, () =>
      unit(() =>
        SecurityTrail.append(...ACCOUNT_ACTIONS.map((action) => ({ action, actor: by() })))
      )
    )
    const required: Record<OcsfClass, readonly string[]> = {
      3001: ['user'],
      3002: ['user', 'service'],
      3004: ['entity'],
      3005: ['user', 'privileges'],
      3006: ['group'],
      6003: ['actor', 'api', 'src_endpoint'],
    }
    const first = await ask({ cursor, format: 'ocsf', limit: '100' })
    const [, next] = /^<([^>]+)>/.exec(String(first.headers.link)) ?? []
    const events = [...linesOf(first), ...linesOf(await client.get(next))]
    assert.sameMembers(
      events.map(({ metadata }) => metadata.event_code),
      ACCOUNT_ACTIONS
    )
    for (const event of events) {
      const name = event.metadata.event_code
      const known = OCSF_CLASSES[event.class_uid]
      assert.equal(event.category_uid, Math.floor(event.class_uid / 1_000), name)
      assert.equal(event.type_uid, event.class_uid * 100 + event.activity_id, name)
      assert.property(known.activities, String(event.activity_id), name)
      for (const field of required[event.class_uid]) assert.property(event, field, name)
    }
  })
})
