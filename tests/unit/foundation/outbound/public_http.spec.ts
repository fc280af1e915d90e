import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

import { test } from '@japa/runner'

import UrlForbidden from '#app/foundation/errors/url_forbidden'
import UrlTimedOut from '#app/foundation/errors/url_timed_out'
import UrlUnreachable from '#app/foundation/errors/url_unreachable'
import { GuardedConnector } from '#app/foundation/outbound/guarded_connector'
import { OutboundGuard } from '#app/foundation/outbound/outbound_guard'
import { PublicHttp } from '#app/foundation/outbound/public_http'
import type { PublicHttpOptions } from '#app/foundation/outbound/http_order'

import { speedUpTimers } from '#tests/support/faster_timers'
import { Receiver } from './receiver.js'
import { selfSigned } from './self_signed.js'

type Cleanup = (callback: () => Promise<void> | void) => void

const ONE = { address: '127.0.0.1', family: 4 }
const TWO = { address: '127.0.0.2', family: 4 }

/** Opened for webhooks, closed for everything else. */
function opened(cleanup: Cleanup, options: PublicHttpOptions = {}) {
  const http = new PublicHttp({ allowPrivate: new Set(['webhooks']), ...options })
  cleanup(() => http.close())
  return http
}

async function serve(cleanup: Cleanup, answer: RequestListener) {
  const receiver = await Receiver.http(answer)
  cleanup(() => receiver.close())
  return receiver
}

function refusal(asking: Promise<unknown>): Promise<Error & { reason?: string; detail?: string }> {
  return asking.then(
    () => new Error('answered'),
    (error) => error
  )
}

test.group('Public HTTP | answers', () => {
  test('sends method, path, headers and body as they are given', async ({ assert, cleanup }) => {
    const asked: { request: IncomingMessage; body: string }[] = []
    const receiver = await serve(cleanup, async (request, response) => {
      asked.push({ request, body: await text(request) })
      response.writeHead(202, { 'x-answer': 'yes' }).end('accepted')
    })
    const answer = await opened(cleanup).request({
      url: `http://hooks.localhost:${receiver.port}/a%20b/c?d=é&f#g`,
      purpose: 'webhooks',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Service-Event': 'document.sent' },
      body: '{"event":"ü"}',
    })
    const [{ request, body }] = asked
    assert.equal(request.method, 'POST')
    assert.equal(request.url, '/a%20b/c?d=%C3%A9&f')
    assert.equal(request.headers.host, `hooks.localhost:${receiver.port}`)
    assert.equal(request.headers['x-service-event'], 'document.sent')
    assert.equal(body, '{"event":"ü"}')
    assert.equal(answer.status, 202)
    assert.equal(answer.headers['x-answer'], 'yes')
    assert.equal(answer.body.toString(), 'accepted')
    assert.isFalse(answer.truncated)
    assert.equal(answer.url, `http://hooks.localhost:${receiver.port}/a%20b/c?d=%C3%A9&f#g`)
  })

  test('gives the status {$self} as an answer')
    .with([200, 204, 302, 404, 410, 500])
    .run(async ({ assert, cleanup }, status) => {
      const receiver = await serve(cleanup, (_request, response) =>
        response.writeHead(status).end()
      )
      const url = `http://127.0.0.1:${receiver.port}/`
      const answer = await opened(cleanup).request({ url, purpose: 'webhooks' })
      assert.equal(answer.status, status)
      assert.lengthOf(answer.body, 0)
    })

  test('waits past informational answers for the one that counts', async ({ assert, cleanup }) => {
    const receiver = await Receiver.raw(
      'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nx-it: yes\r\ncontent-length: 2\r\n\r\nok'
    )
    cleanup(() => receiver.close())
    const url = `http://127.0.0.1:${receiver.port}/`
    const answer = await opened(cleanup).request({ url, purpose: 'webhooks' })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['x-it'], 'yes')
    assert.notProperty(answer.headers, 'link')
  })

  test('tells address and timings, and that an open connection served again', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await serve(cleanup, (_request, response) => response.end('ok'))
    const http = opened(cleanup)
    const url = `http://hooks.localhost:${receiver.port}/`
    const first = await http.request({ url, purpose: 'webhooks' })
    // a line is free again one turn of the event loop after its answer
    await setImmediate()
    const second = await http.request({ url, purpose: 'webhooks' })
    assert.equal(receiver.connections, 1)
    assert.equal(first.remoteAddress, '127.0.0.1')
    assert.equal(second.remoteAddress, '127.0.0.1')
    assert.isNull(first.tlsVersion)
    assert.isAbove(first.timings.connectMs!, 0)
    assert.isAtLeast(first.timings.firstByteMs, first.timings.dnsMs! + first.timings.connectMs!)
    assert.isAtLeast(first.timings.totalMs, first.timings.firstByteMs)
    assert.include(second.timings, { dnsMs: null, connectMs: null, tlsMs: null })
  })

  test('keeps no cookies', async ({ assert, cleanup }) => {
    const cookies: (string | undefined)[] = []
    const receiver = await serve(cleanup, (request, response) => {
      cookies.push(request.headers.cookie)
      response.writeHead(200, { 'set-cookie': 'a=b' }).end()
    })
    const http = opened(cleanup)
    const url = `http://127.0.0.1:${receiver.port}/`
    await http.request({ url, purpose: 'webhooks' })
    await http.request({ url, purpose: 'webhooks' })
    assert.deepEqual(cookies, [undefined, undefined])
  })

  test('goes through no proxy of the environment', async ({ assert, cleanup }) => {
    const proxy = await serve(cleanup, (_request, response) => response.end('proxy'))
    const receiver = await serve(cleanup, (_request, response) => response.end('receiver'))
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`
    cleanup(() => names.forEach((name) => delete process.env[name]))
    const url = `http://127.0.0.1:${receiver.port}/`
    const answer = await opened(cleanup).request({ url, purpose: 'webhooks' })
    assert.equal(answer.body.toString(), 'receiver')
    assert.equal(proxy.connections, 0)
  })

  test('refuses headers that would begin another request', async ({ assert, cleanup }) => {
    const receiver = await serve(cleanup, (_request, response) => response.end())
    const headers = { 'x-name': 'a\r\nx-other: b' }
    const url = `http://127.0.0.1:${receiver.port}/`
    const error = await refusal(opened(cleanup).request({ url, purpose: 'webhooks', headers }))
    assert.match(error.message, /invalid x-name header/)
    assert.equal(receiver.connections, 0)
  })
})

