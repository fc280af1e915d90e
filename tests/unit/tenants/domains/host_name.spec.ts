import { test } from '@japa/runner'
import type HostRefused from '#app/tenants/errors/host_refused'
import type { HostRefusal } from '#app/tenants/errors/host_refused'
import { readHost } from '#app/tenants/domains/host_name'
import { displayHost } from '#app/tenants/domains/display_host'

const REFUSED: Record<HostRefusal, string[]> = {
  missing: ['', ' ', '.'],
  not_a_name: [
    'https://sign.acme.com',
    'sign.acme.com/path',
    'sign.acme.com:443',
    'user@sign.acme.com',
    '*.acme.com',
    'sign acme.com',
    'sign.acme.com?x',
    'sign%2eacme.com',
    '[2001:db8::1]',
  ],
  malformed: [
    '-sign.acme.com',
    'sign-.acme.com',
    'sign_.acme.com',
    'sign..com',
    '.acme.com',
    'a\0.com',
  ],
  too_long: [
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(120)}com`,
    `${'ü'.repeat(60)}.com`,
    'x'.repeat(5000),
  ],
  address: ['127.0.0.1', '10.0.0.1', '::1', '2001:db8::1', '0x7f.1', '2130706433.', '127.1'],
  single_label: ['localhost', 'com', 'intranet'],
  reserved: [
    'acme.test',
    'acme.invalid',
    'acme.example',
    'printer.local',
    'acme.onion',
    'acme.internal',
    'a.home.arpa',
    'acme.lan',
    'acme.alt',
  ],
  public_suffix: ['co.uk', 'com.au', 'github.io', 'kawasaki.jp', 'blogspot.com'],
  platform: ['acme.localhost', 'api.localhost', 'x.edge.localhost', 'edge.localhost'],
  added: [],
  in_use: [],
  quarantined: [],
  not_yours: [],
  too_many: [],
  by_owner: [],
  base_by_owner: [],
}

test.group('Host name', () => {
  for (const [reason, hosts] of Object.entries(REFUSED))
    for (const host of hosts)
      test(`refuses “${host.slice(0, 40)}” as ${reason}`, ({ assert }) => {
        try {
          readHost(host)
          assert.fail('it was accepted')
        } catch (error) {
          assert.equal((error as HostRefused).reason, reason)
        }
      })

  test('is kept in lower case and punycode, without the dot at its end', ({ assert }) => {
    assert.equal(readHost(' Sign.ACME.com. '), 'sign.acme.com')
    assert.equal(readHost('unterschrift.müller.de'), 'unterschrift.xn--mller-kva.de')
    assert.equal(readHost('xn--mller-kva.de'), 'xn--mller-kva.de')
    assert.equal(readHost('ｓｉｇｎ。acme。com'), 'sign.acme.com')
    assert.equal(readHost('acme.co.uk'), 'acme.co.uk')
    assert.equal(readHost('acme.github.io'), 'acme.github.io')
  })

  test('may be the top of a registered domain, or far below it', ({ assert }) => {
    for (const host of ['acme.com', 'a.b.c.d.acme.com', 'sign.acme.localhost'])
      assert.equal(readHost(host), host)
  })
})

test.group('Display host', () => {
  test('is as its owner writes it', ({ assert }) => {
    for (const text of ['sign.acme.com', 'müller.de', '中国.cn', 'документооборот.рф', '例え.jp'])
      assert.containSubset(displayHost(readHost(text)), { text, isConfusable: false })
  })

  for (const [name, unicode] of [
    ['Latin with a Cyrillic а', 'pаypal.com'],
    ['Cyrillic that reads as Latin', 'раураӏ.com'],
    ['Greek within Latin', 'gοοgle.com'],
    ['Cherokee within Latin', 'Ꭺcme.com'],
  ])
    test(`is punycode with a warning for ${name}`, ({ assert }) => {
      const host = readHost(unicode)
      assert.match(host, /^xn--/)
      assert.deepEqual(displayHost(host), { text: host, punycode: host, isConfusable: true })
    })
})
