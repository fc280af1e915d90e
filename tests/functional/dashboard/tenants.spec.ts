import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import PlanRequest from '#app/tenants/plans/plan_request'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import { nameServers } from '#app/tenants/hosts/name_server'
import { Suspension } from '#app/tenants/suspension'
import Tenant from '#app/tenants/tenant'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import { doPlatformWork, makeChild, makeReseller, newSlug } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { Visitor } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import { activeDomain } from '#tests/support/domain_hand'

async function use(tenant: Tenant, documents: number, signatures: number): Promise<void> {
  const month = UsageMonth.current().name
  await db
    .connection('platform')
    .table('usage_totals')
    .multiInsert(
      Object.entries({ documents, signatures }).map(([name, used]) => ({
        tenant_id: tenant.id,
        month,
        name,
        used,
        revision: 1,
      }))
    )
}

async function losesResell(reseller: Tenant): Promise<void> {
  await reseller.merge({ planKey: 'business' }).save()
  await EntitlementsProjection.apply(reseller.id)
}

test.group('Dashboard | tenants', (group) => {
  let reseller: Tenant
  let rita: Visitor

  group.each.setup(async () => {
    reseller = await makeReseller()
    rita = await Visitor.as(reseller)
  })

  const filledIn = (more: Record<string, string> = {}) => ({
    name: 'Initech',
    slug: newSlug(),
    plan: 'pro',
    ownerName: 'Bill Lumbergh',
    ownerEmail: 'bill@initech.example',
    ...more,
  })

  test('invites to make the first, makes it and shows it while a worker is at it', async ({
    assert,
  }) => {
    assert.include((await rita.get('/tenants')).text, 'Create your first tenant')
    const values = filledIn()
    const made = await rita.post('/tenants', values)
    assert.equal(made.status, 303, made.text)
    const page = await rita.followed(made)
    assert.include(page.text, 'Initech')
    assert.include(page.text, 'The tenant is being created')
    assert.notInclude(page.text, '/suspend')
    await doPlatformWork()
    const shown = await rita.followed(made)
    assert.notInclude(shown.text, 'The tenant is being created')
    assert.include(shown.text, '/suspend')
    assert.include((await rita.get('/tenants')).text, values.slug)
  })

  test('keeps what was typed and says at the field what is wrong', async ({ assert }) => {
    for (const [wrong, words] of [
      [{ slug: reseller.slug }, 'has the slug'],
      [{ slug: 'admin' }, 'A slug is 1 to 40'],
      [{ plan: 'enterprise' }, 'You may not sell a plan enterprise'],
      [{ ownerEmail: 'bill' }, 'This is not an email address.'],
      [{ name: '' }, 'Enter a name.'],
    ] as const) {
      const answer = await rita.post('/tenants', filledIn({ ownerName: 'Kept Name', ...wrong }))
      assert.equal(answer.status, 422)
      assert.include(answer.text, words)
      assert.include(answer.text, 'Kept Name')
    }
    assert.isEmpty(await Tenant.query().where({ parentId: reseller.id }))
  })

  test('writes names of tenants as text', async ({ assert }) => {
    const child = await makeChild(reseller, { name: `'"><script>alert(1)</script>` })
    for (const path of ['', `/${child.id}`, `/${child.id}/edit`, `/${child.id}/release`]) {
      const page = await rita.get(`/tenants${path}`)
      assert.equal(page.status, 200, path)
      assert.notInclude(page.text, '"><script>alert(1)')
      assert.notMatch(page.text, />[^<]*<script>alert/)
    }
  })

  test('shows what tenants used, what they pay and what is left of it', async ({ assert }) => {
    await rita.post('/tenants/prices', { 'price[pro]': '99.50', 'offered[pro]': 'yes' })
    const child = await makeChild(reseller, { plan: 'pro' })
    await use(child, 1_234, 56)
    const list = await rita.get('/tenants')
    for (const words of ['1,234', '56', '$99.50', '$49.00', '$50.50'])
      assert.include(list.text, words)
    const page = await rita.get(`/tenants/${child.id}`)
    for (const words of ['1,234', '56']) assert.include(page.text, words)
  })

  test('says that prices are paid per month', async ({ assert }) => {
    const child = await makeChild(reseller, { plan: 'pro' })
    await rita.post('/tenants/prices', { 'price[pro]': '99.50', 'offered[pro]': 'yes' })
    const prices = { 'Pays you': '$99.50 per month', 'You pay': '$49.00 per month' }
    const page = await rita.get(`/tenants/${child.id}`)
    for (const [name, price] of Object.entries(prices))
      assert.include(page.text, `<dt>${name}</dt><dd>${price}</dd>`)
    for (const path of ['/tenants', '/tenants/prices'])
      assert.include((await rita.get(path)).text, 'You pay per month')
  })

  test('follows the list where no price was chosen, also after the form is saved', async ({
    assert,
  }) => {
    const form = await rita.get('/tenants/prices')
    assert.match(form.text, /id="price-pro" value="" placeholder="49.00"/)
    const values = Object.fromEntries(
      [...form.text.matchAll(/name="(price\[\w+\])"[^>]*? value="([^"]*)"/g)].map(
        ([, name, value]) => [name, value]
      )
    )
    await rita.post('/tenants/prices', { ...values, 'price[business]': '250' })
    const chosen = await db
      .connection('platform')
      .from('resale_terms')
      .where('reseller_id', reseller.id)
      .whereNotNull('price_cents')
      .select('plan_key', 'price_cents')
    assert.deepEqual(chosen, [{ plan_key: 'business', price_cents: 25_000 }])
    const again = await rita.get('/tenants/prices')
    assert.match(again.text, /id="price-business" value="250.00" placeholder="199.00"/)
  })

  test('takes prices only as amounts, all of them or none', async ({ assert }) => {
    for (const odd of ['-1', '1e3', '12.345', 'many', '99999999', '=1+1']) {
      const answer = await rita.post('/tenants/prices', {
        'price[free]': '5',
        'price[pro]': odd,
        'offered[pro]': 'yes',
      })
      assert.equal(answer.status, 422, odd)
      assert.include(answer.text, 'Enter an amount such as')
    }
    const rows = await db
      .connection('platform')
      .from('resale_terms')
      .where('reseller_id', reseller.id)
    assert.isEmpty(rows)
    const foreign = { 'price[enterprise]': '1', 'offered[enterprise]': 'yes', 'price[pro]': '70' }
    assert.equal((await rita.post('/tenants/prices', foreign)).status, 303)
    const plans = await db
      .connection('platform')
      .from('resale_terms')
      .where('reseller_id', reseller.id)
      .select('plan_key')
    assert.notInclude(
      plans.map(({ plan_key: plan }) => plan),
      'enterprise'
    )
  })

  test('finds by name and status', async ({ assert }) => {
    await makeChild(reseller, { name: 'Acme Ltd' })
    const other = await makeChild(reseller, { name: 'Globex' })
    await rita.followed(await rita.post(`/tenants/${other.id}/suspend`, { reason: 'Unpaid' }))
    const found = await rita.get('/tenants?q=acme')
    assert.include(found.text, 'Acme Ltd')
    assert.notInclude(found.text, 'Globex')
    const suspended = await rita.get('/tenants?status=suspended')
    assert.include(suspended.text, 'Globex')
    assert.notInclude(suspended.text, 'Acme Ltd')
    assert.include((await rita.get('/tenants?q=nobody')).text, 'Nothing found')
  })

  test('goes through more tenants than a page has', async ({ assert }) => {
    for (let count = 0; count < 26; count += 1)
      await db
        .connection('platform')
        .table('tenants')
        .insert({
          id: `ten_0000000000000000000000${String(count).padStart(4, '0')}`,
          slug: newSlug(),
          name: `Filler ${count}`,
          plan_key: 'free',
          parent_id: reseller.id,
          key_prefix: newSlug().slice(0, 8),
          status: 'ready',
        })
    const first = await rita.get('/tenants')
    const href = /href="(\/tenants\?after=[^"]+)"/.exec(first.text)?.[1]
    assert.isDefined(href)
    const second = await rita.get(String(href))
    const names = (text: string) => [...text.matchAll(/>(Filler \d+)</g)].map(([, name]) => name)
    assert.lengthOf(names(first.text), 25)
    assert.lengthOf(names(second.text), 1)
    assert.lengthOf(new Set([...names(first.text), ...names(second.text)]), 26)
    await db.connection('platform').from('tenants').where('parent_id', reseller.id).delete()
  })

  test('suspends with a reason, and lets go on', async ({ assert }) => {
    const child = await makeChild(reseller)
    const silent = await rita.post(`/tenants/${child.id}/suspend`, { reason: '' })
    assert.equal(silent.status, 422)
    await rita.post(`/tenants/${child.id}/suspend`, { reason: 'Unpaid since May' })
    assert.equal((await child.refresh()).status, 'suspended')
    const page = await rita.get(`/tenants/${child.id}`)
    assert.include(page.text, 'Unpaid since May')
    await rita.post(`/tenants/${child.id}/resume`)
    assert.equal((await child.refresh()).status, 'ready')
  })

  test('offers no way to start again what the platform stopped', async ({ assert }) => {
    const child = await makeChild(reseller)
    await Suspension.impose(child.id, { reason: 'Phishing' })
    const page = await rita.get(`/tenants/${child.id}`)
    assert.include(page.text, 'platform suspended this tenant')
    assert.notInclude(page.text, '/resume')
    assert.notInclude(page.text, 'Phishing')
    const answer = await rita.followed(await rita.post(`/tenants/${child.id}/resume`))
    assert.include(answer.text, 'This tenant was stopped by the platform')
    assert.equal((await child.refresh()).status, 'suspended')
  })

  test('cannot delete what the platform stopped, and is not offered to', async ({ assert }) => {
    const child = await makeChild(reseller)
    await Suspension.impose(child.id, { reason: 'Phishing' })
    const page = await rita.get(`/tenants/${child.id}`)
    assert.notInclude(page.text, `/tenants/${child.id}/delete`)
    const asked = { confirmation: child.slug }
    const answer = await rita.followed(await rita.post(`/tenants/${child.id}/delete`, asked))
    assert.include(answer.text, 'This tenant was stopped by the platform')
    assert.isNull((await child.refresh()).eraseAt)
  })

  test('gives another name and plan', async ({ assert }) => {
    const child = await makeChild(reseller, { plan: 'pro' })
    const answer = await rita.post(`/tenants/${child.id}`, { name: 'Renamed', plan: 'starter' })
    assert.equal(answer.status, 303, answer.text)
    assert.containSubset((await child.refresh()).$attributes, {
      name: 'Renamed',
      planKey: 'starter',
    })
    const refused = await rita.post(`/tenants/${child.id}`, { name: 'X', plan: 'enterprise' })
    assert.equal(refused.status, 422)
    assert.equal((await child.refresh()).name, 'Renamed')
  })

  const asks = (child: Tenant, planKey: string) =>
    PlanRequest.ask({ tenantId: child.id, planKey, note: 'We grow', by: 'usr_x' })

  test('decides what its tenants ask for, once', async ({ assert }) => {
    const child = await makeChild(reseller, { plan: 'starter' })
    const request = await asks(child, 'pro')
    assert.include((await rita.get('/tenants')).text, 'Plan requests')
    const page = await rita.get(`/tenants/${child.id}`)
    assert.include(page.text, 'We grow')
    const path = `/tenants/${child.id}/requests/${request.id}`
    await rita.post(path, { decision: 'granted', answer: 'Gladly' })
    assert.equal((await child.refresh()).planKey, 'pro')
    assert.containSubset((await request.refresh()).$attributes, {
      status: 'granted',
      answer: 'Gladly',
      decidedBy: rita.user?.id,
    })
    await rita.post(path, { decision: 'declined' })
    assert.equal((await request.refresh()).status, 'granted')
  })

  test('declines, and grants no plan that it does not sell', async ({ assert }) => {
    const child = await makeChild(reseller, { plan: 'starter' })
    const large = await asks(child, 'enterprise')
    const path = `/tenants/${child.id}/requests/${large.id}`
    const refused = await rita.followed(await rita.post(path, { decision: 'granted' }))
    assert.include(refused.text, 'You may not sell a plan enterprise')
    assert.equal((await large.refresh()).status, 'open')
    await rita.post(path, { decision: 'declined', answer: 'Not now' })
    assert.equal((await large.refresh()).status, 'declined')
    assert.equal((await child.refresh()).planKey, 'starter')
  })

  test('decides nothing that another’s tenant asks for', async ({ assert }) => {
    const own = await makeChild(reseller)
    const foreign = await makeChild(await makeReseller('Rival'), { plan: 'starter' })
    const request = await asks(foreign, 'pro')
    for (const { id } of [own, foreign])
      await rita.post(`/tenants/${id}/requests/${request.id}`, { decision: 'granted' })
    assert.equal((await request.refresh()).status, 'open')
    assert.equal((await foreign.refresh()).planKey, 'starter')
    assert.notInclude((await rita.get('/tenants')).text, 'Plan requests')
  })

  for (const way of ['release', 'delete'] as const) {
    test(`asks for the slug before it does a ${way}`, async ({ assert }) => {
      const child = await makeChild(reseller)
      for (const confirmation of ['', 'yes', child.slug.toUpperCase()]) {
        const answer = await rita.post(`/tenants/${child.id}/${way}`, { confirmation })
        assert.equal(answer.status, 422)
        assert.include(answer.text, `Type ${child.slug} to confirm.`)
      }
      assert.containSubset((await child.refresh()).$attributes, {
        status: 'ready',
        parentId: reseller.id,
      })
      await rita.post(`/tenants/${child.id}/${way}`, { confirmation: child.slug })
      await child.refresh()
      assert.equal(
        way === 'release' ? child.parentId : child.status,
        way === 'release' ? null : 'suspended'
      )
      assert.equal((await rita.get(`/tenants/${child.id}`)).status, way === 'release' ? 404 : 200)
    })
  }

  test('says before a release what stops with the address below its base, whose links lead on', async ({
    assert,
    cleanup,
  }) => {
    const world = await DnsWorld.open()
    cleanup(() => world.close())
    nameServers.use([world.asServer()])
    cleanup(() => nameServers.use())
    const child = await makeChild(reseller)
    const page = `/tenants/${child.id}/release`
    assert.notInclude((await rita.get(page)).text, 'Links already sent with')
    const base = await activeDomain(reseller, `${child.slug}.com`, world, { kind: 'base' })
    const host = `${child.slug}.${base.host}`
    assert.include((await rita.get(page)).text, `Links already sent with ${host} lead`)
    await rita.post(page, { confirmation: child.slug })
    const { status, headers } = await ask({ path: '/sign/tok_abc', headers: { host } })
    assert.equal(status, 307)
    assert.equal(new URL(String(headers.location)).hostname, hostOfTenant(child))
    assert.equal((await ask({ path: '/login', headers: { host } })).status, 404)
  })

  test('writes usage of a month as CSV in which nothing is a formula', async ({ assert }) => {
    const evil = await makeChild(reseller, { name: '=HYPERLINK("http://evil.example","x")' })
    const plain = await makeChild(reseller, { name: 'Plain, "quoted"', plan: 'starter' })
    await use(plain, 7, 9)
    const answer = await rita.get('/tenants/usage.csv')
    assert.equal(answer.status, 200)
    assert.match(String(answer.headers['content-type']), /^text\/csv/)
    assert.match(
      String(answer.headers['content-disposition']),
      /attachment; filename="usage-\d{4}-\d\d\.csv"/
    )
    assert.isTrue(answer.text.startsWith('\uFEFFid,slug,'), 'as Excel reads it')
    const lines = answer.text.trimEnd().split('\r\n')
    assert.lengthOf(lines, 3)
    assert.include(lines[1], `${plain.slug},"Plain, ""quoted""",ready,starter,7,9,15,15,USD`)
    assert.include(lines[2], `${evil.slug},"'=HYPERLINK(""http://evil.example"",""x"")"`)
    const odd = await rita.get('/tenants/usage.csv?month=../../etc')
    assert.include(String(odd.headers['content-disposition']), UsageMonth.current().name)
  })

  test('is the room of owners and admins alone', async ({ assert }) => {
    const child = await makeChild(reseller)
    for (const role of ['developer', 'member', 'viewer'] as const) {
      const somebody = await Visitor.as(reseller, role)
      assert.equal((await somebody.get('/tenants')).status, 403)
      assert.equal((await somebody.get('/tenants/usage.csv')).status, 403)
      const tried = await somebody.post(`/tenants/${child.id}/suspend`, { reason: 'x' })
      assert.equal(tried.status, 403)
      assert.notInclude((await somebody.get('/documents')).text, 'href="/tenants"')
    }
    const admin = await Visitor.as(reseller, 'admin')
    assert.equal((await admin.get('/tenants')).status, 200)
    assert.equal((await child.refresh()).status, 'ready')
  })

  test('is not there for those who sell nothing', async ({ assert }) => {
    const visitor = await Visitor.as(await makeTenant({ plan: 'business' }))
    assert.equal((await visitor.get('/tenants')).status, 404)
    assert.equal((await visitor.get('/tenants/new')).status, 404)
    assert.equal((await visitor.post('/tenants', filledIn())).status, 404)
    assert.notInclude((await visitor.get('/documents')).text, 'href="/tenants"')
    assert.include((await rita.get('/documents')).text, 'href="/tenants"')
    assert.equal((await rita.get('/test/tenants')).status, 404)
  })

  test('freezes when the plan has no reselling any more: all is seen, nothing is changed', async ({
    assert,
  }) => {
    const child = await makeChild(reseller)
    await losesResell(reseller)
    const list = await rita.get('/tenants')
    assert.equal(list.status, 200)
    assert.include(list.text, 'Your plan no longer includes reselling')
    assert.include(list.text, child.slug)
    assert.notInclude(list.text, '/tenants/new')
    assert.include((await rita.get('/documents')).text, 'href="/tenants"')
    for (const [path, values] of [
      ['/tenants', filledIn()],
      ['/tenants/prices', { 'price[pro]': '1' }],
      [`/tenants/${child.id}`, { name: 'X', plan: 'pro' }],
      [`/tenants/${child.id}/suspend`, { reason: 'x' }],
      [`/tenants/${child.id}/resume`, {}],
      [`/tenants/${child.id}/handover`, { name: 'X', email: 'x@y.example' }],
      [`/tenants/${child.id}/release`, { confirmation: child.slug }],
      [`/tenants/${child.id}/delete`, { confirmation: child.slug }],
    ] as const) {
      assert.equal((await rita.post(path, { ...values })).status, 403, path)
    }
    await child.refresh()
    assert.containSubset(child.$attributes, {
      status: 'ready',
      name: 'Child',
      parentId: reseller.id,
    })
  })

  test('changes nothing while the reseller itself is suspended; its tenants go on', async ({
    assert,
  }) => {
    const child = await makeChild(reseller)
    await Suspension.impose(reseller.id, { reason: 'Unpaid' })
    await doPlatformWork()
    assert.equal((await rita.get(`/tenants/${child.id}`)).status, 200)
    for (const path of ['suspend', 'resume', 'release', 'delete', 'handover']) {
      const answer = await rita.post(`/tenants/${child.id}/${path}`, { reason: 'x' })
      assert.equal(answer.status, 403, path)
    }
    assert.equal((await rita.post('/tenants', filledIn())).status, 403)
    const [[entitlements]] = await CurrentTenant.run(
      { tenant: child.ref, environment: 'live' },
      () => CurrentTenant.batch([{ text: 'select suspended_at from standing' }])
    )
    assert.isNull(entitlements.suspended_at)
  })
})
