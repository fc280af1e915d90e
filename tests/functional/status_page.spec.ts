import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import env from '#start/env'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import { timeScale } from '#app/foundation/time_scale'
import { HealthSamples } from '#app/monitoring/samples/health_samples'
import { allLate } from '#app/monitoring/samples/installation_sample'
import { Cell } from '#app/tenancy/cell'
import type Tenant from '#app/tenants/tenant'
import { makeChild, makeReseller } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { OperatorVisitor } from '#tests/support/operator_visitor'
import { asSuperuser } from '#tests/support/superuser'

const platform = () => db.connection('platform')
const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

async function page(tenant: Tenant, path = '/status'): Promise<string> {
  return words((await new Visitor(tenant).get(path)).text)
}

/** What other tests measured and published is for everybody. */
async function nothingIsTold(): Promise<void> {
  await platform().from('health_samples').delete()
  await asSuperuser(Cell.named('main').database, (superuser) =>
    superuser.query('truncate platform.incidents cascade')
  )
}

function keep(totals: object, ms = MINUTE_MS): Promise<unknown> {
  return platform()
    .table('health_samples')
    .insert({ span: 'minute', source: 'web-a', at: new Date(Date.now() - ms), totals, peaks: {} })
}

test.group('Status page', (group) => {
  let acme: Tenant
  group.setup(async () => {
    timeScale.set(0) // it reads anew each time
    acme = await makeTenant({ name: 'Acme Realty' })
    return () => timeScale.set(1)
  })
  group.each.setup(nothingIsTold)

  test('is open to anybody at a tenant’s host, in its name and in their language', async ({
    assert,
  }) => {
    const { status, text, headers } = await new Visitor(acme).get('/status')
    assert.equal(status, 200)
    assert.include(text, 'Acme Realty')
    assert.notMatch(text, /countersign/i)
    assert.equal(headers['cache-control'], 'no-store')
    assert.notProperty(headers, 'set-cookie')
    assert.notInclude(text, ' style=')
    assert.include(await page(acme), 'Everything works.')
    assert.include(await page(acme, '/status?language=de'), 'Alles funktioniert.')
    assert.include(await page(acme, '/status?language=xx'), 'Everything works.')
  })

  test('is linked in the dashboard', async ({ assert }) => {
    const owner = await Visitor.as(acme)
    assert.include((await owner.get('/documents')).text, 'href="/status"')
  })

  test('is nowhere at the platform’s own host', async ({ assert }) => {
    const { status } = await new Visitor(acme, null, env.get('PLATFORM_DOMAIN')).get('/status')
    assert.equal(status, 404)
  })

  test('says that work is late while no worker says anything', async ({ assert }) => {
    await HealthSamples.writeMissing(allLate())
    const text = await page(acme)
    assert.include(text, 'Not everything works at the moment.')
    assert.match(text, /Email Delayed/)
    assert.match(text, /Webhooks Delayed/)
    assert.match(text, /API Working/)
  })

  test('calls requests that fail disrupted or not working, unless they are few', async ({
    assert,
  }) => {
    await keep({ 'measured.api': 4, 'late.api': 4, 'measured.signing': 100, 'late.signing': 10 })
    assert.match(await page(acme), /API Working/)
    assert.match(await page(acme), /Signing pages Disrupted/)
    await platform().from('health_samples').delete()
    await keep({ 'measured.api': 40, 'late.api': 30 })
    assert.match(await page(acme), /API Not working/)
  })

  test('shows ninety days, names the bad ones, and never rounds up to all', async ({ assert }) => {
    await keep({ 'measured.mail': 1_440, 'late.mail': 144 }, 3 * DAY_MS)
    await keep({ 'measured.mail': 1_000_000, 'late.mail': 1 }, 2 * DAY_MS)
    const { text } = await new Visitor(acme).get('/status')
    const bars = [...text.matchAll(/<rect data-level="(\w+)"/g)].map(([, level]) => level)
    assert.lengthOf(bars, 5 * 90)
    const ofMail = bars.slice(2 * 90, 3 * 90)
    assert.deepEqual(ofMail.slice(-4), ['poor', 'good', 'none', 'none'])
    assert.include(words(text), '1 day with disruptions')
    assert.include(words(text), '99.98% undisturbed')
    assert.notInclude(words(text), '100% undisturbed')
  })
})

