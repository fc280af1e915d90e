import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { PlatformTrail } from '#app/audit/platform_trail'
import { verifyPlatformTrail } from '#app/audit/platform_verification'
import { randomToken } from '#app/foundation/opaque_token'
import {
  MAX_ADDRESSES,
  OperatorLogInFailures,
} from '#app/identity/operators/operator_log_in_failures'
import { enrolledOperator, OperatorVisitor } from '#tests/support/operator_visitor'
import { doPlatformWork } from '#tests/factories/reseller_factory'

const platform = () => db.connection('platform')

test.group('Platform | failed log-ins', (group) => {
  const failures = () => platform().from('operator_log_in_failures')
  const entries = async () =>
    (await PlatformTrail.read({ limit: 40 })).filter(
      ({ action }) => action === 'operator.log_in_failed'
    )
  const fails = (email: string) =>
    new OperatorVisitor().post('/login', { email, password: 'a wrong one' })

  /** The hour is over. */
  async function tellAll(): Promise<void> {
    await platform()
      .from('outbox')
      .where({ kind: 'operator_log_in_failed' })
      .update({ due_at: new Date(Date.now() - 1_000) })
    await doPlatformWork()
  }

  group.each.setup(async () => {
    await failures().delete()
  })

  test('are one entry of the trail for an operator and an hour, with their number', async ({
    assert,
  }) => {
    const operator = await enrolledOperator()
    for (let tries = 0; tries < 3; tries++) assert.equal((await fails(operator.email)).status, 422)
    const page = async () => (await (await OperatorVisitor.as()).get('/trail')).text
    assert.match(await page(), /3 attempts to log in failed since/)
    const before = (await entries()).length
    await tellAll()
    const [entry, ...more] = await entries()
    assert.lengthOf(more, before)
    assert.deepInclude(entry.body.details, { tries: 3, operatorId: operator.id })
    assert.equal(entry.personal.account, operator.email)
    assert.equal(entry.personal.ipAddress, '127.0.0.1')
    assert.notInclude(JSON.stringify(entry.body), operator.email)
    const text = await page()
    assert.include(text, 'Failed to log in')
    assert.include(text, operator.email)
    assert.notInclude(text, 'attempts to log in failed since')
    assert.isEmpty((await verifyPlatformTrail()).findings)
  })

  test('with an address that no operator has name it nowhere', async ({ assert }) => {
    const stranger = `mallory-${randomToken(6).toLowerCase()}@elsewhere.test`
    await fails(stranger)
    const kept = await failures().select('*')
    await tellAll()
    const [entry] = await entries()
    assert.deepInclude(entry.body.details, { tries: 1, account: 'unknown here' })
    assert.notInclude(JSON.stringify([kept, entry]), stranger)
  })

  test('from everywhere and at once make few entries, and every try counts', async ({ assert }) => {
    const { email } = await enrolledOperator()
    for (let count = 0; count < 20; count++)
      await OperatorLogInFailures.note(email, `203.0.113.${count}`)
    await Promise.all(
      Array.from({ length: 12 }, () => OperatorLogInFailures.note(email, '203.0.113.0'))
    )
    const kept = await failures().select('tries')
    assert.lengthOf(kept, MAX_ADDRESSES + 1)
    assert.deepEqual(await OperatorLogInFailures.open().then(({ tries }) => tries), 32)
    const works = await platform().from('outbox').where({ kind: 'operator_log_in_failed' })
    assert.isAtMost(works.length, MAX_ADDRESSES + 1)
  })

  test('are notified once, even if the work runs again', async ({ assert }) => {
    const { email } = await enrolledOperator()
    await OperatorLogInFailures.note(email, '203.0.113.7')
    const [{ id }] = await failures().select('id')
    const before = (await entries()).length
    await Promise.all([1, 2, 3].map(() => OperatorLogInFailures.record(id)))
    assert.lengthOf(await entries(), before + 1)
  })
})
