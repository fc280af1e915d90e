import { createHmac, randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { test } from '@japa/runner'

interface Call {
  event: string
  signature: string
  checks: { contract: string; standard: string }
}
interface Receiver {
  url: string
  calls: Call[]
  listen(): Promise<Receiver>
  trust(secret: string): void
  close(): Promise<void>
}

const file = new URL('../../../bin/services/webhook_receiver.mjs', import.meta.url).href
const { WebhookReceiver } = (await import(file)) as { WebhookReceiver: new () => Receiver }

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const BODY = JSON.stringify({
  event: 'document.sent',
  data: { documentId: 'doc_1', title: 'Größe' },
})

test.group('Webhook receiver', (group) => {
  let receiver: Receiver

  group.each.setup(async () => {
    receiver = await new WebhookReceiver().listen()
    return () => receiver.close()
  })

  async function send(secret: string) {
    const at = new Date()
    const digest = createHmac('sha256', secret).update(BODY).digest('hex')
    await fetch(receiver.url, {
      method: 'POST',
      body: BODY,
      headers: {
        'x-service-event': 'document.sent',
        'x-service-signature': `sha256=${digest}`,
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('evt_1', at, BODY),
      },
    })
  }

  test('finds both signatures valid once it knows the secret', async ({ assert }) => {
    const secret = newSecret()
    await send(secret)
    assert.equal(receiver.calls[0].signature, 'unknown')
    receiver.trust(secret)
    assert.equal(receiver.calls[0].signature, 'valid')
  })

  test('finds a call signed with another secret wrong', async ({ assert }) => {
    receiver.trust(newSecret())
    await send(newSecret())
    assert.deepEqual(receiver.calls[0].checks, { contract: 'invalid', standard: 'invalid' })
  })

  test('says that a call carries no signature', async ({ assert }) => {
    receiver.trust(newSecret())
    await fetch(receiver.url, { method: 'POST', body: BODY })
    assert.equal(receiver.calls[0].signature, 'absent')
  })
})
