import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { clock } from '#app/foundation/clock'
import { PlatformTrail } from '#app/audit/platform_trail'
import { verifyPlatformTrail } from '#app/audit/platform_verification'
import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import PlanGrant from '#app/tenants/plans/plan_grant'
import Settings from '#app/tenants/settings'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import { Suspension } from '#app/tenants/suspension'
import Tenant from '#app/tenants/tenant'
import { randomBase62 } from '#app/foundation/opaque_token'
import { ApiClient } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { OperatorVisitor } from '#tests/support/operator_visitor'
import { made, settle } from '#tests/support/platform_duty'
import { ownerOf } from '#tests/support/dashboard_visitor'
import { use } from '#tests/support/populated_platform'

const DAY_MS = 86_400_000
const newSlug = () => `c${randomBase62(10).toLowerCase()}`

const entitlementsOf = (tenant: Tenant) =>
  CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () => TenantEntitlements.current())

test.group('Platform | tenants', (group) => {
  let pat: OperatorVisitor
  group.setup(async () => {
    pat = await OperatorVisitor.as('admin')
  })
  group.each.teardown(() => clock.restore())

  const order = (values: Record<string, string> = {}) =>
    pat.post('/tenants', {
      name: 'Umbrella',
      slug: newSlug(),
      plan: 'pro',
      ownerName: 'Uma',
      ownerEmail: 'Uma@umbrella.test',
      ...values,
    })

  test('are ordered here and created by a worker, and the page shows when', async ({ assert }) => {
    const slug = newSlug()
    const answer = await order({ slug })
    assert.equal(answer.status, 303)
    const page = String(answer.headers.location)
    assert.include((await pat.get(page)).text, 'Being created')
    const tenant = await made(await Tenant.findByOrFail('slug', slug))
    assert.equal(tenant.planKey, 'pro')
    const owner = await ownerOf(tenant)
    assert.equal(owner.email, 'uma@umbrella.test')
    assert.isNull(owner.passwordHash)
    const { text } = await pat.get(page)
    assert.include(text, tenant.id)
    assert.notInclude(text, 'uma@umbrella.test')
  })

  test('are made once by a double click, and suspended once', async ({ assert }) => {
    const [, once] = /name="once" value="([^"]+)"/.exec((await pat.get('/tenants/new')).text) ?? []
    const slug = newSlug()
    const [first, second] = await Promise.all([order({ slug, once }), order({ slug, once })])
    assert.deepEqual([first.status, second.status], [303, 303], second.text)
    assert.equal(first.headers.location, second.headers.location)
    const tenant = await made(await Tenant.findByOrFail('slug', slug))
    const suspend = () => pat.post(`/tenants/${tenant.id}/suspend`, { reason: 'Unpaid' })
    await Promise.all([suspend(), suspend()])
    const resume = () => pat.post(`/tenants/${tenant.id}/resume`)
    const resumed = [await resume(), await resume()]
    assert.include((await pat.followed(resumed[1])).text, 'The suspension has been lifted.')
    const entries = await PlatformTrail.read()
    const own = entries.filter(({ body }) => body.details.tenantId === tenant.id)
    assert.deepEqual(
      own.map(({ action }) => action),
      ['tenant.resumed', 'tenant.suspended', 'tenant.ordered']
    )
  })

  test('that are erased leave none of their names, and nothing that was said of them, in the trail', async ({
    assert,
  }) => {
    const slug = newSlug()
    await order({ slug, name: `Acme ${slug}` })
    const tenant = await made(await Tenant.findByOrFail('slug', slug))
    const said = { reason: `${slug} was rude` }
    await pat.post(`/tenants/${tenant.id}/support`, { ...said, minutes: '15' })
    await pat.post(`/tenants/${tenant.id}/suspend`, said)
    await pat.post(`/tenants/${tenant.id}/resume`)
    const until = new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10)
    const given = await pat.post(`/tenants/${tenant.id}/grants`, {
      ...{ what: 'plan:business', value: '', until },
      ...said,
    })
    assert.equal(given.status, 303)
    assert.include((await pat.get('/trail')).text, `${slug} was rude`)
    await TenantErasure.run(tenant.id)
    const entries = (await PlatformTrail.read({ limit: 20 })).filter(
      ({ body }) => body.details.tenantId === tenant.id
    )
    assert.lengthOf(entries, 6)
    assert.notInclude(JSON.stringify(entries), slug)
    assert.notInclude((await pat.get('/trail')).text, slug)
    assert.isEmpty((await verifyPlatformTrail()).findings)
  })

  test('are refused with the fault at its field, and what was typed stays', async ({ assert }) => {
    const taken = await makeTenant()
    const faults = {
      'Another tenant already has': { slug: taken.slug },
      'Give the tenant a name.': { name: ' ' },
      'There is no such plan.': { plan: 'gold\0' },
      'This is not an email address.': { ownerEmail: 'uma@localhost, eve@evil.test' },
      'plan': { plan: 'gold' },
    }
    const before = await Tenant.query().count('* as total').first()
    for (const [told, values] of Object.entries(faults)) {
      const { status, text } = await order(values)
      assert.equal(status, 422)
      assert.match(text, new RegExp(`field-error[^]*${told}|${told}`))
      assert.include(text, 'value="Uma"')
    }
    const after = await Tenant.query().count('* as total').first()
    assert.equal(after?.$extras.total, before?.$extras.total)
  })

  test('are found by name, slug, plan, status and reseller, page by page', async ({ assert }) => {
    const mark = randomBase62(8)
    const tenants = []
    for (let number = 0; number < 3; number++)
      tenants.push(await makeTenant({ name: `Zebra ${mark} ${number}`, plan: 'starter' }))
    const reseller = await makeTenant({ plan: 'enterprise' })
    await tenants[0].merge({ parentId: reseller.id }).save()
    await Suspension.impose(tenants[1].id, { reason: 'Unpaid' })

    const found = async (query: string) => {
      const { text } = await pat.get(`/tenants?q=${mark}&${query}`)
      return [...text.matchAll(/Zebra \w+ (\d)</g)].map(([, number]) => Number(number))
    }
    assert.deepEqual(await found(''), [2, 1, 0])
    assert.deepEqual(await found('plan=pro'), [])
    assert.deepEqual(await found('plan=starter&status=suspended'), [1])
    assert.deepEqual(await found(`parent=${reseller.slug}`), [0])
    assert.deepEqual(await found('status=nonsense&after=nonsense'), [2, 1, 0])
    const { createdAt, id } = tenants[1]
    assert.deepEqual(await found(`after=${createdAt.getTime().toString(36)}-${id}`), [0])
    assert.include((await pat.get(`/tenants?q=%25${mark}`)).text, 'Nothing found')
    const { text } = await pat.get(`/tenants?q=${tenants[2].id}`)
    assert.include(text, `Zebra ${mark} 2`)
  })

  test('say whether they sell, were sold or are direct, and what they try', async ({ assert }) => {
    const mark = randomBase62(8)
    const reseller = await makeTenant({ name: `Seller ${mark}`, plan: 'enterprise' })
    const resold = await makeTenant({ name: `Resold ${mark}`, plan: 'pro' })
    await resold.merge({ parentId: reseller.id }).save()
    const direct = await makeTenant({ name: `Direct ${mark}`, plan: 'pro' })
    const found = async (query: string) => {
      const { text } = await pat.get(`/tenants?q=${mark}&${query}`)
      return [...text.matchAll(new RegExp(`<bdi>(\\w+) ${mark}</bdi></a></strong>`, 'g'))].map(
        ([, kind]) => kind
      )
    }
    assert.deepEqual(await found('kind=reseller'), ['Seller'])
    assert.deepEqual(await found('kind=resold'), ['Resold'])
    assert.deepEqual(await found('kind=direct'), ['Direct'])
    assert.deepEqual(await found('kind=nonsense'), ['Direct', 'Resold', 'Seller'])
    const { text } = await pat.get(`/tenants?q=${mark}`)
    assert.match(text, new RegExp(`href="/tenants\\?parent=${reseller.slug}">1 tenant<`))
    assert.match(text, new RegExp(`Through <a href="/tenants/${reseller.id}"><bdi>Seller`))
    await db.connection('platform').transaction((trx) =>
      PlanGrant.give(
        {
          ...{ tenantId: direct.id, planKey: 'enterprise', reason: 'Tries it' },
          ...{ until: new Date(Date.now() + DAY_MS), grantedBy: pat.operator!.id },
        },
        trx
      )
    )
    assert.deepEqual(await found('kind=reseller'), ['Direct', 'Seller'])
    assert.include((await pat.get(`/tenants?q=${direct.id}`)).text, 'Tries Enterprise')
  })

  test('show cell, schema version and what was used this month', async ({ assert }) => {
    const tenant = await makeTenant()
    const month = clock.now().toISOString().slice(0, 7)
    const rows = [
      { tenant_id: tenant.id, month, name: 'documents', used: 41, revision: 1 },
      { tenant_id: tenant.id, month, name: 'signatures', used: 83, revision: 1 },
    ]
    await db.connection('platform').table('usage_totals').multiInsert(rows)
    const list = await pat.get(`/tenants?q=${tenant.id}`)
    assert.match(list.text, /41 documents[^]*83 signatures/)
    const few = await makeTenant()
    await use(few, { documents: 1, signatures: 1 })
    assert.match((await pat.get(`/tenants?q=${few.id}`)).text, />1 document<[^]*>1 signature</)
    assert.match(list.text, /data-name="Schema"[^>]*>\s*\d+\.\d+\s*</)
    assert.match(list.text, /data-name="Cell"[^>]*>main</)
  })

  test('are suspended with a reason, and resumed; both are in the trail', async ({ assert }) => {
    const tenant = await makeTenant()
    const path = `/tenants/${tenant.id}`
    const refused = await pat.post(`${path}/suspend`, { reason: '' })
    assert.equal(refused.status, 422)
    await pat.post(`${path}/suspend`, { reason: 'Unpaid since May' })
    await tenant.refresh()
    assert.equal(tenant.status, 'suspended')
    assert.isFalse(tenant.isFrozen)
    assert.include((await pat.get(path)).text, 'Unpaid since May')
    await settle(tenant)
    assert.isNotNull((await entitlementsOf(tenant)).suspendedAt)

    await pat.post(`${path}/suspend`, { reason: 'Fraud', frozen: 'yes' })
    await settle(tenant)
    assert.isTrue((await entitlementsOf(tenant)).isFrozen)

    await pat.post(`${path}/resume`)
    await settle(tenant)
    const entitlements = await entitlementsOf(tenant)
    assert.isNull(entitlements.suspendedAt)
    assert.isFalse(entitlements.isFrozen)
    assert.equal((await tenant.refresh()).status, 'ready')
    const entries = await PlatformTrail.read({ limit: 10 })
    const own = entries.filter(({ body }) => body.details.tenantId === tenant.id)
    assert.deepEqual(
      own.map(({ action }) => action),
      ['tenant.resumed', 'tenant.suspended', 'tenant.suspended']
    )
    const { text } = await pat.get('/trail')
    assert.include(text, `<a href="/tenants/${tenant.id}"><bdi>${tenant.name}</bdi></a>`)
    assert.equal(own[0].body.actor.type, 'operator')
    assert.equal(own[0].body.actor.id, pat.operator?.id)
  })

  test('wait for their deletion, and are kept when it is undone', async ({ assert }) => {
    const tenant = await makeTenant()
    const path = `/tenants/${tenant.id}`
    assert.equal((await pat.post(`${path}/delete`, { slug: 'wrong' })).status, 422)
    await pat.post(`${path}/delete`, { slug: tenant.slug })
    await tenant.refresh()
    assert.equal(tenant.status, 'suspended')
    const { eraseAfterDays } = await Settings.current()
    const waitMs = (tenant.eraseAt?.getTime() ?? 0) - clock.now().getTime()
    assert.closeTo(waitMs / DAY_MS, eraseAfterDays, 0.01)
    const work = () =>
      db.connection('platform').from('outbox').where({ kind: 'erase_tenant', ref: tenant.id })
    const [waiting] = await work()
    assert.equal(waiting.due_at.getTime(), tenant.eraseAt?.getTime())
    assert.include((await pat.get(path)).text, 'This tenant will be erased on')

    await pat.post(`${path}/keep`)
    await tenant.refresh()
    assert.equal(tenant.status, 'ready')
    assert.isNull(tenant.eraseAt)
    assert.isEmpty(await work())
  })

  test('stay suspended after an undone deletion, if they were before', async ({ assert }) => {
    const tenant = await makeTenant()
    await Suspension.impose(tenant.id, { reason: 'Unpaid' })
    const path = `/tenants/${tenant.id}`
    await pat.post(`${path}/delete`, { slug: tenant.slug })
    await pat.post(`${path}/keep`)
    assert.equal((await tenant.refresh()).status, 'suspended')
    await pat.post(`${path}/resume`)
    assert.equal((await tenant.refresh()).status, 'ready')
  })

  test('are not resumed by lifting a suspension while they wait for their deletion', async ({
    assert,
  }) => {
    const tenant = await makeTenant()
    await Suspension.impose(tenant.id, { reason: 'Unpaid' })
    await pat.post(`/tenants/${tenant.id}/delete`, { slug: tenant.slug })
    await pat.post(`/tenants/${tenant.id}/resume`)
    assert.equal((await tenant.refresh()).status, 'suspended')
    assert.isNotNull(tenant.eraseAt)
  })

  test('cannot be deleted while tenants live below them', async ({ assert }) => {
    const reseller = await makeTenant({ plan: 'enterprise' })
    const child = await makeTenant()
    await child.merge({ parentId: reseller.id }).save()
    const answer = await pat.post(`/tenants/${reseller.id}/delete`, { slug: reseller.slug })
    assert.include((await pat.followed(answer)).text, 'has tenants of its own')
    assert.isNull((await reseller.refresh()).eraseAt)
  })

  test('are deleted by administrators alone', async ({ assert }) => {
    const tenant = await makeTenant()
    const olaf = await OperatorVisitor.as('operator')
    const answer = await olaf.post(`/tenants/${tenant.id}/delete`, { slug: tenant.slug })
    assert.equal(answer.status, 403)
    assert.isNull((await tenant.refresh()).eraseAt)
  })

  test('get a grant that ends by itself, and lose it at once when it is ended', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'free' })
    const path = `/tenants/${tenant.id}`
    const until = new Date(clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10)
    const values = { what: 'entitlement:branding', value: '', until, reason: 'Pilot' }
    assert.equal((await pat.post(`${path}/grants`, { ...values, until: '2020-01-01' })).status, 422)
    assert.equal((await pat.post(`${path}/grants`, { ...values, what: 'plan:gold' })).status, 422)
    assert.equal((await pat.post(`${path}/grants`, { ...values, reason: '' })).status, 422)
    // the button was pressed twice
    const twice = await Promise.all([1, 2].map(() => pat.post(`${path}/grants`, values)))
    for (const { status } of twice) assert.equal(status, 303)
    assert.lengthOf(await PlanGrant.inForce(tenant.id), 1)
    await settle(tenant)
    assert.isTrue((await entitlementsOf(tenant)).values.branding)
    const { text } = await pat.get(path)
    assert.include(text, 'Pilot')
    const [, id] = /grants\/(grt_[0-9a-z]+)\/end/.exec(text) ?? []
    await pat.post(`${path}/grants/${id}/end`)
    await settle(tenant)
    assert.isFalse((await entitlementsOf(tenant)).values.branding)
  })

  test('get no number of API requests that is left empty, and as many as a number says', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'pro' })
    const client = await ApiClient.of(tenant, 'live')
    const path = `/tenants/${tenant.id}/grants`
    const until = new Date(clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10)
    const values = { what: 'entitlement:rateLimitPerMinute', until, reason: 'Import' }
    const answer = await pat.post(path, { ...values, value: '' })
    assert.equal(answer.status, 422)
    assert.include(answer.text, 'Enter a whole number.')
    assert.equal((await pat.post(path, { ...values, value: '5000' })).status, 303)
    await settle(tenant)
    assert.equal((await client.get('/api/v1/keys/current')).headers['x-ratelimit-limit'], '5000')
  })

  test('whose grant names no number of API requests are as good as unlimited', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'pro' })
    const client = await ApiClient.of(tenant, 'live')
    await platformTransaction((trx) =>
      PlanGrant.give(
        {
          ...{ tenantId: tenant.id, entitlement: 'rateLimitPerMinute', value: null },
          ...{ until: new Date(Date.now() + DAY_MS), reason: '', grantedBy: pat.operator!.id },
        },
        trx
      )
    )
    await settle(tenant)
    assert.isNull((await entitlementsOf(tenant)).values.rateLimitPerMinute)
    const answer = await client.get('/api/v1/keys/current')
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['x-ratelimit-limit'], '100000')
  })

  test('get no grant through another tenant’s page', async ({ assert }) => {
    const [one, other] = [await makeTenant({ plan: 'free' }), await makeTenant({ plan: 'free' })]
    const until = new Date(clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10)
    const values = { what: 'plan:pro', value: '', until, reason: 'Trial' }
    await pat.post(`/tenants/${one.id}/grants`, values)
    const { text } = await pat.get(`/tenants/${one.id}`)
    const [, id] = /grants\/(grt_[0-9a-z]+)\/end/.exec(text) ?? []
    await pat.post(`/tenants/${other.id}/grants/${id}/end`)
    await settle(one)
    assert.equal((await entitlementsOf(one)).planKey, 'pro')
  })

  test('that are not there answer 404, whatever the id looks like', async ({ assert }) => {
    for (const id of ['ten_00000000000000000000000000', 'nonsense', '%00', "'--"]) {
      const { status } = await pat.get(`/tenants/${encodeURIComponent(id)}`)
      assert.equal(status, 404)
    }
  })
})
