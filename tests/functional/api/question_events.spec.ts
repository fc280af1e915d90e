import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive } from '#tests/support/dashboard_visitor'
import { faultOfEvent } from '#tests/support/emitted_events'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'
import { SigningLink } from '#tests/support/signing_link'

const TEXT = 'Is the garage included?'
const AUTHOR = { name: 'Paul Agent', email: 'paul@example.test' }
const ANSWER = { text: 'The cellar alone.', author: AUTHOR }

test.group('API | events of questions', (group) => {
  let acme: Tenant
  let client: ApiClient
  group.each.setup(async () => {
    acme = await makeTenant()
    client = await ApiClient.of(acme, 'live', {
      scopes: [
        ...(['documents:read', 'documents:write', 'values:read'] as const),
        ...(['webhooks:read', 'webhooks:write'] as const),
      ],
    })
  })

  const subscribed = async (
    cleanup: (close: () => Promise<void>) => void,
    params: object = {}
  ): Promise<Receiver> => {
    const receiver = await Receiver.open()
    cleanup(() => receiver.close())
    const events = ['signer.*']
    await client.post('/api/v1/webhooks', { url: receiver.url, events, ...params })
    return receiver
  }
  const asked = async () => {
    const link = await SigningLink.of(acme, await inLive(acme, () => makeDocument()))
    await link.submit('/ask', { kind: 'question', message: TEXT })
    const path = `/api/v1/documents/${link.documentId}/questions`
    const { body } = await client.get(path)
    const [{ id }] = body.data as { id: string }[]
    return { link, id, answer: () => client.post(`${path}/${id}/answer`, ANSWER) }
  }
  const deliver = async () => {
    await doWork(acme, 'webhooks.deliver', { early: true })
  }
  const told = (receiver: Receiver) =>
    receiver.calls
      .map(({ body }) => JSON.parse(body) as { event: string; data: Data })
      .toSorted((a, b) => a.data.sequence - b.data.sequence)

  test('say who asked, which question was answered, and nothing of the words', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await subscribed(cleanup)
    const { link, id, answer } = await asked()
    await answer()
    await deliver()
    const [first, second, ...more] = told(receiver)
    assert.lengthOf(more, 0)
    assert.deepEqual([first.event, second.event], ['signer.asked', 'signer.answered'])
    for (const { data } of [first, second]) {
      assert.deepEqual(data.question, { id, kind: 'question' })
      assert.containSubset(data, { documentId: link.documentId, signer: { id: link.signerId } })
    }
    assert.equal(second.data.sequence, first.data.sequence + 1)
    for (const { body } of receiver.calls) {
      assert.isNull(faultOfEvent(body))
      assert.notMatch(body, /garage|cellar|Paul/)
    }
  })

  test('come once, however often the same is asked and answered', async ({ assert, cleanup }) => {
    const receiver = await subscribed(cleanup)
    const { link, answer } = await asked()
    await link.submit('/ask', { kind: 'question', message: TEXT })
    await answer()
    await answer()
    await deliver()
    assert.lengthOf(receiver.calls, 2)
  })

  test('have the words for a webhook that asks for values, the same in every attempt', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await subscribed(cleanup, { includeValues: true })
    receiver.answers(() => ({ status: 503 }))
    const { answer } = await asked()
    await deliver()
    await answer()
    receiver.answers(() => ({}))
    await deliver()
    for (const { body } of receiver.calls) assert.isNull(faultOfEvent(body))
    const [first, again, answered] = told(receiver)
    assert.equal(first.data.text, TEXT)
    assert.deepEqual(again, first)
    assert.equal(answered.data.text, TEXT)
    assert.deepEqual(answered.data.answer, { text: ANSWER.text, by: AUTHOR })
    const { text } = await client.get('/api/v1/events?limit=100')
    assert.notMatch(text, /garage|cellar|Paul/)
  })

  test('are gone with a document that was erased before they were delivered, and others are not', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await subscribed(cleanup, { includeValues: true })
    const [erased, kept] = [await asked(), await asked()]
    await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, async () => {
      const document = Document.reference(erased.link.documentId)
      await document.void({ by: OLGA })
      await document.erase({ by: OLGA, reason: 'request' })
    })
    await deliver()
    assert.deepEqual(
      told(receiver).map(({ data }) => data.question),
      [{ id: kept.id, kind: 'question' }]
    )
  })
})

interface Data {
  sequence: number
  question: object
  text?: string
  answer?: object
}
