import { test } from '@japa/runner'
import { isEmailAddress } from '#app/foundation/email_address'

test.group('E-mail address', () => {
  for (const address of [
    'ana@example.test',
    'Ana.Buyer+lease@Sub.Example.co.uk',
    "o'hara@example.ie",
    'a@b.xn--p1ai',
    `${'a'.repeat(64)}@example.test`,
  ]) {
    test(`is ${address.slice(0, 50)}`, ({ assert }) => assert.isTrue(isEmailAddress(address)))
  }

  for (const address of [
    '',
    'ana',
    'ana@',
    '@example.test',
    'ana@localhost',
    'ana@example..test',
    '.ana@example.test',
    'ana.@example.test',
    'a..b@example.test',
    'ana@-example.test',
    'ana@example.test, ben@example.test',
    'ana@example.test,ben@example.test',
    'Ana <ana@example.test>',
    '"ana"@example.test',
    'ana@example.test\r\nBcc: all@example.test',
    'ana@example.test\n',
    'ana@[127.0.0.1]',
    'ana@127.0.0.1',
    'аna@example.test',
    `${'a'.repeat(65)}@example.test`,
    `ana@${'a.'.repeat(130)}test`,
  ]) {
    test(`is not ${JSON.stringify(address).slice(0, 50)}`, ({ assert }) =>
      assert.isFalse(isEmailAddress(address)))
  }
})
