import { createHmac } from 'node:crypto'
import { test } from '@japa/runner'
import { Secret } from '@adonisjs/core/helpers'
import { Webhook } from 'standardwebhooks'
import { signatureHeaders } from '#app/webhooks/webhook_signature'

const OLD = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const NEW = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
const body = '{"event":"document.sent","data":{"title":"Mietvertrag – Müller"}}'
const signed = () => ({ id: 'evt_1', timestamp: Math.floor(Date.now() / 1000), body })

test.group('Webhook signature', () => {
  test('is the contract’s: HMAC-SHA256 of the body, keyed with the secret as it was shown', ({
    assert,
  }) => {
    const headers = signatureHeaders(signed(), [new Secret(OLD)])
    const digest = createHmac('sha256', OLD).update(body, 'utf8').digest('hex')
    assert.equal(headers['X-Service-Signature'], `sha256=${digest}`)
    assert.match(headers['X-Service-Signature'], /^sha256=[0-9a-f]{64}$/)
  })

  test('is verified by the library of Standard Webhooks', ({ assert }) => {
    const headers = signatureHeaders(signed(), [new Secret(OLD)])
    assert.deepEqual(new Webhook(OLD).verify(body, headers), JSON.parse(body))
    assert.throws(() => new Webhook(OLD).verify(`${body} `, headers), /matching signature/)
    assert.throws(() => new Webhook(NEW).verify(body, headers), /matching signature/)
  })

  test('is verified with either secret while one replaces the other', ({ assert }) => {
    const headers = signatureHeaders(signed(), [new Secret(OLD), new Secret(NEW)])
    for (const secret of [OLD, NEW]) {
      assert.doesNotThrow(() => new Webhook(secret).verify(body, headers))
    }
    const digest = createHmac('sha256', OLD).update(body).digest('hex')
    assert.equal(headers['X-Service-Signature'], `sha256=${digest}`)
  })

  test('is refused by the library when it is older than its tolerance', ({ assert }) => {
    const headers = signatureHeaders({ ...signed(), timestamp: 1_700_000_000 }, [new Secret(OLD)])
    assert.throws(() => new Webhook(OLD).verify(body, headers), /too old/)
  })
})
