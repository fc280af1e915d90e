import { TOTP } from 'otpauth'
import { test } from '@japa/runner'
import env from '#start/env'
import { clock } from '#app/foundation/clock'
import { PlatformTrail } from '#app/audit/platform_trail'
import { randomToken } from '#app/foundation/opaque_token'
import Operator from '#app/identity/operators/operator'
import { OperatorInvitation } from '#app/identity/operators/operator_invitation'
import { OperatorRecovery } from '#app/identity/operators/operator_recovery'
import { EARLIER_HASH, EARLIER_PASSWORD } from '#tests/factories/earlier_hash'
import {
  codeOf,
  enrolledOperator,
  newOperator,
  OperatorVisitor,
  OPERATOR_PASSWORD,
} from '#tests/support/operator_visitor'
import { aceProcess } from '#tests/support/node_process'

async function withPassword(email: string): Promise<OperatorVisitor> {
  const visitor = new OperatorVisitor()
  await visitor.post('/login', { email, password: OPERATOR_PASSWORD })
  return visitor
}

test.group('Platform | log-in', (group) => {
  group.each.teardown(() => clock.restore())

  test('asks for a password, then for a code, and then lets in', async ({ assert }) => {
    const operator = await enrolledOperator()
    const visitor = new OperatorVisitor()
    const first = await visitor.post('/login', {
      email: operator.email.toUpperCase(),
      password: OPERATOR_PASSWORD,
    })
    assert.equal(first.headers.location, '/login/code')
    assert.equal((await visitor.get('/tenants')).headers.location, '/login/code')
    const between = visitor.cookies.get('operator')
    const second = await visitor.post('/login/code', { code: await codeOf(operator) })
    assert.equal(second.headers.location, '/')
    assert.notEqual(visitor.cookies.get('operator'), between)
    assert.equal((await visitor.get('/tenants')).status, 200)
  })

  test('sets a cookie that belongs to this host and that no script reads', async ({ assert }) => {
    const operator = await enrolledOperator()
    const visitor = new OperatorVisitor()
    const { headers } = await visitor.post('/login', {
      email: operator.email,
      password: OPERATOR_PASSWORD,
    })
    const [cookie] = [headers['set-cookie'] ?? ''].flat().filter((one) => /^operator=/.test(one))
    assert.match(cookie, /HttpOnly/)
    assert.match(cookie, /SameSite=Lax/)
    assert.notMatch(cookie, /Domain=/i)
  })

  test('stores a password anew whose hash is of an earlier cost', async ({ assert }) => {
    const operator = await enrolledOperator()
    await operator.merge({ passwordHash: EARLIER_HASH }).save()
    const form = { email: operator.email, password: EARLIER_PASSWORD }
    assert.equal((await new OperatorVisitor().post('/login', form)).status, 303)
    await operator.refresh()
    assert.match(operator.passwordHash ?? '', /^\$scrypt\$n=16384,r=8,p=5\$/)
    assert.equal((await new OperatorVisitor().post('/login', form)).status, 303)
  })

  test('takes no new password that is easy to guess: {$self}')
    .with(['Qwerty123456', 'abcabcabcabcabc', 'I work at Countersign', 'sibylle-park at night'])
    .run(async ({ assert }, password) => {
      const operator = await Operator.add({
        email: `${randomToken(6).toLowerCase()}@sibylle-park.test`,
        name: 'Nora',
        role: 'operator',
      })
      const path = (await OperatorInvitation.issue(operator)).release()
      const answer = await new OperatorVisitor().post(path, { password, again: password })
      assert.equal(answer.status, 422)
      assert.notInclude(answer.text, password)
      assert.isNull((await operator.refresh()).passwordHash)
    })

  test('says the same of a wrong password and an unknown address', async ({ assert }) => {
    const operator = await enrolledOperator()
    const wrong = await new OperatorVisitor().post('/login', {
      email: operator.email,
      password: 'wrong',
    })
    const unknown = await new OperatorVisitor().post('/login', {
      email: `x${operator.email}`,
      password: 'wrong',
    })
    assert.equal(wrong.status, 422)
    assert.equal(unknown.status, 422)
    assert.include(wrong.text, 'Email or password is wrong.')
    assert.include(unknown.text, 'Email or password is wrong.')
  })

  test('takes a code once: the same and an older one are refused', async ({ assert }) => {
    const operator = await enrolledOperator()
    const older = await codeOf(operator)
    clock.travel(30_000)
    const code = await codeOf(operator)
    const first = await withPassword(operator.email)
    assert.equal((await first.post('/login/code', { code })).status, 303)
    const second = await withPassword(operator.email)
    assert.equal((await second.post('/login/code', { code })).status, 422)
    assert.equal((await second.post('/login/code', { code: older })).status, 422)
    clock.travel(30_000)
    const next = await codeOf(operator)
    assert.equal((await second.post('/login/code', { code: next })).status, 303)
  })

  test('takes one code once, however many come with it at the same moment', async ({ assert }) => {
    const operator = await enrolledOperator()
    const visitors = await Promise.all([1, 2, 3, 4].map(() => withPassword(operator.email)))
    const code = await codeOf(operator)
    const answers = await Promise.all(
      visitors.map((visitor) => visitor.post('/login/code', { code }))
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 303),
      1
    )
  })

  test('takes a recovery code once', async ({ assert }) => {
    const operator = await enrolledOperator()
    const [code, other] = await OperatorRecovery.issue(operator)
    const first = await withPassword(operator.email)
    assert.equal((await first.post('/login/code', { code })).status, 303)
    const second = await withPassword(operator.email)
    assert.equal((await second.post('/login/code', { code })).status, 422)
    assert.equal((await second.post('/login/code', { code: other })).status, 303)
  })

  test('stops guessing of codes after ten tries, from any address', async ({ assert }) => {
    const operator = await enrolledOperator()
    const visitor = await withPassword(operator.email)
    for (let tries = 0; tries < 10; tries++)
      assert.equal((await visitor.post('/login/code', { code: '000000' })).status, 422)
    const right = await visitor.post('/login/code', { code: await codeOf(operator) })
    assert.equal(right.status, 429)
    assert.exists(right.headers['retry-after'])
  })

  test('stops a guesser of passwords', async ({ assert }) => {
    const operator = await enrolledOperator()
    const attempt = { email: operator.email, password: 'wrong' }
    for (let tries = 0; tries < 10; tries++) await new OperatorVisitor().post('/login', attempt)
    const answer = await new OperatorVisitor().post('/login', {
      ...attempt,
      password: OPERATOR_PASSWORD,
    })
    assert.equal(answer.status, 429)
  })

  test('refuses a log-in that a page of somebody else sends', async ({ assert }) => {
    const operator = await enrolledOperator()
    for (const site of ['cross-site', 'same-site']) {
      const answer = await new OperatorVisitor().post(
        '/login',
        { email: operator.email, password: OPERATOR_PASSWORD },
        { 'sec-fetch-site': site }
      )
      assert.equal(answer.status, 403)
      assert.isUndefined(answer.headers['set-cookie'])
    }
  })

  test('ends an hour after the last page', async ({ assert }) => {
    const visitor = await OperatorVisitor.as()
    clock.travel(50 * 60_000)
    assert.equal((await visitor.get('/tenants')).status, 200)
    clock.travel(50 * 60_000)
    assert.equal((await visitor.get('/tenants')).status, 200)
    clock.travel(61 * 60_000)
    assert.equal((await visitor.get('/tenants')).headers.location, '/login')
  })

  test('ends when one logs out, and not only in the browser', async ({ assert }) => {
    const visitor = await OperatorVisitor.as()
    const token = visitor.cookies.get('operator') ?? ''
    await visitor.post('/logout')
    visitor.cookies.set('operator', token)
    assert.equal((await visitor.get('/tenants')).headers.location, '/login')
  })

  test('writes a log-in into the trail of operators, and a wrong code before it', async ({
    assert,
  }) => {
    const operator = await enrolledOperator()
    const visitor = await withPassword(operator.email)
    await visitor.post('/login/code', { code: '000000' })
    await visitor.post('/login/code', { code: await codeOf(operator) })
    const entries = await PlatformTrail.read({ limit: 20 })
    const own = entries.filter(({ body }) => body.actor.id === operator.id)
    assert.deepEqual(
      own.map(({ action }) => action),
      ['operator.logged_in', 'operator.code_refused']
    )
    assert.equal(own[0].personal.actorName, 'Pat Operator')
  })
})

