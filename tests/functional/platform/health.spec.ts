import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { MINUTE_MS } from '#app/foundation/duration'
import { SealHierarchy } from '#app/signing/seal/seal_hierarchy'
import { OperatorVisitor } from '#tests/support/operator_visitor'

const platform = () => db.connection('platform')

test.group('Health at the console', (group) => {
  let pat: OperatorVisitor
  group.setup(async () => {
    pat = await OperatorVisitor.as('operator')
  })
  group.each.setup(async () => {
    await platform().from('health_samples').delete()
  })

  const keep = (totals: object, peaks: object = {}, minutes = 1) =>
    platform()
      .table('health_samples')
      .insert({
        ...{ span: 'minute', source: 'web-a', totals, peaks },
        at: new Date(Date.now() - minutes * MINUTE_MS),
      })

  test('shows in tables what was measured, and what the databases say now', async ({ assert }) => {
    await SealHierarchy.issuing('live')
    await keep(
      { 'requests.2xx': 1_234, 'mails.put_off': 3, 'intake.pdf_encrypted': 2 },
      { 'loop.web': 12.34, 'work.oldest.webhooks.deliver': 42 }
    )
    const { status, text } = await pat.get('/health?period=3h')
    assert.equal(status, 200)
    for (const cell of ['data-value="1234">1,234<', '>put off<', '>pdf encrypted<', '>12.3<'])
      assert.include(text, cell)
    assert.include(text, '>webhooks.deliver<')
    assert.include(text, 'not measured')
    assert.match(text, /Tenants at version/)
    assert.include(text, `<td data-name="Version">`)
    assert.match(text, /live seal authority ends on/)
  })

  test('says so where nothing was measured, and takes any period for the usual one', async ({
    assert,
  }) => {
    for (const path of ['/health', '/health?period=x', '/health?period[]=3h']) {
      const { status, text } = await pat.get(path)
      assert.equal(status, 200, path)
      assert.include(text, 'Nothing has been measured in this time')
      assert.include(text, 'href="/health?period=24h" aria-current="page"')
    }
  })

  test('looks no further back than was asked for', async ({ assert }) => {
    await keep({ 'requests.2xx': 77 }, {}, 5 * 60)
    assert.notInclude((await pat.get('/health?period=3h')).text, 'data-value="77"')
    assert.include((await pat.get('/health?period=24h')).text, 'data-value="77"')
  })

  test('is for operators alone', async ({ assert }) => {
    assert.equal((await new OperatorVisitor().get('/health')).headers.location, '/login')
  })
})
