import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { SecurityTrail } from '#app/audit/security_trail'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import PlanGrant from '#app/tenants/plans/plan_grant'
import { ResaleOffers } from '#app/tenants/resale/resale_offer'
import { Suspension } from '#app/tenants/suspension'
import Tenant from '#app/tenants/tenant'
import type { Scope } from '#app/identity/access/scope'
import User from '#app/identity/users/user'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { doPlatformWork, makeChild, makeReseller, newSlug } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'

const PETER = { name: 'Peter Gibbons', email: 'peter@initech.example' }
const SCOPES: Scope[] = ['tenants:read', 'tenants:write']

const order = (more: object = {}) => {
  const slug = newSlug()
  const owner = { name: 'Bill Lumbergh', email: `bill@${slug}.example` }
  return { name: 'Initech', slug, plan: 'business', owner, ...more }
}

const patch = (client: ApiClient, id: string, json: unknown) =>
  client.ask({ method: 'PATCH', path: `/api/v1/tenants/${id}`, json })

const ids = ({ body }: Answer) => (body.data as { id: string }[]).map(({ id }) => id)

const eventsOf = async ({ ref }: Tenant) => {
  const rows = await CurrentTenant.run({ tenant: ref, environment: 'live' }, () =>
    CurrentTenant.batch([{ text: 'select name from events order by position' }])
  )
  return rows[0].map(({ name }) => name)
}

const actionsOf = async ({ ref }: Tenant) => {
  const scope = { tenant: ref, environment: 'live' } as const
  const entries = await CurrentTenant.run(scope, () => SecurityTrail.read())
  return entries.map(({ action }) => action)
}

