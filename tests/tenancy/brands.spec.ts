import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { drawAnew } from '#app/foundation/picture/picture'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import Brand from '#app/brand/brand'
import { BrandChange } from '#app/brand/brand_change'
import { BrandDescent } from '#app/brand/brand_descent'
import { BrandImages } from '#app/brand/brand_images'
import { NOTHING_CHOSEN, type BrandValues } from '#app/brand/brand_values'
import { PlatformBrand } from '#app/brand/platform_brand'
import { PlatformWork } from '#app/tenants/platform_work'
import { Profile } from '#app/brand/profile'
import { PublishedBrand } from '#app/brand/published_brand'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import { Suspension } from '#app/tenants/suspension'
import type Tenant from '#app/tenants/tenant'
import { newId } from '#app/foundation/identifier'
import { randomBase62 } from '#app/foundation/opaque_token'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import { makeTenant } from '#tests/factories/tenant_factory'

const BY = { type: 'user', id: 'usr_0', name: 'Olga Owner' } as const
const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="#7a1fa2"/></svg>'
)

const inLive = <T>(tenant: Tenant, work: () => Promise<T>) =>
  CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
const shown = (tenant: Tenant) => inLive(tenant, async () => (await Profile.current()).brand)
const choose = (tenant: Tenant, values: Partial<BrandValues>) =>
  inLive(tenant, async () => {
    const own = await Brand.current()
    return BrandChange.make({ ...own.values, ...values }, BY)
  })

/** What a worker does after a change. */
async function published(tenant: Tenant): Promise<void> {
  await inLive(tenant, () => PublishedBrand.refresh())
  await settled()
}

/** Due times are rounded to milliseconds, so that work may be due a moment after it was left. What failed elsewhere is due much later. */
async function settled(): Promise<void> {
  const left = `select exists (
    select from outbox where kind in ('project_brand', 'project_standing') and due_at < now() + interval '1 second') as is_left`
  do await PlatformWork.doDue()
  while ((await db.connection('platform').rawQuery(left)).rows[0].is_left)
}

async function below(reseller: Tenant, plan = 'free'): Promise<Tenant> {
  const tenant = await makeTenant({ plan, name: 'Child' })
  await tenant.merge({ parentId: reseller.id }).save()
  await inLive(tenant, () =>
    unit(async () => {
      await (await Brand.lock()).merge({ name: null }).save()
    })
  )
  await EntitlementsProjection.apply(tenant.id)
  await PublishedBrand.follow(tenant.id)
  return tenant
}

async function onPlan(tenant: Tenant, planKey: string): Promise<void> {
  await tenant.merge({ planKey, updatedAt: clock.now() }).save()
  await EntitlementsProjection.ask([tenant.id])
  await settled()
}

