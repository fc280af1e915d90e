import { test } from '@japa/runner'
import { ProxyWarning } from '#app/front_door/hosts/proxy_warning'

const plain = { header: () => undefined }
const forwarded = {
  header: (name: string) => (name === 'x-forwarded-for' ? '9.9.9.9' : undefined),
}

test.group('A proxy that nobody named', () => {
  test('is warned of once, with the variable that names it', ({ assert }) => {
    const said: string[] = []
    const warning = new ProxyWarning(undefined, (words) => said.push(words))
    warning.check(plain)
    assert.isEmpty(said)
    warning.check(forwarded)
    warning.check(forwarded)
    assert.lengthOf(said, 1)
    assert.include(said[0], 'TRUSTED_PROXIES is not set')
  })

  test('is no matter where proxies are named', ({ assert }) => {
    const said: string[] = []
    new ProxyWarning('10.0.0.0/8', (words) => said.push(words)).check(forwarded)
    assert.isEmpty(said)
  })
})