test.group('API | tenants', (group) => {
  let reseller: Tenant
  let client: ApiClient

  group.each.setup(async () => {
    reseller = await makeReseller()
    client = await ApiClient.of(reseller, 'live', { scopes: SCOPES })
  })

  for (const path of ['/api/tenants', '/api/v1/tenants']) {
    test(`answers at once for a tenant that a worker then makes, at ${path}`, async ({
      assert,
    }) => {
      const wanted = order({ metadata: { crm: '4711' } })
      const made = await client.post(path, wanted)
      assert.equal(made.status, 201, made.text)
      assert.equal(made.headers.location, `/api/v1/tenants/${made.body.id}`)
      assert.containSubset(made.body, {
        object: 'tenant',
        livemode: true,
        name: 'Initech',
        slug: wanted.slug,
        status: 'provisioning',
        plan: 'business',
        metadata: { crm: '4711' },
        suspendedAt: null,
        deletesAt: null,
      })
      await doPlatformWork()
      const shown = await client.get(`${path}/${made.body.id}`)
      assert.equal(shown.body.status, 'ready')
      assert.deepEqual(await eventsOf(reseller), ['tenant.created'])
      const child = await Tenant.findOrFail(String(made.body.id))
      const owner = await CurrentTenant.run({ tenant: child.ref, environment: 'live' }, () =>
        User.query().firstOrFail()
      )
      assert.containSubset(owner.$attributes, {
        email: wanted.owner.email,
        role: 'owner',
        passwordHash: null,
      })
    })
  }

  test('says in the reseller’s trail which key made it', async ({ assert }) => {
    await client.post('/api/v1/tenants', order())
    await doPlatformWork()
    const [entry] = await CurrentTenant.run({ tenant: reseller.ref, environment: 'live' }, () =>
      SecurityTrail.read()
    )
    assert.equal(entry.action, 'tenant.created')
    assert.containSubset(entry.body.actor, { type: 'user', via: client.keyId })
  })

  test('refuses a slug that is taken with 409 and one that is reserved with 422', async ({
    assert,
  }) => {
    const taken = await client.post('/api/v1/tenants', order({ slug: reseller.slug }))
    assert.equal(taken.status, 409)
    assert.containSubset(taken.body.error, { type: 'conflict', code: 'slug_taken', param: 'slug' })
    for (const slug of ['admin', 'Upper', 'a--b', '-a', 'a_b', 'ä']) {
      const answer = await client.post('/api/v1/tenants', order({ slug }))
      assert.equal(answer.status, 422, slug)
      assert.containSubset(answer.body.error, { code: 'slug_refused', param: 'slug' })
    }
    assert.isEmpty(ids(await client.get('/api/v1/tenants')))
  })

  test('refuses a plan that may not be sold, and says which may', async ({ assert }) => {
    await ResaleOffers.charge(reseller.id, [{ plan: 'pro', priceCents: 100, isOffered: false }])
    for (const plan of ['enterprise', 'pro', 'nonsense']) {
      const answer = await client.post('/api/v1/tenants', order({ plan }))
      assert.equal(answer.status, 422)
      assert.containSubset(answer.body.error, {
        code: 'plan_not_sellable',
        param: 'plan',
        details: { plan, sellable: ['free', 'starter', 'business'] },
      })
    }
  })

  for (const [what, wrong, param] of [
    ['no name', { name: '' }, 'name'],
    ['a name of two lines', { name: 'a\nb' }, 'name'],
    ['no owner', { owner: undefined }, 'owner'],
    ['an owner without an address', { owner: { name: 'Bill', email: 'bill' } }, 'owner.email'],
    ['a plan that is no text', { plan: { $ne: 1 } }, 'plan'],
    ['metadata that is no text', { metadata: { a: 1 } }, 'metadata.a'],
  ] as const) {
    test(`refuses ${what}`, async ({ assert }) => {
      const answer = await client.post('/api/v1/tenants', order(wrong))
      assert.equal(answer.status, 422, answer.text)
      assert.containSubset(answer.body.error, { code: 'validation_failed', param })
    })
  }

  for (const field of ['parentId', 'cell', 'id', 'status', 'keyPrefix', 'color']) {
    test(`takes no ${field} from outside`, async ({ assert }) => {
      const answer = await client.post('/api/v1/tenants', order({ [field]: 'x' }))
      assert.equal(answer.status, 400)
      assert.containSubset(answer.body.error, { code: 'unknown_field', param: field })
    })
  }

  test('lists newest first, page by page, while more are made', async ({ assert }) => {
    const made: string[] = []
    for (let count = 0; count < 5; count += 1) {
      made.unshift(String((await client.post('/api/v1/tenants', order())).body.id))
    }
    const first = await client.get('/api/v1/tenants?limit=2')
    await client.post('/api/v1/tenants', order())
    const second = await client.get(`/api/v1/tenants?limit=2&cursor=${first.body.nextCursor}`)
    const third = await client.get(`/api/v1/tenants?limit=2&cursor=${second.body.nextCursor}`)
    assert.deepEqual([first, second, third].flatMap(ids), made)
    assert.containSubset(third.body, { object: 'list', hasMore: false, nextCursor: null })
    const foreign = Buffer.from('documents\n1:x').toString('base64url')
    for (const cursor of ['x', foreign]) {
      const answer = await client.get(`/api/v1/tenants?cursor=${cursor}`)
      assert.equal(answer.body.error?.code, 'invalid_cursor')
    }
  })

  test('finds by status, plan and part of a name, whose signs stand for themselves', async ({
    assert,
  }) => {
    const acme = await makeChild(reseller, { name: 'Acme 100%', plan: 'pro' })
    const other = await makeChild(reseller, { name: 'Globex', plan: 'starter' })
    await client.post(`/api/v1/tenants/${other.id}/suspend`, {})
    const found = async (query: string) => ids(await client.get(`/api/v1/tenants?${query}`))
    assert.deepEqual(await found('q=acme'), [acme.id])
    assert.deepEqual(await found('q=100%25'), [acme.id])
    assert.isEmpty(await found('q=a%25e'))
    assert.deepEqual(await found('status=suspended'), [other.id])
    assert.deepEqual(await found('plan=pro&status=ready'), [acme.id])
    assert.deepEqual(await found(`q=${other.slug}`), [other.id])
  })

  test('renames, moves to another plan and keeps what it is told', async ({ assert }) => {
    const child = await makeChild(reseller)
    const answer = await patch(client, child.id, { name: 'New', plan: 'pro', metadata: { a: 'b' } })
    assert.equal(answer.status, 200, answer.text)
    assert.containSubset(answer.body, { name: 'New', plan: 'pro', metadata: { a: 'b' } })
    const refused = await patch(client, child.id, { name: 'Newer', plan: 'enterprise' })
    assert.equal(refused.body.error?.code, 'plan_not_sellable')
    assert.equal((await client.get(`/api/v1/tenants/${child.id}`)).body.name, 'New')
    assert.equal((await patch(client, child.id, { slug: 'other' })).status, 400)
  })

  test('suspends and resumes; the tenant’s own keys are stopped meanwhile', async ({ assert }) => {
    const child = await makeChild(reseller)
    const theirs = await ApiClient.of(child, 'live')
    const suspended = await client.post(`/api/v1/tenants/${child.id}/suspend`, { reason: 'Unpaid' })
    assert.equal(suspended.status, 200, suspended.text)
    assert.containSubset(suspended.body, { status: 'suspended', suspensionReason: 'Unpaid' })
    await doPlatformWork()
    const stopped = await theirs.get('/api/v1/documents')
    assert.equal(stopped.body.error?.code, 'tenant_suspended')
    const again = await client.post(`/api/v1/tenants/${child.id}/suspend`, { reason: 'Still' })
    assert.containSubset(again.body, { status: 'suspended', suspensionReason: 'Still' })
    const kept = await client.post(`/api/v1/tenants/${child.id}/suspend`, {})
    assert.containSubset(kept.body, { status: 'suspended', suspensionReason: 'Still' })
    const resumed = await client.post(`/api/v1/tenants/${child.id}/resume`, {})
    assert.containSubset(resumed.body, { status: 'ready', suspensionReason: null })
    await doPlatformWork()
    assert.equal((await theirs.get('/api/v1/documents')).status, 200)
    assert.deepEqual(await eventsOf(reseller), [
      'tenant.created',
      'tenant.suspended',
      'tenant.resumed',
    ])
  })

  test('makes one tenant of an order that is repeated under its Idempotency-Key', async ({
    assert,
  }) => {
    const wanted = order()
    const headers = { 'idempotency-key': 'order-1' }
    const first = await client.post('/api/v1/tenants', wanted, headers)
    const second = await client.post('/api/tenants', wanted, headers)
    assert.equal(second.text, first.text)
    assert.equal(second.headers['idempotent-replayed'], 'true')
    // as if the process had died between the reservation and the answer
    await CurrentTenant.run({ tenant: reseller.ref, environment: 'live' }, () =>
      CurrentTenant.batch([{ text: 'delete from idempotency_keys' }])
    )
    const third = await client.post('/api/v1/tenants', wanted, headers)
    assert.equal(third.status, 201, third.text)
    assert.equal(third.body.id, first.body.id)
    assert.lengthOf(await Tenant.query().where({ parentId: reseller.id }), 1)
    const other = await client.post('/api/v1/tenants', wanted)
    assert.equal(other.body.error?.code, 'slug_taken')
  })

  test('cannot resume what the platform suspended, nor learn why it did', async ({ assert }) => {
    const child = await makeChild(reseller)
    await Suspension.impose(child.id, { reason: 'Phishing' })
    const answer = await client.post(`/api/v1/tenants/${child.id}/resume`, {})
    assert.equal(answer.body.error?.code, 'tenant_state_conflict')
    const shown = await client.get(`/api/v1/tenants/${child.id}`)
    assert.equal(shown.body.status, 'suspended')
    assert.notInclude(shown.text, 'Phishing')
  })

  test('cannot delete what the platform suspended', async ({ assert }) => {
    const child = await makeChild(reseller)
    await Suspension.impose(child.id, { reason: 'Phishing' })
    const answer = await client.delete(`/api/v1/tenants/${child.id}`)
    assert.equal(answer.status, 409, answer.text)
    assert.containSubset(answer.body.error, {
      code: 'tenant_state_conflict',
      details: { currentStatus: 'suspended' },
    })
    assert.isNull((await child.refresh()).eraseAt)
  })

  test('deletes after a wait, in which it can be taken back', async ({ assert }) => {
    const child = await makeChild(reseller)
    const gone = await client.delete(`/api/v1/tenants/${child.id}`)
    assert.equal(gone.status, 200, gone.text)
    assert.containSubset(gone.body, { id: child.id, object: 'tenant', deleted: true })
    assert.isAbove(Date.parse(String(gone.body.deletesAt)), Date.now() + 86_400_000)
    const shown = await client.get(`/api/v1/tenants/${child.id}`)
    assert.containSubset(shown.body, { status: 'suspended', deletesAt: gone.body.deletesAt })
    const again = await client.delete(`/api/v1/tenants/${child.id}`)
    assert.equal(again.body.deletesAt, gone.body.deletesAt)
    const back = await client.post(`/api/v1/tenants/${child.id}/resume`, {})
    assert.containSubset(back.body, { status: 'ready', deletesAt: null })
  })

  test('names the limits that hold: a trial and grants count', async ({ assert }) => {
    const child = await makeChild(reseller, { plan: 'free' })
    const limits = async () => {
      const { body } = await client.get(`/api/v1/tenants/${child.id}/usage`)
      return (body.items as { limit: number | null }[]).map(({ limit }) => limit)
    }
    const until = new Date(Date.now() + 86_400_000)
    const give = (given: object) =>
      db
        .connection('platform')
        .transaction((trx) =>
          PlanGrant.give(
            { tenantId: child.id, until, reason: 'A test', grantedBy: 'opr_x', ...given },
            trx
          )
        )
    assert.deepEqual(await limits(), [5, null])
    await give({ planKey: 'starter' })
    assert.deepEqual(await limits(), [null, 100])
    await give({ entitlement: 'signaturesPerMonth', value: 250 })
    assert.deepEqual(await limits(), [null, 250])
  })

  test('refuses to change a tenant that is still being made', async ({ assert }) => {
    const { body } = await client.post('/api/v1/tenants', order())
    for (const answer of [
      await client.post(`/api/v1/tenants/${body.id}/suspend`, {}),
      await client.delete(`/api/v1/tenants/${body.id}`),
      await patch(client, String(body.id), { plan: 'pro' }),
    ]) {
      assert.equal(answer.status, 409)
      assert.containSubset(answer.body.error, {
        code: 'tenant_state_conflict',
        details: { currentStatus: 'provisioning' },
      })
    }
  })

  test('reports how much of its plan a tenant has used', async ({ assert }) => {
    const child = await makeChild(reseller, { plan: 'free' })
    const answer = await client.get(`/api/v1/tenants/${child.id}/usage?period=2026-10`)
    assert.equal(answer.status, 200, answer.text)
    assert.containSubset(answer.body, {
      object: 'usage',
      tenantId: child.id,
      period: '2026-10',
      resetsAt: '2026-11-01T00:00:00.000Z',
      items: [
        { name: 'documents', used: 0, limit: 5 },
        { name: 'signatures', used: 0, limit: null },
      ],
    })
    const odd = await client.get(`/api/v1/tenants/${child.id}/usage?period=2026-13`)
    assert.containSubset(odd.body.error, { code: 'validation_failed', param: 'period' })
  })

  test('gives a tenant another owner, who is invited once nobody objects', async ({ assert }) => {
    const child = await makeChild(reseller)
    const path = `/api/v1/tenants/${child.id}/handover`
    const milton = { name: 'Milton Waddams', email: 'milton@initech.example' }
    const asked = await client.post(path, milton)
    assert.equal(asked.status, 202, asked.text)
    assert.containSubset(asked.body, { id: child.id, object: 'tenant', status: 'ready' })
    await doPlatformWork()
    assert.equal(await doWork(child, 'handover.end'), 1)
    const [owners] = await inLive(child, () =>
      CurrentTenant.batch([
        { text: `select email from users where role = 'owner' and disabled_at is null` },
      ])
    )
    assert.deepEqual(owners, [{ email: milton.email }])
    assert.include(await actionsOf(reseller), 'tenant.handover_asked')

    for (const odd of [{}, { ...milton, email: 'milton' }, { ...milton, name: ' ' }])
      assert.equal((await client.post(path, odd)).status, 422)
  })

  test('releases a tenant whose slug is typed, once and for good', async ({ assert }) => {
    const child = await makeChild(reseller)
    const path = `/api/v1/tenants/${child.id}/release`
    for (const confirm of ['', 'other', child.id]) {
      const refused = await client.post(path, { confirm })
      assert.containSubset(refused.body.error, { code: 'validation_failed', param: 'confirm' })
    }
    await client.post(`/api/v1/tenants/${child.id}/suspend`, {})
    const suspended = await client.post(path, { confirm: child.slug })
    assert.equal(suspended.body.error?.code, 'tenant_state_conflict')
    await client.post(`/api/v1/tenants/${child.id}/resume`, {})
    assert.equal((await child.refresh()).parentId, reseller.id)

    const once = { 'idempotency-key': 'release' }
    const released = await client.post(path, { confirm: child.slug }, once)
    assert.equal(released.status, 200, released.text)
    assert.containSubset(released.body, { id: child.id, object: 'tenant', released: true })
    assert.isNull((await child.refresh()).parentId)
    assert.equal((await client.post(path, { confirm: child.slug }, once)).text, released.text)
    assert.equal((await client.post(path, { confirm: child.slug })).status, 404)
    assert.equal((await client.get(`/api/v1/tenants/${child.id}`)).status, 404)
    await doPlatformWork()
    assert.include(await actionsOf(reseller), 'tenant.released')
  })

  test('adds up what all its tenants use and pay', async ({ assert }) => {
    await makeChild(reseller, { plan: 'business' })
    await makeChild(reseller, { plan: 'business' })
    await makeChild(reseller, { plan: 'pro' })
    const answer = await client.get('/api/v1/tenants/totals')
    assert.equal(answer.status, 200, answer.text)
    assert.containSubset(answer.body, {
      object: 'tenant_totals',
      tenants: 3,
      items: [
        { name: 'documents', used: 0 },
        { name: 'signatures', used: 0 },
      ],
      plans: [
        { plan: 'business', tenants: 2, revenueCents: 39_800, costCents: 39_800 },
        { plan: 'pro', tenants: 1, revenueCents: 4_900, costCents: 4_900, currency: 'USD' },
      ],
    })
    const strangers = await ApiClient.of(await makeReseller(), 'live', { scopes: SCOPES })
    assert.containSubset((await strangers.get('/api/v1/tenants/totals')).body, {
      tenants: 0,
      plans: [],
    })
    assert.equal((await client.get('/api/v1/tenants/totals?period=2026-13')).status, 422)
  })

  test('is closed to test keys, to plans without it and to keys without the scope', async ({
    assert,
  }) => {
    const own = await makeChild(reseller)
    const sandboxed = await makeTenant({ plan: 'enterprise', withSandbox: true })
    const sandbox = await ApiClient.of(sandboxed, 'test', { scopes: SCOPES })
    const business = await ApiClient.of(await makeTenant(), 'live', { scopes: SCOPES })
    const usual = await ApiClient.of(reseller, 'live')
    const reading = await ApiClient.of(reseller, 'live', { scopes: ['tenants:read'] })
    for (const [stranger, code] of [
      [sandbox, 'live_key_required'],
      [business, 'feature_not_in_plan'],
      [usual, 'insufficient_scope'],
    ] as const) {
      for (const answer of [
        await stranger.get('/api/v1/tenants'),
        await stranger.post('/api/v1/tenants', order()),
        await stranger.get(`/api/v1/tenants/${own.id}`),
        await patch(stranger, own.id, { name: 'Mine' }),
        await stranger.delete(`/api/v1/tenants/${own.id}`),
        await stranger.post(`/api/v1/tenants/${own.id}/suspend`, {}),
        await stranger.post(`/api/v1/tenants/${own.id}/resume`, {}),
        await stranger.get(`/api/v1/tenants/${own.id}/usage`),
        await stranger.get('/api/v1/tenants/totals'),
        await stranger.post(`/api/v1/tenants/${own.id}/handover`, PETER),
        await stranger.post(`/api/v1/tenants/${own.id}/release`, { confirm: own.slug }),
      ]) {
        assert.equal(answer.status, 403)
        assert.equal(answer.body.error?.code, code)
      }
    }
    assert.equal((await reading.get(`/api/v1/tenants/${own.id}`)).status, 200)
    const written = await reading.post('/api/v1/tenants', order())
    assert.equal(written.body.error?.code, 'insufficient_scope')
    assert.equal((await own.refresh()).name, 'Child')
  })
})