test.group('Brands', (group) => {
  let reseller: Tenant

  group.each.setup(async () => {
    reseller = await makeTenant({ plan: 'enterprise', name: 'Reseller' })
    await settled()
  })

  test('come down from the reseller, each value until the tenant chooses its own', async ({
    assert,
  }) => {
    const child = await below(reseller, 'pro')
    const handedDown = {
      color: '#7a1fa2',
      privacyUrl: 'https://r.test/p',
      finishedFile: 'attachment' as const,
    }
    await choose(reseller, { name: 'Signwell', ...handedDown })
    await published(reseller)
    assert.containSubset((await shown(child)).snapshot, { name: 'Child', ...handedDown })
    assert.equal((await shown(child)).inherited.reseller, 'Signwell')
    await choose(child, { color: '#b00020' })
    const brand = await shown(child)
    assert.equal(brand.color, '#b00020')
    assert.equal(brand.snapshot.privacyUrl, 'https://r.test/p')
    assert.isTrue(brand.inherits('privacyUrl'))
    assert.isFalse(brand.inherits('color'))
  })

  test('of a reseller name those below only where it says so', async ({ assert }) => {
    const child = await below(reseller, 'pro')
    assert.equal((await shown(child)).name, 'Child')
    await choose(reseller, { name: 'Signwell', tenantsName: 'Signwell for you' })
    await published(reseller)
    assert.equal((await shown(child)).name, 'Signwell for you')
    await choose(child, { name: 'Own Ltd' })
    assert.equal((await shown(child)).name, 'Own Ltd')
  })

  test('of a reseller do not name the mails of those below, and its logo stands beside their name', async ({
    assert,
  }) => {
    const child = await below(reseller, 'pro')
    const logo = await inLive(reseller, async () => BrandImages.keep(await drawAnew(LOGO, 'logo')))
    await choose(reseller, { name: 'Signwell', senderName: 'Olga at Signwell', logo })
    await published(reseller)
    assert.containSubset((await shown(child)).snapshot, {
      ...{ name: 'Child', senderName: null, logo, isLogoInherited: true },
    })
    await choose(reseller, { tenantsName: 'Signwell for you' })
    await published(reseller)
    assert.isFalse((await shown(child)).snapshot.isLogoInherited, 'the name comes down with it')
    await choose(child, { name: 'Own Ltd' })
    assert.isTrue((await shown(child)).snapshot.isLogoInherited)
    const own = await inLive(child, () =>
      BrandImages.keep({ bytes: Buffer.from('own'), width: 1, height: 1 })
    )
    await choose(child, { logo: own })
    assert.isFalse((await shown(child)).snapshot.isLogoInherited)
  })

  test('leave behind what goes with a value that the tenant chooses', async ({ assert }) => {
    const child = await below(reseller, 'pro')
    const [logo, icon] = await inLive(reseller, async () => [
      await BrandImages.keep(await drawAnew(LOGO, 'logo')),
      await BrandImages.keep(await drawAnew(LOGO, 'icon')),
    ])
    await choose(reseller, { color: '#7a1fa2', linkColor: '#4a148c', logo, icon })
    await published(reseller)
    const whole = { color: '#7a1fa2', linkColor: '#4a148c', logo, icon }
    assert.containSubset((await shown(child)).snapshot, whole)
    const own = await inLive(child, () =>
      BrandImages.keep({ bytes: Buffer.from('own'), width: 1, height: 1 })
    )
    await choose(child, { color: '#b00020', logo: own })
    assert.containSubset((await shown(child)).snapshot, {
      ...{ color: '#b00020', linkColor: null, logo: own, icon: null },
    })
    await choose(child, { color: null, logo: null })
    assert.containSubset((await shown(child)).snapshot, whole, 'all of it comes back')
  })

  test('keep coming from a reseller that is suspended', async ({ assert }) => {
    const child = await below(reseller)
    await choose(reseller, { color: '#7a1fa2' })
    await published(reseller)
    await Suspension.impose(reseller.id, { reason: 'unpaid' })
    await settled()
    assert.equal((await shown(child)).color, '#7a1fa2')
  })

  test('come from the platform for tenants for which nobody else has chosen', async ({
    assert,
  }) => {
    const direct = await makeTenant({ plan: 'free', name: 'Direct' })
    const child = await below(reseller)
    await choose(reseller, { color: '#7a1fa2' })
    await published(reseller)
    await PlatformBrand.change({ color: '#1c53bd', supportEmail: 'help@platform.test' })
    try {
      await settled()
      assert.containSubset((await shown(direct)).snapshot, {
        name: 'Direct',
        color: '#1c53bd',
        supportEmail: 'help@platform.test',
      })
      assert.containSubset((await shown(child)).snapshot, {
        color: '#7a1fa2',
        supportEmail: 'help@platform.test',
      })
    } finally {
      await PlatformBrand.change({})
      await settled()
    }
    assert.isNull((await shown(direct)).supportEmail)
  })

  test('come down over two levels', async ({ assert }) => {
    const middle = await below(reseller, 'enterprise')
    const last = await below(middle)
    await choose(reseller, { name: 'Top', color: '#7a1fa2' })
    await published(reseller)
    await choose(middle, { name: 'Middle' })
    await published(middle)
    assert.containSubset((await shown(last)).snapshot, { name: 'Child', color: '#7a1fa2' })
    await choose(reseller, { color: '#0b6b42' })
    await published(reseller)
    assert.equal((await shown(last)).color, '#0b6b42')
  })

  test('stay the reseller’s without branding in the plan, and own values come back with it', async ({
    assert,
  }) => {
    await choose(reseller, { name: 'Signwell' })
    await published(reseller)
    const child = await below(reseller, 'pro')
    await choose(child, { name: 'Own Ltd', color: '#b00020' })
    await onPlan(child, 'free')
    const frozen = await shown(child)
    assert.equal(frozen.name, 'Child')
    assert.equal(frozen.own.name, 'Own Ltd')
    await assert.rejects(() => choose(child, { name: 'Other' }), /plan/i)
    assert.equal((await inLive(child, () => Brand.current())).name, 'Own Ltd')
    await onPlan(child, 'pro')
    assert.equal((await shown(child)).name, 'Own Ltd')
  })

  test('of a reseller that loses branding are not handed down any more', async ({ assert }) => {
    const child = await below(reseller)
    await choose(reseller, { color: '#7a1fa2' })
    await published(reseller)
    assert.equal((await shown(child)).color, '#7a1fa2')
    await onPlan(reseller, 'free')
    assert.notEqual((await shown(child)).color, '#7a1fa2')
    assert.equal((await shown(child)).name, 'Child')
  })

  test('of a released tenant are the platform’s, and nothing of the reseller comes after it', async ({
    assert,
  }) => {
    const child = await below(reseller)
    await choose(reseller, { name: 'Signwell', color: '#7a1fa2' })
    await published(reseller)
    await child.merge({ parentId: null }).save()
    await EntitlementsProjection.ask([child.id])
    await settled()
    const brand = await shown(child)
    assert.equal(brand.name, 'Child')
    assert.notEqual(brand.color, '#7a1fa2')
    assert.isNull(brand.inherited.reseller)
    await choose(reseller, { color: '#0b6b42' })
    await published(reseller)
    assert.notEqual((await shown(child)).color, '#0b6b42')
  })

  test('of a reseller come no further down once the one in between is released', async ({
    assert,
  }) => {
    const middle = await below(reseller, 'enterprise')
    const child = await below(middle)
    await choose(reseller, { color: '#7a1fa2' })
    await published(reseller)
    assert.equal((await shown(child)).color, '#7a1fa2')
    await middle.merge({ parentId: null }).save()
    await EntitlementsProjection.ask([middle.id])
    await settled()
    assert.notEqual((await shown(middle)).color, '#7a1fa2')
    assert.notEqual((await shown(child)).color, '#7a1fa2')
  })

  test('do not pass between siblings, nor from a child to its reseller', async ({ assert }) => {
    const [one, other] = [await below(reseller, 'pro'), await below(reseller, 'pro')]
    await choose(one, { name: 'One', color: '#b00020' })
    await published(one)
    assert.notEqual((await shown(other)).name, 'One')
    assert.notEqual((await shown(other)).color, '#b00020')
    assert.equal((await shown(reseller)).name, 'Reseller')
    const { rows } = await db
      .connection('platform')
      .rawQuery('select owner from brands where owner = ?', [one.id])
    assert.isEmpty(rows, 'a tenant with nobody below publishes nothing')
  })

  test('bring their pictures, and no other tenant can show them', async ({ assert }) => {
    const child = await below(reseller)
    const stranger = await makeTenant({ plan: 'pro' })
    const logo = await drawAnew(LOGO, 'logo')
    await choose(reseller, { logo: await inLive(reseller, () => BrandImages.keep(logo)) })
    await published(reseller)
    const { logo: sha256 } = (await shown(child)).snapshot
    assert.match(String(sha256), /^[0-9a-f]{64}$/)
    const image = await inLive(child, () => BrandImages.find(sha256))
    assert.isTrue(image!.bytes.equals(logo.bytes))
    assert.isNull(await inLive(stranger, () => BrandImages.find(sha256)))
  })

  test('keep the pictures that somebody may still need, and no more than twenty others', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'pro' })
    const kept = () =>
      inLive(tenant, async () => {
        const [rows] = await CurrentTenant.batch([{ text: 'select sha256 from brand_images' }])
        return rows.map(({ sha256 }) => sha256)
      })
    const keep = (name: string) =>
      inLive(tenant, () => BrandImages.keep({ bytes: Buffer.from(name), width: 1, height: 1 }))
    const [first, second] = [await keep('first'), await keep('second')]
    await choose(tenant, { logo: first })
    await choose(tenant, { logo: second })
    for (let turn = 0; turn < 25; turn++) await keep(`waiting ${turn}`)
    assert.lengthOf(await kept(), 22)
    assert.includeMembers(await kept(), [first, second])
  })

  test('wait for a tenant that is still being made, which then has what stands', async ({
    assert,
  }) => {
    const slug = `t${randomBase62(10).toLowerCase()}`
    const owner = { id: newId('usr'), email: `owner@${slug}.test`, name: 'Olga Owner' }
    const child = await platformTransaction((client) =>
      Provisioning.order(
        {
          ...{ name: 'Child', slug, plan: 'free', parentId: reseller.id, isTrusted: true },
          owner: { ...owner, passwordHash: null },
        },
        client
      )
    )
    await choose(reseller, { color: '#0b6b42' })
    await inLive(reseller, () => PublishedBrand.refresh())
    await BrandDescent.project(child.id)
    await settled()
    await child.refresh()
    assert.equal(child.status, 'ready')
    assert.equal((await shown(child)).color, '#0b6b42')
  })

  test('are the same when they come down twice, late or at once', async ({ assert }) => {
    const child = await below(reseller)
    await choose(reseller, { color: '#7a1fa2' })
    await inLive(reseller, () => PublishedBrand.refresh())
    await choose(reseller, { color: '#0b6b42' })
    await Promise.all(
      Array.from({ length: 4 }, () => inLive(reseller, () => PublishedBrand.refresh()))
    )
    await Promise.all(Array.from({ length: 4 }, () => BrandDescent.project(child.id)))
    await settled()
    assert.equal((await shown(child)).color, '#0b6b42')
    const trail = async () =>
      (await inLive(child, () => SecurityTrail.read())).filter(
        ({ action }) => action === 'brand.handed_down'
      )
    const [entry, ...others] = await trail()
    assert.equal(entry.body.details.changed, 'color')
    assert.deepInclude(entry.body.actor, { type: 'system', id: reseller.id })
    assert.isEmpty(others)
    await BrandDescent.project(child.id)
    assert.lengthOf(await trail(), 1)
    await choose(reseller, { color: '#7a1fa2' })
    await published(reseller)
    assert.lengthOf(await trail(), 2)
  })

  test('cannot be written from the sandbox, nor what is inherited by anybody', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'pro', withSandbox: true })
    const inTest = (text: string) =>
      CurrentTenant.run({ tenant: tenant.ref, environment: 'test' }, () =>
        CurrentTenant.batch([{ text }])
      )
    for (const text of [
      `update brand set name = 'x'`,
      `delete from brand_images`,
      `insert into brand_images (sha256, bytes, width, height) values (repeat('a', 64), '', 1, 1)`,
      'select * from brand_versions',
    ])
      await assert.rejects(() => inTest(text), /permission denied/)
    for (const text of [`update inherited_brand set reseller = 'x'`, 'delete from inherited_brand'])
      await assert.rejects(
        () => inLive(tenant, () => CurrentTenant.batch([{ text }])),
        /permission denied/
      )
    await assert.doesNotReject(() => inTest('select * from inherited_brand, brand_images'))
  })

  test('keep twenty versions, and go back to one as to a change', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'pro', name: 'First' })
    for (let turn = 1; turn <= 23; turn++) await choose(tenant, { mailFooter: `Line ${turn}` })
    const versions = await inLive(tenant, async () => {
      const [rows] = await CurrentTenant.batch([
        { text: 'select version from brand_versions order by version' },
      ])
      return rows.map(({ version }) => version)
    })
    assert.deepEqual(
      versions,
      Array.from({ length: 20 }, (_, index) => index + 5)
    )
    await inLive(tenant, () => BrandChange.restore(10, BY))
    assert.equal((await shown(tenant)).snapshot.mailFooter, 'Line 9')
    assert.isNull(await inLive(tenant, () => BrandChange.restore(2, BY)))
  })

  test('that are changed at once lose nothing of what was kept before', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'pro' })
    const values = { ...NOTHING_CHOSEN, name: 'Acme' }
    await Promise.all(
      ['#b00020', '#0b6b42', '#1c53bd'].map((color) =>
        inLive(tenant, () => BrandChange.make({ ...values, color }, BY))
      )
    )
    const { version } = await inLive(tenant, () => Brand.current())
    assert.equal(version, 4)
  })
})
