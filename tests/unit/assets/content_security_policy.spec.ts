import { test } from '@japa/runner'
import { WORKER_POLICY, contentSecurityPolicy, newNonce } from '#app/assets/content_security_policy'

test.group('Content security policy', () => {
  test('lets no inline code, no eval and no other host in', ({ assert }) => {
    for (const policy of [
      contentSecurityPolicy('N'),
      contentSecurityPolicy('N', false),
      WORKER_POLICY,
    ]) {
      assert.notInclude(policy, 'unsafe-inline')
      assert.notInclude(policy, "'unsafe-eval'")
      assert.notMatch(policy, /https?:|\*/)
      assert.include(policy, "default-src 'none'")
      assert.include(policy, "frame-ancestors 'none'")
    }
  })

  test('has a new nonce for every page', ({ assert }) => {
    const nonces = new Set(Array.from({ length: 100 }, newNonce))
    assert.equal(nonces.size, 100)
    assert.match([...nonces][0], /^[\w-]{22}$/)
  })
})
