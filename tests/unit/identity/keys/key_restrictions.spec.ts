import { test } from '@japa/runner'
import { AddressRanges } from '#app/foundation/outbound/address_ranges'
import { allowedAddress } from '#app/identity/keys/allowed_address'
import { allowedOrigin } from '#app/identity/keys/allowed_origin'

test.group('Address that a key names', () => {
  const READ: [string, string | null][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['203.0.113.7/32', '203.0.113.7/32'],
    ['2001:DB8:0:0::7', '2001:db8::7'],
    ['2001:db8::7/32', '2001:db8::/32'],
    ['::1', '::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['0.0.0.0/0', null],
    ['::/0', null],
    ['203.0.113.7/33', null],
    ['2001:db8::/129', null],
    ['203.0.113.7/024', null],
    ['203.0.113.7/', null],
    ['203.0.113.7/24/8', null],
    ['::ffff:203.0.113.0/120', null],
    ['fe80::1%eth0', null],
    ['203.0.113', null],
    ['0203.0.113.7', null],
    ['0x7f.1', null],
    ['203.0.113.256', null],
    ['example.com', null],
    ['*', null],
    ['', null],
  ]
  test('{0} is {1}')
    .with(READ)
    .run(({ assert }, [typed, read]) => assert.equal(allowedAddress(typed), read))

  test('includes who is meant, and nobody beside', ({ assert }) => {
    const named = ['203.0.113.7/24', '2001:db8::7', '::ffff:198.51.100.4'].map(allowedAddress)
    const ranges = new AddressRanges(named.filter((one) => one !== null))
    for (const address of ['203.0.113.255', '2001:db8::7', '198.51.100.4'])
      assert.isTrue(ranges.includes(address), address)
    for (const address of ['203.0.114.1', '2001:db8::8', '198.51.100.5', '::1'])
      assert.isFalse(ranges.includes(address), address)
  })
})

test.group('Origin that a key names', () => {
  const READ: [string, string | null][] = [
    ['https://crm.example', 'https://crm.example'],
    ['https://crm.example/', 'https://crm.example'],
    ['HTTPS://CRM.example:443', 'https://crm.example'],
    ['https://crm.example:8443', 'https://crm.example:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://crm.example', null],
    ['http://localhost.crm.example', null],
    ['https://*.crm.example', null],
    ['https://crm.example/path', null],
    ['https://crm.example?', null],
    ['https://crm.example#', null],
    ['https://user:secret@crm.example', null],
    ['crm.example', null],
    ['null', null],
    ['*', null],
    ['data:text/html,x', null],
    ['file:///etc/passwd', null],
    [`https://${'a'.repeat(300)}.example`, null],
    ['', null],
  ]
  test('{0} is {1}')
    .with(READ)
    .run(({ assert }, [typed, read]) => assert.equal(allowedOrigin(typed), read))
})
