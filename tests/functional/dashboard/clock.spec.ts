import { test } from '@japa/runner'
import type Tenant from '#app/tenants/tenant'
import { TestClock } from '#app/sandbox/test_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'

const DAY_S = 24 * 3_600

const ahead = ({ ref }: Tenant) =>
  CurrentTenant.run(
    { tenant: ref, environment: 'test' },
    async () => (await TestClock.read()).seconds
  )

test.group('Dashboard | the clock of the sandbox', (group) => {
  let acme: Tenant

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
  })

  test('goes on by its buttons, and says so', async ({ assert }) => {
    const olga = await Visitor.as(acme)
    assert.include((await olga.get('/test/clock')).text, 'It shows the real time.')
    const pressed = await olga.post('/test/clock', { step: 'week' })
    assert.equal(pressed.status, 303)
    const { text } = await olga.followed(pressed)
    assert.include(text, 'The clock has advanced by 7 days.')
    assert.include(text, 'ahead of the real time')
    assert.equal(await ahead(acme), 7 * DAY_S)
  })

  test('goes on once for a double click', async ({ assert }) => {
    const olga = await Visitor.as(acme)
    const once = /name="once" value="([^"]+)"/.exec((await olga.get('/test/clock')).text)![1]
    const pressed = await Promise.all(
      [1, 2].map(() => olga.post('/test/clock', { step: 'day', once }))
    )
    assert.include((await olga.followed(pressed[1])).text, 'The clock has advanced by 1 day.')
    assert.equal(await ahead(acme), DAY_S)
  })

  test('stays where it is for a step that no button has', async ({ assert }) => {
    const olga = await Visitor.as(acme)
    for (const step of ['', 'century', '-1', '__proto__'])
      assert.equal((await olga.post('/test/clock', { step })).status, 303)
    assert.equal(await ahead(acme), 0)
  })

  test('is not there in live, and not for those who may not make keys', async ({ assert }) => {
    const olga = await Visitor.as(acme)
    assert.equal((await olga.get('/clock')).status, 404)
    assert.notInclude((await olga.get('/documents')).text, 'href="/clock"')
    const mia = await Visitor.as(acme, 'member')
    assert.equal((await mia.get('/test/clock')).status, 403)
    assert.equal((await mia.post('/test/clock', { step: 'day' })).status, 403)
    const dana = await Visitor.as(acme, 'developer')
    assert.equal((await dana.get('/test/clock')).status, 200)
    assert.equal(await ahead(acme), 0)
  })
})