test.group('Public HTTP | limits', () => {
  test('reads no more than it may, and says so', async ({ assert, cleanup }) => {
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    const receiver = await serve(cleanup, (_request, response) => {
      const pour = () => {
        while (response.writable && response.write('x'.repeat(8_192)));
      }
      response.on('drain', pour).on('close', () => resolve())
      pour()
    })
    const answer = await opened(cleanup).request({
      url: `http://127.0.0.1:${receiver.port}/`,
      purpose: 'webhooks',
      maxBytes: 100_000,
    })
    assert.isTrue(answer.truncated)
    assert.equal(answer.body.toString(), 'x'.repeat(100_000))
    await gone
  })

  test('reads a body of exactly the limit to its end', async ({ assert, cleanup }) => {
    const receiver = await serve(cleanup, (_request, response) => response.end('x'.repeat(1_000)))
    const url = `http://127.0.0.1:${receiver.port}/`
    const http = opened(cleanup)
    const whole = await http.request({ url, purpose: 'webhooks', maxBytes: 1_000 })
    assert.isFalse(whole.truncated)
    assert.lengthOf(whole.body, 1_000)
    const cut = await http.request({ url, purpose: 'webhooks', maxBytes: 999 })
    assert.isTrue(cut.truncated)
    assert.lengthOf(cut.body, 999)
  })

  test('decompresses nothing', async ({ assert, cleanup }) => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    const receiver = await serve(cleanup, (request, response) => {
      assert.notProperty(request.headers, 'accept-encoding')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    })
    const url = `http://127.0.0.1:${receiver.port}/`
    const answer = await opened(cleanup).request({ url, purpose: 'webhooks' })
    assert.deepEqual(answer.body, bomb)
  })

  test('gives up at its deadline on a receiver that {what}')
    .with([
      { what: 'never answers', answer: () => {} },
      {
        what: 'sends a body drop by drop',
        answer: (_request: IncomingMessage, response: ServerResponse) => {
          const drip = setInterval(() => response.write('.'), 10)
          response.on('close', () => clearInterval(drip))
        },
      },
      {
        what: 'sends informational answers for ever',
        answer: (_request: IncomingMessage, response: ServerResponse) => {
          const drip = setInterval(() => response.writeProcessing(), 10)
          response.on('close', () => clearInterval(drip))
        },
      },
    ])
    .run(async ({ assert, cleanup }, { answer }) => {
      const receiver = await serve(cleanup, answer)
      const url = `http://127.0.0.1:${receiver.port}/`
      const http = opened(cleanup)
      const error = await refusal(http.request({ url, purpose: 'webhooks', timeoutMs: 200 }))
      assert.instanceOf(error, UrlTimedOut)
      assert.include(error, { code: 'url_unreachable', reason: 'timeout' })
      assert.propertyVal(error, 'code', 'url_unreachable')
    })

  test('has a deadline and a size where nobody names them', async ({ assert, cleanup }) => {
    const receiver = await serve(cleanup, (request, response) => {
      if (request.url === '/long') response.end('x'.repeat(64 * 1024 + 1))
    })
    const http = opened(cleanup)
    const place = `http://127.0.0.1:${receiver.port}`
    const long = await http.request({ url: `${place}/long`, purpose: 'webhooks' })
    assert.isTrue(long.truncated)
    assert.lengthOf(long.body, 64 * 1024)
    const waits = speedUpTimers(cleanup, 12_000, 15_000)
    const error = await refusal(http.request({ url: `${place}/never`, purpose: 'webhooks' }))
    assert.instanceOf(error, UrlTimedOut)
    assert.lengthOf(waits, 1)
  })

  test('waits five seconds for a connection to come about', async ({ assert, cleanup }) => {
    const receiver = await Receiver.silent()
    cleanup(() => receiver.close())
    const guard = new OutboundGuard({ allowPrivate: new Set(['webhooks']) })
    const target = { protocol: 'https:', hostname: '127.0.0.1', port: String(receiver.port) }
    const waits = speedUpTimers(cleanup, 5_000, 5_001)
    const error = await refusal(new GuardedConnector(guard, 'webhooks').open(target))
    assert.instanceOf(error, UrlTimedOut)
    assert.deepEqual(waits, [5_000])
  })

  test('gives up at its deadline on a name that is never resolved', async ({ assert, cleanup }) => {
    const never = Promise.withResolvers<never>()
    const http = opened(cleanup, { resolve: () => never.promise })
    const url = 'http://slow.example/'
    const error = await refusal(http.request({ url, purpose: 'webhooks', timeoutMs: 100 }))
    assert.instanceOf(error, UrlTimedOut)
    never.reject(new Error('end of the test'))
  })

  test('does not send what waited for a line until after its deadline', async ({
    assert,
    cleanup,
  }) => {
    const waiting: ServerResponse[] = []
    const seen: (string | undefined)[] = []
    const arrival = Promise.withResolvers<void>()
    const receiver = await serve(cleanup, (request, response) => {
      seen.push(request.url)
      waiting.push(response)
      if (request.url === '/first') arrival.resolve()
      else response.end('ok')
    })
    const http = opened(cleanup, { linesPerOrigin: 1 })
    const place = `http://127.0.0.1:${receiver.port}`
    const first = http.request({ url: `${place}/first`, purpose: 'webhooks' })
    await arrival.promise
    const late = http.request({ url: `${place}/late`, purpose: 'webhooks', timeoutMs: 50 })
    assert.instanceOf(await refusal(late), UrlTimedOut)
    waiting[0].end('ok')
    await first
    await http.request({ url: `${place}/last`, purpose: 'webhooks' })
    assert.deepEqual(seen, ['/first', '/last'])
    assert.equal(receiver.connections, 1)
  })
})

