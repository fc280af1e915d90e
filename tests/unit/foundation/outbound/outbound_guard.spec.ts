import { test } from '@japa/runner'

import UrlForbidden from '#app/foundation/errors/url_forbidden'
import UrlUnreachable from '#app/foundation/errors/url_unreachable'
import { OutboundGuard } from '#app/foundation/outbound/outbound_guard'

const closed = new OutboundGuard()
const open = new OutboundGuard({ allowPrivate: new Set(['webhooks']) })

const PUBLIC = [
  '1.1.1.1',
  '93.184.215.14',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700::1111',
  '::ffff:1.1.1.1',
]

/** May be opened for a purpose. */
const PRIVATE = [
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '::1',
  '0:0:0:0:0:0:0:1',
  'fc00::1',
  'fd12:3456:789a::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
]

/** Never allowed, whatever is opened. */
const FORBIDDEN = [
  '0.0.0.0',
  '0.1.2.3',
  '169.254.169.254',
  '169.254.0.1',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '100.100.100.200',
  '168.63.129.16',
  '::',
  '::7f00:1',
  '::127.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'fd00:ec2::254',
  'fd20:ce::254',
]

test.group('Outbound guard | addresses', () => {
  test('allows the public address {$self}')
    .with(PUBLIC)
    .run(({ assert }, address) => {
      assert.isTrue(closed.allows(address, 'webhooks'))
      assert.isTrue(open.allows(address, 'webhooks'))
    })

  test('allows the private address {$self} to an opened purpose alone')
    .with(PRIVATE)
    .run(({ assert }, address) => {
      assert.isFalse(closed.allows(address, 'webhooks'))
      assert.isTrue(open.allows(address, 'webhooks'))
      assert.isFalse(open.allows(address, 'documents'))
    })

  test('never allows {$self}')
    .with(FORBIDDEN)
    .run(({ assert }, address) => {
      assert.isFalse(closed.allows(address, 'webhooks'))
      assert.isFalse(open.allows(address, 'webhooks'))
    })

  test('allows nothing that is not an address', ({ assert }) => {
    for (const text of [undefined, '', 'localhost', '127.1', '0x7f000001', '1.1.1.1:80']) {
      assert.isFalse(open.allows(text, 'webhooks'))
    }
  })

  test('refuses what the operator refuses, also where it is public or opened', ({ assert }) => {
    const guard = new OutboundGuard({
      allowPrivate: new Set(['webhooks']),
      refuse: ['93.184.215.0/24', '127.0.0.2/32', '2606:4700::/32'],
    })
    assert.isFalse(guard.allows('93.184.215.14', 'webhooks'))
    assert.isFalse(guard.allows('::ffff:93.184.215.14', 'webhooks'))
    assert.isFalse(guard.allows('127.0.0.2', 'webhooks'))
    assert.isFalse(guard.allows('2606:4700::1111', 'webhooks'))
    assert.isTrue(guard.allows('127.0.0.1', 'webhooks'))
  })
})