test.group('Incidents', (group) => {
  let pat: OperatorVisitor
  let reseller: Tenant
  let child: Tenant
  let stranger: Tenant
  group.setup(async () => {
    timeScale.set(0)
    pat = await OperatorVisitor.as('operator')
    reseller = await makeReseller()
    ;[child, stranger] = [await makeChild(reseller), await makeTenant()]
    return () => timeScale.set(1)
  })
  group.each.setup(nothingIsTold)

  const FORM = { title: 'Mails are late', text: 'We look at it.', parts: 'mail', impact: 'down' }
  const newest = () => platform().from('incidents').orderBy('id', 'desc').first()
  const count = async () =>
    Number((await platform().from('incidents').count('* as total'))[0].total)

  test('are read by everybody until they are resolved, and then as what has been', async ({
    assert,
  }) => {
    const opened = await pat.post('/incidents', FORM)
    const path = String(opened.headers.location)
    assert.equal(path, `/incidents/${(await newest()).id}`)
    for (const tenant of [child, stranger]) {
      const text = await page(tenant)
      assert.match(text, /Email Not working/)
      assert.match(text, /Mails are late Email Investigating .*We look at it\./)
    }
    await pat.post(`${path}/updates`, { state: 'identified', text: 'A server is full.' })
    assert.match(await page(child), /Cause found .*A server is full\..*Investigating/)
    await pat.post(`${path}/updates`, { state: 'resolved', text: 'It has room again.' })
    const text = await page(child)
    assert.match(text, /Email Working/)
    assert.match(text, /Resolved .*It has room again\./)
    const late = await pat.post(`${path}/updates`, { state: 'monitoring', text: 'Again?' })
    assert.include((await pat.followed(late)).text, 'This incident is resolved')
    assert.notInclude(await page(child), 'Again?')
    const trail = (await pat.get('/trail')).text
    assert.include(trail, 'Incident told to customers')
    assert.include(trail, 'Incident updated')
  })

  test('for a reseller are read by it and by those below it alone', async ({ assert }) => {
    const title = 'Only for some'
    await pat.post('/incidents', { ...FORM, title, reseller: reseller.slug.toUpperCase() })
    const grandchild = await makeTenant({ parentId: child.id })
    for (const tenant of [reseller, child, grandchild])
      assert.include(await page(tenant), title, tenant.name)
    const text = await page(stranger)
    assert.notInclude(text, title)
    assert.match(text, /Email Working/)
    await pat.post(`/incidents/${(await newest()).id}/updates`, {
      state: 'resolved',
      text: 'Done.',
    })
  })

  test('are told once, however often the form is sent', async ({ assert }) => {
    const before = await count()
    const form = { ...FORM, once: 'a'.repeat(22), parts: 'api' }
    const [{ headers: one }, { headers: other }] = [
      await pat.post('/incidents', form),
      await pat.post('/incidents', form),
    ]
    assert.equal(one.location, other.location)
    assert.equal(await count(), before + 1)
    await pat.post(`${one.location}/updates`, { state: 'resolved', text: 'Done.' })
  })

  test('are refused, and nothing changes, where something is missing or makes no sense', async ({
    assert,
  }) => {
    const before = await count()
    for (const [name, value, fault] of [
      ['title', ' ', 'Enter a title.'],
      ['title', 'x'.repeat(161), 'at most 160'],
      ['text', '', 'Write what is known.'],
      ['text', 'a\u0000b', 'control characters'],
      ['parts', 'everything', 'Choose at least one part.'],
      ['reseller', 'nobody-has-this', 'No tenant has this slug.'],
    ] as const) {
      const { status, text } = await pat.post('/incidents', { ...FORM, [name]: value })
      assert.equal(status, 422, name)
      assert.include(text, fault)
    }
    for (const id of ['x', 'inc_01h00000000000000000000000'])
      assert.equal((await pat.post(`/incidents/${id}/updates`, FORM)).status, 404)
    assert.equal(await count(), before)
  })

  test('show what is typed as text', async ({ assert }) => {
    const title = '<b>bold</b> {{ 1 + 1 }}'
    await pat.post('/incidents', { ...FORM, title })
    const { text } = await new Visitor(child).get('/status')
    assert.include(text, '&lt;b&gt;bold&lt;/b&gt; {{ 1 + 1 }}')
    await pat.post(`/incidents/${(await newest()).id}/updates`, {
      state: 'resolved',
      text: 'Done.',
    })
  })
})
