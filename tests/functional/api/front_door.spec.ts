import { connect } from 'node:net'
import { test } from '@japa/runner'
import env from '#start/env'
import { ApiClient, ask, hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import type Tenant from '#app/tenants/tenant'

const OUR_ID = /^req_[0-9a-z]{26}$/

/** Bytes as they are: what no HTTP client would send. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(env.get('PORT'), env.get('HOST'), () => socket.write(text))
    let answer = ''
    socket.setEncoding('utf8').on('data', (chunk) => (answer += chunk))
    socket.on('end', () => resolve(answer)).on('error', reject)
  })
}

test.group('Front door', (group) => {
  let acme: Tenant
  let host: string

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    host = hostOfTenant(acme)
  })

  test('finds a tenant by its host, even with a port or in capitals', async ({ assert }) => {
    for (const name of [host, `${host}:34334`, host.toUpperCase()]) {
      const answer = await ask({ path: '/api/v1/health', headers: { host: name } })
      assert.equal(answer.status, 200, name)
    }
  })

  for (const name of [
    'nobody.localhost',
    'example.com',
    '127.0.0.1',
    '[::1]',
    'TENANT.',
    'TENANT..',
    'user@TENANT',
    'user:pass@TENANT',
    'x.TENANT',
    'TENANT.example.com',
    'TENANT:0:0',
    'TENANT, TENANT',
    'TENANT/api',
    'xn--acme-0ra.localhost',
    `${'a'.repeat(300)}.localhost`,
  ]) {
    for (const path of ['/', '/api/v1/health', '/api/v1/documents', '/login', '/sign/tok_x']) {
      test(`tells a stranger at ${name.slice(0, 40)} nothing on ${path}`, async ({ assert }) => {
        const answer = await sendRaw(
          `GET ${path} HTTP/1.1\r\nHost: ${name.replaceAll('TENANT', host)}\r\nConnection: close\r\n\r\n`
        )
        assert.match(answer, /^HTTP\/1\.1 404 /)
        assert.match(answer, /content-type: text\/plain/)
        assert.match(answer, /\r\n\r\nNot found\n$/)
      })
    }
  }

  test('takes no second opinion on the host', async ({ assert }) => {
    const forged = {
      'x-forwarded-host': host,
      'forwarded': `host=${host}`,
      'x-host': host,
      'x-original-host': host,
      'x-forwarded-proto': 'https',
    }
    const answer = await ask({
      path: '/api/v1/health',
      headers: { host: 'nobody.localhost', ...forged },
    })
    assert.equal(answer.status, 404)
    const other = await ask({
      path: '/api/v1/health',
      headers: { host, 'x-forwarded-host': 'evil.example' },
    })
    assert.equal(other.status, 200)
    assert.notInclude(other.text, 'evil')
  })

  test('refuses two Host headers, and a target that names a host of its own', async ({
    assert,
  }) => {
    const twice = await sendRaw(
      `GET /api/v1/health HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`
    )
    assert.match(twice, /^HTTP\/1\.1 40[04] /)
    const absolute = await sendRaw(
      `GET http://evil.example/api/v1/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    )
    assert.match(absolute, /^HTTP\/1\.1 40[04] /)
  })

  test('finds nothing at an address that cannot be decoded', async ({ assert }) => {
    const at = (path: string, name: string) =>
      sendRaw(`GET ${path} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`)
    const api = await at('/api/v1/documents/%C0%80', host)
    assert.match(api, /^HTTP\/1\.1 404 /)
    assert.match(api, /X-Request-Id: req_/i)
    assert.include(api, '"code":"route_not_found"')
    for (const stranger of [
      await at('/%C0%80', host),
      await at('/api/%C0%80', 'nobody.localhost'),
    ]) {
      assert.match(stranger, /^HTTP\/1\.1 404 /)
      assert.match(stranger, /\r\n\r\nNot found\n$/)
    }
  })

  test('gives every answer an id of its own and takes none over', async ({ assert }) => {
    const asked = { host, 'x-request-id': 'chosen-by-somebody-else' }
    for (const path of ['/api/v1/health', '/api/v1/nothing', '/nothing', '/internal/health']) {
      const answer = await ask({ path, headers: asked })
      assert.match(String(answer.headers['x-request-id']), OUR_ID, path)
    }
    const stranger = await ask({ path: '/', headers: { ...asked, host: 'nobody.localhost' } })
    assert.match(String(stranger.headers['x-request-id']), OUR_ID)
    const { headers, body } = await ask({ path: '/api/v1/nothing', headers: asked })
    assert.equal(body.requestId, headers['x-request-id'])
  })

  test('forbids to guess types everywhere and to keep answers of the API', async ({ assert }) => {
    for (const path of ['/api/v1/health', '/api/v1/nothing', '/nothing']) {
      const { headers } = await ask({ path, headers: { host } })
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['cache-control'], 'no-store')
      assert.notProperty(headers, 'set-cookie')
    }
  })

  test('shows people a page where nothing is', async ({ assert }) => {
    const answer = await ask({ path: '/nothing', headers: { host, accept: 'text/html' } })
    assert.equal(answer.status, 404)
    assert.match(String(answer.headers['content-type']), /text\/html/)
    assert.notMatch(answer.text, /at Object|node_modules/)
  })

  test('answers probes on any host', async ({ assert }) => {
    const health = await ask({ path: '/internal/health', headers: { host: 'anything.invalid' } })
    assert.deepEqual([health.status, health.body], [200, { status: 'ok' }])
    const ready = await ask({ path: '/internal/ready', headers: { host: 'anything.invalid' } })
    assert.deepEqual([ready.status, ready.body], [200, { status: 'ready' }])
  })

  test('serves the API of all tenants on the shared host, where the key names the tenant', async ({
    assert,
  }) => {
    const client = (await ApiClient.of(acme, 'live')).at(`api.${env.get('PLATFORM_DOMAIN')}`)
    const answer = await client.get('/api/v1/webhooks')
    assert.equal(answer.status, 200, answer.text)
    assert.equal((await client.get('/login')).text, 'Not found\n')
    assert.equal((await client.get('/assets/1/css/app.css')).text, 'Not found\n')
  })

  test('lets pages of any origin try a test key, and none use a live one', async ({ assert }) => {
    const preflight = await ask({
      method: 'OPTIONS',
      path: '/api/v1/documents',
      headers: {
        host,
        'origin': 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers['access-control-allow-origin'], '*')
    assert.notProperty(preflight.headers, 'access-control-allow-credentials')
    const origin = { origin: 'https://shop.example' }
    const sandbox = await ApiClient.of(await makeTenant({ withSandbox: true }), 'test')
    const open = await sandbox.get('/api/v1/webhooks', origin)
    assert.equal(open.headers['access-control-allow-origin'], '*')
    for (const name of ['X-Request-Id', 'ETag', 'Content-Range', 'Accept-Ranges'])
      assert.include(String(open.headers['access-control-expose-headers']), name)
    const closed = await (await ApiClient.of(acme, 'live')).get('/api/v1/webhooks', origin)
    assert.equal(closed.status, 200)
    assert.notProperty(closed.headers, 'access-control-allow-origin')
  })

  test('tells caches that answers differ by origin and key, also without an origin', async ({
    assert,
  }) => {
    for (const headers of [{} as Record<string, string>, { origin: 'https://shop.example' }]) {
      const answer = await ask({ path: '/api/v1/openapi.json', headers: { host, ...headers } })
      assert.match(String(answer.headers.vary), /\bOrigin, Authorization\b/)
    }
  })
})