test.group('Public HTTP | failures', () => {
  test('names the connection that nobody takes', async ({ assert, cleanup }) => {
    const receiver = await Receiver.http(() => {})
    const { port } = receiver
    await receiver.close()
    const url = `http://127.0.0.1:${port}/`
    const error = await refusal(opened(cleanup).request({ url, purpose: 'webhooks' }))
    assert.instanceOf(error, UrlUnreachable)
    assert.include(error, { code: 'url_unreachable' })
    assert.include(error, { reason: 'connect', detail: 'ECONNREFUSED' })
    assert.include(error.message, 'ECONNREFUSED')
  })

  test('names an answer that {what}')
    .with([
      { what: 'is not HTTP', bytes: 'SSH-2.0-OpenSSH_9.2\r\n', reason: 'answer' },
      { what: 'is nothing', bytes: '', reason: 'closed' },
      {
        what: 'is cut off',
        bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf',
        reason: 'closed',
      },
      {
        what: 'has headers without end',
        bytes: `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`,
        reason: 'answer',
      },
      {
        what: 'names two lengths',
        bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nok',
        reason: 'answer',
      },
    ])
    .run(async ({ assert, cleanup }, { bytes, reason }) => {
      const receiver = await Receiver.raw(bytes)
      cleanup(() => receiver.close())
      const url = `http://127.0.0.1:${receiver.port}/`
      const error = await refusal(opened(cleanup).request({ url, purpose: 'webhooks' }))
      assert.instanceOf(error, UrlUnreachable)
      assert.equal(error.reason, reason)
    })

  test('serves others after a failure', async ({ assert, cleanup }) => {
    const receiver = await serve(cleanup, (request, response) => {
      if (request.url === '/reset') request.socket.resetAndDestroy()
      else response.end('ok')
    })
    const http = opened(cleanup, { linesPerOrigin: 1 })
    const place = `http://127.0.0.1:${receiver.port}`
    const error = await refusal(http.request({ url: `${place}/reset`, purpose: 'webhooks' }))
    assert.include(error, { reason: 'closed', detail: 'ECONNRESET' })
    const answer = await http.request({ url: `${place}/`, purpose: 'webhooks' })
    assert.equal(answer.status, 200)
  })
})

