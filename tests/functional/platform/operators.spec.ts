import { test } from '@japa/runner'
import { PlatformTrail } from '#app/audit/platform_trail'
import { clock } from '#app/foundation/clock'
import { randomToken } from '#app/foundation/opaque_token'
import Operator from '#app/identity/operators/operator'
import { enrolledOperator, OperatorVisitor } from '#tests/support/operator_visitor'

test.group('Platform | operators', (group) => {
  group.each.teardown(() => clock.restore())

  test('are invited by a link that is shown once', async ({ assert }) => {
    const pat = await OperatorVisitor.as('admin')
    const email = `new-${Date.now()}@platform.test`
    const answer = await pat.post('/operators', { name: 'Nora', email, role: 'operator' })
    assert.equal(answer.status, 200)
    const [, path] = /(\/welcome\/[\w-]+)/.exec(answer.text) ?? []
    assert.equal((await new OperatorVisitor().get(path)).status, 200)
    assert.notInclude((await pat.get('/operators')).text, path)
    const again = await pat.post('/operators', { name: 'Nora', email, role: 'operator' })
    assert.equal(again.status, 422)
    assert.include(again.text, 'There is already an operator with this address')
  })

  test('are invited once by a form that is sent five times at once, each answer with the same link', async ({
    assert,
  }) => {
    const pat = await OperatorVisitor.as('admin')
    const values = {
      ...{ name: 'Nora', email: `once-${Date.now()}@platform.test`, role: 'operator' },
      once: randomToken(),
    }
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => pat.post('/operators', values)))
    const links = answers.map(({ text }) => /(\/welcome\/[\w-]+)/.exec(text)?.[1])
    assert.lengthOf(new Set(links), 1)
    assert.equal((await new OperatorVisitor().get(links[0]!)).status, 200)
    const added = (await PlatformTrail.read()).filter(({ action }) => action === 'operator.added')
    const { id } = await Operator.findByOrFail('email', values.email)
    assert.lengthOf(
      added.filter(({ body }) => body.details.operatorId === id),
      1
    )
  })

  test('have a link that a reloaded answer shows no more after a minute, and nobody else ever', async ({
    assert,
  }) => {
    const [pat, ann] = [await OperatorVisitor.as('admin'), await OperatorVisitor.as('admin')]
    const email = `late-${Date.now()}@platform.test`
    const values = { name: 'Nora', email, role: 'operator', once: randomToken() }
    assert.match((await pat.post('/operators', values)).text, /\/welcome\//)
    const other = await ann.post('/operators', values)
    assert.equal(other.status, 422)
    assert.notInclude(other.text, '/welcome/')
    clock.travel(61_000)
    const late = await pat.post('/operators', values)
    assert.equal(late.headers.location, '/operators')
  })

  test('who are no administrators manage nobody', async ({ assert }) => {
    const olaf = await OperatorVisitor.as('operator')
    const other = await enrolledOperator()
    const values = { name: 'Nora', email: `nora-${Date.now()}@platform.test`, role: 'admin' }
    for (const path of [
      '/operators',
      `/operators/${other.id}/link`,
      `/operators/${other.id}/disable`,
      `/operators/${other.id}/enable`,
      '/settings',
    ])
      assert.equal((await olaf.post(path, values)).status, 403, path)
    assert.isNull((await other.refresh()).disabledAt)
    assert.isNull(await Operator.findBy('email', values.email))
  })

  test('are asked before they lose what they log in with', async ({ assert }) => {
    const [pat, olaf] = [await OperatorVisitor.as('admin'), await OperatorVisitor.as('operator')]
    const path = `/operators/${olaf.operator?.id}`
    assert.match((await pat.get(`${path}/disable`)).text, /logged out everywhere[^]*Cancel/)
    assert.match((await pat.get(`${path}/link`)).text, /a new password and[^]*Cancel/)
    assert.include((await pat.get(`/operators/${pat.operator?.id}/disable`)).text, 'yourself')
    for (const what of ['disable', 'link'])
      assert.equal((await olaf.get(`${path}/${what}`)).status, 403)
    assert.equal((await olaf.get('/tenants')).status, 200)
  })

  test('who are disabled are out at once, and come back with new proofs only', async ({
    assert,
  }) => {
    const pat = await OperatorVisitor.as('admin')
    const olaf = await OperatorVisitor.as('operator')
    const [before] = await PlatformTrail.read({ limit: 1 })
    await Promise.all([1, 2].map(() => pat.post(`/operators/${olaf.operator?.id}/disable`)))
    const [entry] = await PlatformTrail.read({ limit: 1 })
    assert.equal(entry.sequence, (before?.sequence ?? 0) + 1)
    assert.equal((await olaf.get('/tenants')).headers.location, '/login')
    const answer = await pat.post(`/operators/${olaf.operator?.id}/enable`)
    assert.match(answer.text, /\/welcome\//)
    const operator = await Operator.findOrFail(olaf.operator?.id)
    assert.isNull(operator.passwordHash)
  })

  test('keep one administrator, also when two disable each other at once', async ({ assert }) => {
    await Operator.query().update({ disabledAt: new Date() })
    const [ann, bob] = [await OperatorVisitor.as('admin'), await OperatorVisitor.as('admin')]
    await Promise.all([
      ann.post(`/operators/${bob.operator?.id}/disable`),
      bob.post(`/operators/${ann.operator?.id}/disable`),
    ])
    const left = await Operator.query().where('role', 'admin').whereNull('disabled_at')
    assert.lengthOf(left, 1)
    const last = left[0].id === ann.operator?.id ? ann : bob
    const answer = await last.post(`/operators/${left[0].id}/disable`)
    assert.include((await last.followed(answer)).text, 'last administrator')
    assert.isNull((await left[0].refresh()).disabledAt)
  })
})
