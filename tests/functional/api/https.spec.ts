import { test } from '@japa/runner'
import { ApiClient } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { WebProcess } from '#tests/support/web_process'

test.group('API | https', (group) => {
  let web: WebProcess
  let client: ApiClient

  group.setup(async () => {
    client = await ApiClient.of(await makeTenant(), 'live')
    web = await WebProcess.start({ PUBLIC_SCHEME: 'https', TRUSTED_PROXIES: '127.0.0.1/32' })
  })
  group.teardown(() => web.stop())

  const ask = (path: string, headers: Record<string, string> = {}) =>
    client.ask({ origin: web.origin, path, headers })

  test('refuses a key that comes in clear, and sends it nowhere else', async ({ assert }) => {
    const answer = await ask('/api/v1/webhooks')
    assert.equal(answer.status, 403)
    assert.containSubset(answer.body.error, { type: 'permission', code: 'https_required' })
    assert.notProperty(answer.headers, 'location')
    assert.equal((await ask('/api/v1/nothing')).body.error?.code, 'https_required')
  })

  test('believes only the proxies that it is configured to trust', async ({ assert }) => {
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }
    const answer = await ask('/api/v1/webhooks', forwarded)
    assert.equal(answer.status, 200, answer.text)
    assert.match(String(answer.headers['strict-transport-security']), /^max-age=31536000/)
  })

  test('answers readiness probes without TLS', async ({ assert }) => {
    assert.equal((await ask('/internal/ready')).status, 200)
  })
})