test.group('Public HTTP | TLS', () => {
  test('tells the version it agreed on', async ({ assert, cleanup }) => {
    const identity = await selfSigned('hooks.localhost')
    const receiver = await Receiver.https(identity, (_request, response) => response.end('ok'))
    cleanup(() => receiver.close())
    const http = opened(cleanup, { trust: { ca: identity.cert } })
    const url = `https://hooks.localhost:${receiver.port}/`
    const answer = await http.request({ url, purpose: 'webhooks' })
    assert.equal(answer.body.toString(), 'ok')
    assert.equal(answer.tlsVersion, 'TLSv1.3')
    assert.isAbove(answer.timings.tlsMs!, 0)
  })

  test('refuses a certificate that {what}')
    .with([
      { what: 'nobody vouches for', name: 'hooks.localhost', isTrusted: false },
      { what: 'is for another name', name: 'other.localhost', isTrusted: true },
    ])
    .run(async ({ assert, cleanup }, { name, isTrusted }) => {
      const identity = await selfSigned(name)
      const asked: string[] = []
      const receiver = await Receiver.https(identity, (request, response) => {
        asked.push(request.url ?? '')
        response.end()
      })
      cleanup(() => receiver.close())
      const http = opened(cleanup, isTrusted ? { trust: { ca: identity.cert } } : {})
      const url = `https://hooks.localhost:${receiver.port}/secret`
      const error = await refusal(http.request({ url, purpose: 'webhooks' }))
      assert.instanceOf(error, UrlUnreachable)
      assert.equal(error.reason, 'tls')
      assert.match(error.detail!, /DEPTH_ZERO_SELF_SIGNED_CERT|ERR_TLS_CERT_ALTNAME_INVALID/)
      assert.deepEqual(asked, [])
    })

  test('names a server that speaks no TLS', async ({ assert, cleanup }) => {
    const receiver = await serve(cleanup, (_request, response) => response.end())
    const url = `https://127.0.0.1:${receiver.port}/`
    const error = await refusal(opened(cleanup).request({ url, purpose: 'webhooks' }))
    assert.include(error, { reason: 'tls' })
  })

  test('speaks HTTP/1.1 also to a server that would rather have HTTP/2', async ({
    assert,
    cleanup,
  }) => {
    const identity = await selfSigned('hooks.localhost')
    const server = createSecureServer({ ...identity, allowHTTP1: true }, (request, response) => {
      response.end(request.httpVersion)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    cleanup(() => void server.close())
    const http = opened(cleanup, { trust: { ca: identity.cert } })
    const { port } = server.address() as AddressInfo
    const url = `https://hooks.localhost:${port}/`
    const answer = await http.request({ url, purpose: 'webhooks' })
    assert.equal(answer.body.toString(), '1.1')
  })

  test('lends no connection to a purpose that may not open it', async ({ assert, cleanup }) => {
    const identity = await selfSigned('hooks.localhost')
    const receiver = await Receiver.https(identity, (_request, response) => response.end('ok'))
    cleanup(() => receiver.close())
    const http = opened(cleanup, { trust: { ca: identity.cert } })
    const url = `https://hooks.localhost:${receiver.port}/`
    await http.request({ url, purpose: 'webhooks' })
    const error = await refusal(http.request({ url, purpose: 'documents' }))
    assert.include(error, { code: 'url_forbidden', reason: 'address' })
    assert.equal(receiver.connections, 1)
  })
})

test.group('Public HTTP | forbidden places', () => {
  test('never connects to {$self}')
    .with([
      '127.0.0.1',
      '127.0.0.1.',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f.1',
      '0x7f000001',
      '0x7f.0x0.0x0.0x1',
      '0177.0.0.1',
      '017700000001',
      '127.0.0.01',
      '%31%32%37.0.0.1',
      '１２７.０.０.１',
      '127。0。0。1',
      '①②⑦.⓪.⓪.①',
      '0',
      '0.0.0.0',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[64:ff9b:1::7f00:1]',
      '[2002:7f00:1::]',
      '[fe80::1]',
      '[fd00:ec2::254]',
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
      '[::ffff:169.254.169.254]',
      '100.100.100.200',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.0.1',
      '100.64.0.1',
      'localhost',
      'LOCALHOST',
      'localhost.',
      'acme.localhost',
      'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    ])
    .run(async ({ assert, cleanup }, host) => {
      const receiver = await Receiver.http(() => {}, '0.0.0.0')
      cleanup(() => receiver.close())
      const http = new PublicHttp()
      const url = `https://${host}:${receiver.port}/`
      const error = await refusal(http.request({ url, purpose: 'webhooks' }))
      assert.instanceOf(error, UrlForbidden)
      assert.equal(error.reason, 'address')
      assert.equal(receiver.connections, 0)
    })

  test('never connects to {$self}, even for a purpose that is opened')
    .with([
      '0',
      '169.254.169.254',
      '2852039166',
      '[::ffff:169.254.169.254]',
      '[fe80::1]',
      '[fd00:ec2::254]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '100.100.100.200',
    ])
    .run(async ({ assert, cleanup }, host) => {
      const http = opened(cleanup)
      const error = await refusal(
        http.request({ url: `http://${host}:8080/`, purpose: 'webhooks' })
      )
      assert.include(error, { code: 'url_forbidden', reason: 'address' })
    })

  test('does not follow a name that is bound to another address later', async ({
    assert,
    cleanup,
  }) => {
    const allowed = await serve(cleanup, (_request, response) => {
      response.writeHead(200, { connection: 'close' }).end('allowed')
    })
    const secret = await Receiver.http(
      (_q, response) => response.end('secret'),
      TWO.address,
      allowed.port
    )
    cleanup(() => secret.close())
    const answers = [[ONE], [TWO]]
    const http = opened(cleanup, {
      refuse: ['127.0.0.2/32'],
      resolve: async () => answers.shift()!,
    })
    const url = `http://rebinding.example:${allowed.port}/`
    const first = await http.request({ url, purpose: 'webhooks' })
    assert.equal(first.body.toString(), 'allowed')
    const second = await refusal(http.request({ url, purpose: 'webhooks' }))
    assert.include(second, { code: 'url_forbidden', reason: 'address' })
    assert.equal(secret.connections, 0)
  })

  test('resolves a name once, and connects to that answer', async ({ assert, cleanup }) => {
    const allowed = await serve(cleanup, (_request, response) => response.end('allowed'))
    const questions: string[] = []
    const http = opened(cleanup, {
      resolve: async (hostname) => {
        questions.push(hostname)
        return questions.length === 1 ? [ONE] : [TWO]
      },
    })
    const url = `http://rebinding.example:${allowed.port}/`
    const answer = await http.request({ url, purpose: 'webhooks' })
    assert.equal(answer.remoteAddress, '127.0.0.1')
    assert.deepEqual(questions, ['rebinding.example'])
  })

  test('refuses a name of which one address is forbidden', async ({ assert, cleanup }) => {
    const allowed = await serve(cleanup, (_request, response) => response.end('allowed'))
    const http = opened(cleanup, { refuse: ['127.0.0.2/32'], resolve: async () => [ONE, TWO] })
    const url = `http://both.example:${allowed.port}/`
    const error = await refusal(http.request({ url, purpose: 'webhooks' }))
    assert.include(error, { code: 'url_forbidden', reason: 'address' })
    assert.equal(allowed.connections, 0)
  })

  test('looks again at the address of the socket itself', async ({ assert, cleanup }) => {
    const receiver = await serve(cleanup, (_request, response) => response.end('secret'))
    const asked: (string | undefined)[] = []
    class ChangesItsMind extends OutboundGuard {
      allows(address: string | undefined) {
        return asked.push(address) === 1
      }
    }
    const connector = new GuardedConnector(new ChangesItsMind(), 'webhooks')
    const target = { protocol: 'http:', hostname: '127.0.0.1', port: String(receiver.port) }
    assert.instanceOf(await refusal(connector.open(target)), UrlForbidden)
    assert.deepEqual(asked, ['127.0.0.1', '127.0.0.1'])
  })

  test('checks a URL before it is saved', async ({ assert, cleanup }) => {
    const http = opened(cleanup, { resolve: async () => [{ address: '1.1.1.1', family: 4 }] })
    const url = await http.check('https://hooks.example/a', 'documents')
    assert.equal(url.href, 'https://hooks.example/a')
    for (const place of ['https://[::1]/', 'https://10.0.0.1/', 'http://hooks.example/']) {
      assert.instanceOf(await refusal(http.check(place, 'documents')), UrlForbidden)
    }
    const lost = opened(cleanup, { resolve: async () => [] })
    const error = await refusal(lost.check('https://hooks.example/', 'documents'))
    assert.include(error, { code: 'url_unreachable', reason: 'dns' })
  })

  test('opens what it is configured to open, and closes it again', async ({ assert, cleanup }) => {
    const receiver = await serve(cleanup, (_request, response) => response.end('ok'))
    const url = `http://127.0.0.1:${receiver.port}/`
    const http = new PublicHttp()
    cleanup(() => http.close())
    assert.instanceOf(await refusal(http.request({ url, purpose: 'webhooks' })), UrlForbidden)
    http.configure({ allowPrivate: new Set(['webhooks']) })
    assert.equal((await http.request({ url, purpose: 'webhooks' })).status, 200)
    http.configure({})
    assert.instanceOf(await refusal(http.request({ url, purpose: 'webhooks' })), UrlForbidden)
  })
})

test.group('Public HTTP | redirects', () => {
  test('follows none unless told to', async ({ assert, cleanup }) => {
    const seen: (string | undefined)[] = []
    const receiver = await serve(cleanup, (request, response) => {
      seen.push(request.url)
      response.writeHead(302, { location: '/next' }).end()
    })
    const url = `http://127.0.0.1:${receiver.port}/start`
    const answer = await opened(cleanup).request({ url, purpose: 'webhooks' })
    assert.equal(answer.status, 302)
    assert.deepEqual(seen, ['/start'])
  })

  test('follows as many as told, and says where it came out', async ({ assert, cleanup }) => {
    const receiver = await serve(cleanup, (request, response) => {
      const step = Number(request.url!.slice(1))
      if (step < 3) response.writeHead(302, { location: String(step + 1) }).end()
      else response.end('here')
    })
    const http = opened(cleanup)
    const url = `http://127.0.0.1:${receiver.port}/0`
    const answer = await http.request({ url, purpose: 'webhooks', maxRedirects: 3 })
    assert.equal(answer.body.toString(), 'here')
    assert.equal(answer.url, `http://127.0.0.1:${receiver.port}/3`)
    const error = await refusal(http.request({ url, purpose: 'webhooks', maxRedirects: 2 }))
    assert.include(error, { code: 'url_unreachable', reason: 'redirects' })
  })

  test('checks every hop again: {location} is {reason}')
    .with([
      { location: 'http://169.254.169.254/latest/meta-data/', reason: 'address' },
      { location: 'http://2852039166/', reason: 'address' },
      { location: '//[::ffff:a9fe:a9fe]/', reason: 'address' },
      { location: 'http://user:secret@127.0.0.1/', reason: 'userinfo' },
      { location: 'file:///etc/passwd', reason: 'scheme' },
      { location: `/${'a'.repeat(2_048)}`, reason: 'length' },
    ])
    .run(async ({ assert, cleanup }, { location, reason }) => {
      const receiver = await serve(cleanup, (_request, response) => {
        response.writeHead(302, { location }).end()
      })
      const url = `http://127.0.0.1:${receiver.port}/`
      const http = opened(cleanup)
      const error = await refusal(http.request({ url, purpose: 'webhooks', maxRedirects: 3 }))
      assert.include(error, { code: 'url_forbidden', reason })
    })

  test('names a redirect that leads nowhere', async ({ assert, cleanup }) => {
    const receiver = await serve(cleanup, (_request, response) => {
      response.writeHead(302, { location: 'http://' }).end()
    })
    const url = `http://127.0.0.1:${receiver.port}/`
    const http = opened(cleanup)
    const error = await refusal(http.request({ url, purpose: 'webhooks', maxRedirects: 3 }))
    assert.include(error, { code: 'url_unreachable', reason: 'answer' })
  })

  test('takes credentials along within an origin, and to no other', async ({ assert, cleanup }) => {
    const seen: Record<string, [string?, string?]> = {}
    const note: RequestListener = (request) => {
      seen[request.url!] = [request.headers.authorization, request.headers['x-trace'] as string]
    }
    const other = await serve(cleanup, (request, response) => {
      note(request, response)
      response.end('there')
    })
    const receiver = await serve(cleanup, (request, response) => {
      note(request, response)
      const location = request.url === '/a' ? '/b' : `http://127.0.0.1:${other.port}/c`
      response.writeHead(307, { location }).end()
    })
    await opened(cleanup).request({
      url: `http://127.0.0.1:${receiver.port}/a`,
      purpose: 'webhooks',
      headers: { 'Authorization': 'Bearer x', 'x-trace': '1' },
      maxRedirects: 3,
    })
    assert.deepEqual(seen, {
      '/a': ['Bearer x', '1'],
      '/b': ['Bearer x', '1'],
      '/c': [undefined, '1'],
    })
  })

  test('never sends a body on to another place', async ({ assert, cleanup }) => {
    const receiver = await serve(cleanup, (_request, response) => {
      response.writeHead(307, { location: '/next' }).end()
    })
    const url = `http://127.0.0.1:${receiver.port}/`
    const order = { url, purpose: 'webhooks', method: 'POST', body: 'x', maxRedirects: 3 } as const
    assert.equal((await opened(cleanup).request(order)).status, 307)
  })

  test('has one deadline for all hops', async ({ assert, cleanup }) => {
    const receiver = await serve(cleanup, (_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60)
    })
    const url = `http://127.0.0.1:${receiver.port}/`
    const order = { url, purpose: 'webhooks', maxRedirects: 1_000, timeoutMs: 200 } as const
    assert.instanceOf(await refusal(opened(cleanup).request(order)), UrlTimedOut)
  })
})
