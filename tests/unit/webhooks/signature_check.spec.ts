import { createHmac } from 'node:crypto'
import { test } from '@japa/runner'
import { Secret } from '@adonisjs/core/helpers'
import { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { checkSignature } from '#app/webhooks/signature_check'
import { signatureHeaders } from '#app/webhooks/webhook_signature'

const { t } = DashboardPhrasebook.speaking('en')
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const PARTS = {
  id: 'evt_1',
  timestamp: '1700000000',
  body: '{"event":"document.sent","data":{"id":"evt_1","list":[1,2]}}',
}
const SIGNED = `${PARTS.id}.${PARTS.timestamp}.${PARTS.body}`

const check = (given: string) =>
  checkSignature(given, PARTS, [new Secret(SECRET), new Secret(OTHER)])
const hmac = (key: string | Buffer, text: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHmac('sha256', key).update(text).digest(encoding)
const decoded = Buffer.from(SECRET.slice(6), 'base64')

test.group('Signature check', () => {
  test('knows both headers as they are sent, of each secret in use', ({ assert }) => {
    for (const secret of [SECRET, OTHER]) {
      const headers = signatureHeaders({ ...PARTS, timestamp: 1_700_000_000 }, [new Secret(secret)])
      assert.containsSubset(check(headers['X-Service-Signature']), { isRight: true })
      assert.containsSubset(check(headers['webhook-signature']), { isRight: true })
    }
    assert.isTrue(check(`  sha256=${hmac(SECRET, PARTS.body)}\n`).isRight)
  })

  const MISTAKES: [string, string, RegExp][] = [
    ['a digest without “sha256=”', hmac(SECRET, PARTS.body), /“sha256=” stands before it/],
    ['a digest without “v1,”', hmac(decoded, SIGNED, 'base64'), /“v1,” stands before it/],
    ['the other header’s prefix', `v1,${hmac(SECRET, PARTS.body)}`, /“sha256=” stands before it/],
    ['base64 in place of hexadecimal', hmac(SECRET, PARTS.body, 'base64'), /hexadecimal/],
    ['hexadecimal in place of base64', hmac(decoded, SIGNED), /is base64/],
    ['a secret without its prefix', hmac(SECRET.slice(6), PARTS.body), /without “whsec_”/],
    ['a secret that was decoded', hmac(decoded, PARTS.body), /decoded from base64/],
    ['a secret that was not decoded', hmac(SECRET.slice(6), SIGNED, 'base64'), /not decoded/],
    ['the whole secret as text', hmac(SECRET, SIGNED, 'base64'), /used as text/],
    ['no id', hmac(decoded, `1700000000.${PARTS.body}`, 'base64'), /The id is missing/],
    ['a line break at the end', hmac(SECRET, `${PARTS.body}\n`), /line break/],
    ['indentation', hmac(SECRET, JSON.stringify(JSON.parse(PARTS.body), null, 2)), /indentation/],
    [
      'Python’s spaces',
      hmac(SECRET, '{"event": "document.sent", "data": {"id": "evt_1", "list": [1, 2]}}'),
      /spaces after colons/,
    ],
    ['an empty body', hmac(SECRET, ''), /empty/],
  ]

  test('recognises {0}')
    .with(MISTAKES)
    .run(({ assert }, [, given, says]) => {
      const verdict = check(given)
      assert.isFalse(verdict.isRight)
      assert.match(t(verdict.says), says)
    })

  test('gives away neither the secret nor the right value', ({ assert }) => {
    for (const given of ['', 'x', hmac(OTHER.slice(6), PARTS.body)]) {
      const { says, isRight } = check(given)
      assert.isFalse(isRight)
      for (const secret of [SECRET, OTHER, hmac(SECRET, PARTS.body), hmac(OTHER, PARTS.body)])
        assert.notInclude(t(says), secret)
    }
  })
})
