import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { PlatformTrail } from '#app/audit/platform_trail'
import Operator from '#app/identity/operators/operator'
import { enrolledOperator } from '#tests/support/operator_visitor'
import { aceProcess } from '#tests/support/node_process'

const isInvited = async (operator: Operator) =>
  (await db
    .connection('platform')
    .from('operator_invitations')
    .where({ operator_id: operator.id })
    .first()) !== null

test.group('operator:create --again', () => {
  test('makes nobody of an address that it does not know', async ({ assert }) => {
    const email = `mistyped-${Date.now()}@platform.test`
    const { code, output } = await aceProcess([
      ...['operator:create', email, '--name=Olive', '--again'],
    ])
    assert.equal(code, 1, output)
    assert.include(output, `No operator has the address ${email}`)
    assert.notMatch(output, /^\s+at /m)
    assert.isNull(await Operator.findBy({ email }))
  })

  test('prints a link for an operator, by the address alone, and keeps name and role', async ({
    assert,
  }) => {
    const operator = await enrolledOperator('operator')
    const { code, output } = await aceProcess(['operator:create', operator.email, '--again'])
    assert.equal(code, 0, output)
    assert.include(output, '/welcome/')
    const { name, role } = await operator.refresh()
    assert.deepEqual({ name, role }, { name: 'Pat Operator', role: 'operator' })
    assert.isTrue(await isInvited(operator))
    const entries = await PlatformTrail.read({ limit: 20 })
    const own = entries.find(({ body }) => body.details.operatorId === operator.id)
    assert.equal(own?.action, 'operator.invited_again')
  })

  test('refuses one who is disabled, whose link would lead nowhere', async ({ assert }) => {
    const operator = await enrolledOperator('operator')
    await operator.merge({ disabledAt: new Date() }).save()
    const { code, output } = await aceProcess([
      ...['operator:create', operator.email, '--name=Olive', '--again'],
    ])
    assert.equal(code, 1, output)
    assert.include(output, `${operator.email} is disabled`)
    assert.isFalse(await isInvited(operator))
  })
})

test.group('operator:create', () => {
  test('asks for the name of somebody new', async ({ assert }) => {
    const email = `nameless-${Date.now()}@platform.test`
    const { code, output } = await aceProcess(['operator:create', email])
    assert.equal(code, 1, output)
    assert.include(output, 'name')
    assert.isNull(await Operator.findBy({ email }))
  })
})