test.group('Platform | set-up', () => {
  test('goes from the link of the command line to the recovery codes', async ({ assert }) => {
    const email = `op-${Date.now()}@platform.test`
    const { output } = await aceProcess(['operator:create', email, '--name=Olive', '--json'])
    const { url } = JSON.parse(output.trim().split('\n').at(-1) ?? '')
    const path = new URL(url).pathname
    assert.equal(new URL(url).hostname, env.get('PLATFORM_DOMAIN'))

    const visitor = new OperatorVisitor()
    assert.include((await visitor.get(path)).text, email)
    const short = await visitor.post(path, { password: 'short', again: 'short' })
    assert.equal(short.status, 422)
    const values = { password: OPERATOR_PASSWORD, again: OPERATOR_PASSWORD }
    assert.equal((await visitor.post(path, values)).headers.location, '/enrol')
    assert.equal((await visitor.get('/tenants')).headers.location, '/login/code')

    const page = await visitor.get('/enrol')
    assert.include(page.text, '<svg')
    const secret = /id="secret">([^<]+)</.exec(page.text)?.[1].replaceAll(' ', '') ?? ''
    const wrong = await visitor.post('/enrol', { code: '000000' })
    assert.equal(wrong.status, 422)
    const code = new TOTP({ secret }).generate()
    const done = await visitor.post('/enrol', { code })
    assert.equal(done.status, 200)
    const codes = /id="codes">([^<]+)</.exec(done.text)?.[1].trim().split('\n') ?? []
    assert.lengthOf(codes, 8)
    assert.equal((await visitor.get('/tenants')).status, 200)
    assert.equal((await visitor.get('/enrol')).status, 303, 'the seed is shown no more')
  })

  test('has a link that works once, and ends a day later', async ({ assert }) => {
    const operator = await newOperator()
    const path = (await OperatorInvitation.issue(operator)).release()
    const values = { password: OPERATOR_PASSWORD, again: OPERATOR_PASSWORD }
    const answers = await Promise.all([1, 2, 3].map(() => new OperatorVisitor().post(path, values)))
    assert.lengthOf(
      answers.filter(({ status }) => status === 303),
      1
    )
    assert.equal((await new OperatorVisitor().get(path)).status, 404)

    const late = (await OperatorInvitation.issue(operator)).release()
    clock.travel(24 * 60 * 60_000 + 1)
    assert.equal((await new OperatorVisitor().get(late)).status, 404)
    clock.restore()
  })

  test('ends every session that the operator had, for the old proofs may be known', async ({
    assert,
  }) => {
    const visitor = await OperatorVisitor.as()
    const { operator } = visitor
    if (!operator) throw new Error('nobody is logged in')
    const path = (await OperatorInvitation.issue(operator)).release()
    const values = { password: OPERATOR_PASSWORD, again: OPERATOR_PASSWORD }
    await new OperatorVisitor().post(path, values)
    assert.equal((await visitor.get('/tenants')).headers.location, '/login')
  })
})
