import { test } from '@japa/runner'
import { isAsExpected } from '#app/isolation/attempts/attempt'
import { shuffled } from '#app/isolation/order'
import { isOpen } from '#app/isolation/rules/public_routes'
import { rolesFor } from '#app/isolation/rules/roles'
import { needOf } from '#app/isolation/rules/scopes'
import { supportMay } from '#app/isolation/rules/support'

const answer = (status: number, location = '', saysNo = false) => ({
  ...{ status, location, saysNo, text: '', sent: '', waitMs: 0 },
})
const get = (pattern: string) => ({ method: 'GET', pattern, at: 'tenant' }) as const
const post = (pattern: string) => ({ method: 'POST', pattern, at: 'tenant' }) as const

test.group('Isolation | what counts as a refusal', () => {
  test('takes for one that nothing is there, nobody may, or somebody has to log in', ({
    assert,
  }) => {
    const refused = [401, 403, 404, 410].map((status) => answer(status))
    for (const one of [...refused, answer(303, '/login?next=%2F'), answer(303, '/keys', true)])
      assert.isTrue(isAsExpected('refusal', one), JSON.stringify(one))
  })

  test('takes for none what was done, led on, found wanting or broke', ({ assert }) => {
    const done = [200, 201, 204, 400, 409, 422, 500].map((status) => answer(status))
    for (const one of [...done, answer(303, '/documents'), answer(303, '/login-free')])
      assert.isFalse(isAsExpected('refusal', one), JSON.stringify(one))
  })
})

test.group('Isolation | the written rules', () => {
  test('know the page that is meant, and say nothing of one that nobody wrote down', ({
    assert,
  }) => {
    assert.deepEqual(rolesFor(get('/documents/:id')), ['owner', 'admin'])
    assert.deepEqual(rolesFor(get('/test/documents/:id')), ['owner', 'admin', 'developer'])
    assert.deepEqual(rolesFor(post('/documents/:id/erase')), ['owner'])
    assert.include(rolesFor(get('/documents'))!, 'viewer')
    assert.notInclude(rolesFor(post('/documents'))!, 'viewer')
    assert.isNull(rolesFor(get('/something/new')))
    assert.isNull(needOf({ ...get('/api/v1/something'), method: 'DELETE' }))
  })

  test('let nobody in by an address that only begins like an open one', ({ assert }) => {
    assert.isTrue(isOpen(get('/login')))
    assert.isFalse(isOpen(get('/logins')))
    assert.isFalse(isOpen(get('/api/v1/documents')))
    assert.isTrue(isOpen(get('/api/v1/health')))
  })

  test('let support read and bring on, and never near a signer', ({ assert }) => {
    assert.isTrue(supportMay(get('/documents/:id'), false))
    assert.isFalse(supportMay(post('/documents/:id/void'), false))
    assert.isTrue(supportMay(post('/documents/:id/void'), true))
    assert.isFalse(supportMay(post('/documents/:id/signers/:signer'), true))
  })
})

test.group('Isolation | the order of attempts', () => {
  test('is the same for the same number, another for another, and loses nothing', ({ assert }) => {
    const all = Array.from({ length: 50 }, (_, at) => at)
    assert.deepEqual(shuffled(all, 7), shuffled(all, 7))
    assert.notDeepEqual(shuffled(all, 7), shuffled(all, 8))
    assert.sameMembers(shuffled(all, 7), all)
  })
})