test.group('Outbound guard | URLs', () => {
  test('accepts {$self}')
    .with([
      'https://hooks.example',
      'https://hooks.example:443/a?b=c#d',
      'https://hooks.example:8443/',
      'https://bücher.example/',
      'https://[2606:4700::1111]/',
    ])
    .run(({ assert }, text) => {
      assert.equal(closed.url(text, 'webhooks').href, new URL(text).href)
    })

  test('refuses {text} for its {reason}')
    .with([
      { text: 'hooks.example', reason: 'malformed' },
      { text: '', reason: 'malformed' },
      { text: 'https://', reason: 'malformed' },
      { text: 'https://1.2.3.4.5/', reason: 'malformed' },
      { text: 'https://hooks.example:99999/', reason: 'malformed' },
      { text: 'http://hooks.example/', reason: 'scheme' },
      { text: 'ftp://hooks.example/', reason: 'scheme' },
      { text: 'file:///etc/passwd', reason: 'scheme' },
      { text: 'gopher://hooks.example/', reason: 'scheme' },
      { text: 'data:text/plain,a', reason: 'scheme' },
      { text: 'javascript:alert(1)', reason: 'scheme' },
      { text: 'unix:/run/docker.sock', reason: 'scheme' },
      { text: 'https://user@hooks.example/', reason: 'userinfo' },
      { text: 'https://user:secret@hooks.example/', reason: 'userinfo' },
      { text: 'https://:secret@hooks.example/', reason: 'userinfo' },
      { text: 'https://1.1.1.1:80@127.0.0.1/', reason: 'userinfo' },
      { text: 'https://hooks.example:22/', reason: 'port' },
      { text: 'https://hooks.example:25/', reason: 'port' },
      { text: 'https://hooks.example:0/', reason: 'port' },
    ])
    .run(({ assert }, { text, reason }) => {
      try {
        closed.url(text, 'webhooks')
        assert.fail('accepted')
      } catch (error) {
        assert.instanceOf(error, UrlForbidden)
        assert.include(error, { code: 'url_forbidden', reason })
      }
    })

  test('accepts 2,048 characters and no more', ({ assert }) => {
    const longest = 'https://hooks.example/'.padEnd(2048, 'a')
    assert.equal(closed.url(longest, 'webhooks').href, longest)
    assert.throws(() => closed.url(`${longest}a`, 'webhooks'), /2,048 characters/)
  })

  test('accepts plain HTTP and any port where private addresses are opened', ({ assert }) => {
    assert.equal(open.url('http://tsa.localhost:318/', 'webhooks').port, '318')
    assert.throws(() => open.url('http://hooks.localhost/', 'documents'), UrlForbidden)
  })

  test('accepts plain HTTP to public addresses of time-stamp authorities', async ({ assert }) => {
    assert.equal(closed.url('http://tsa.example/', 'tsa').protocol, 'http:')
    await assert.rejects(() => closed.addresses('127.0.0.1', 'tsa'), UrlForbidden)
  })
})

test.group('Outbound guard | names', () => {
  const answering = (...found: string[]) =>
    new OutboundGuard({
      resolve: async () =>
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    })

  test('gives the addresses it has seen', async ({ assert }) => {
    const guard = answering('93.184.215.14', '2606:4700::1111')
    assert.deepEqual(await guard.addresses('hooks.example', 'webhooks'), [
      { address: '93.184.215.14', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
  })

  test('refuses a name when any of its addresses is not allowed', async ({ assert }) => {
    for (const guard of [
      answering('93.184.215.14', '127.0.0.1'),
      answering('10.0.0.1', '93.184.215.14'),
      answering('93.184.215.14', '::ffff:169.254.169.254'),
    ]) {
      await assert.rejects(() => guard.addresses('hooks.example', 'webhooks'), UrlForbidden)
    }
  })

  test('does not tell what a forbidden name resolves to', async ({ assert }) => {
    const error = await answering('10.1.2.3')
      .addresses('hooks.example', 'webhooks')
      .catch((refusal: Error) => refusal)
    assert.instanceOf(error, UrlForbidden)
    assert.notInclude(JSON.stringify(error) + String(error), '10.1.2.3')
  })

  test('holds names below localhost to the same rules', async ({ assert }) => {
    await assert.rejects(() => closed.addresses('acme.localhost', 'webhooks'), UrlForbidden)
    await assert.rejects(() => closed.addresses('localhost', 'webhooks'), UrlForbidden)
    const [first] = await open.addresses('acme.localhost', 'webhooks')
    assert.equal(first.address, '127.0.0.1')
  })

  test('says that a name cannot be resolved', async ({ assert }) => {
    const failing = new OutboundGuard({
      resolve: async () => {
        throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
      },
    })
    for (const guard of [failing, answering()]) {
      const error = await guard.addresses('hooks.example', 'webhooks').catch((e: Error) => e)
      assert.instanceOf(error, UrlUnreachable)
      assert.include(error, { code: 'url_unreachable', reason: 'dns' })
    }
  })
})
