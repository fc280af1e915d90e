import { test } from '@japa/runner'
import { RequestLog } from '#app/api/v1/access/request_log'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { StatementLog } from '#tests/support/statement_log'

/** A transaction leaves in one batch from here on; what is counted here is how often a request waits for PostgreSQL. */
const BEGIN = /^begin/i
const READ = /^\s*select/i

test.group('API | round trips to PostgreSQL', (group) => {
  let client: ApiClient
  let id: string

  const asked = async (work: () => Promise<Answer>) => {
    await client.get('/api/v1/keys/current') // whose host it is, is looked up now and then
    await RequestLog.write()
    const log = StatementLog.open()
    const answer = await work().finally(() => log.close())
    const reads = log.entries.filter((text) => READ.test(text))
    const roundTrips = log.entries.filter((text) => BEGIN.test(text)).length
    return { answer, reads: reads.map((text) => text.replace(/limit \d+/, 'limit n')), roundTrips }
  }
  const get = (path: string) => asked(() => client.get(`/api/v1/${path}`))

  const field = { type: 'signature', page: 1, x: 60, y: 200, width: 90, height: 50 }
  const signer = (name: string) => ({
    name,
    email: `${name}@example.test`,
    fields: [field, { ...field, x: 160 }, { ...field, type: 'text', x: 260 }],
  })
  const order = async (title: string) => ({
    title,
    file: Buffer.from(await makePdf()).toString('base64'),
    signers: ['ana', 'ben', 'cleo'].map(signer),
    metadata: { deal: title },
  })

  group.setup(async () => {
    client = await ApiClient.of(await makeTenant(), 'live')
    for (let number = 0; number < 25; number += 1) {
      const made = await client.post('/api/v1/documents', await order(`Lease ${number}`))
      id = String(made.body.id)
    }
    for (let number = 0; number < 3; number += 1) {
      await client.post('/api/v1/webhooks', { url: `https://hooks.example.test/${number}` })
    }
  })

  test('reads a document with its signers and fields in one beyond the key’s', async ({
    assert,
  }) => {
    assert.equal((await get(`documents/${id}`)).roundTrips, 2)
  })

  test('sends a document in one beyond the key’s and the profile’s, and reads nothing back', async ({
    assert,
  }) => {
    const send = async () => client.post('/api/v1/documents', await order('Sent'))
    const { answer, roundTrips, reads } = await asked(send)
    assert.equal(answer.status, 201)
    assert.equal(roundTrips, 3)
    assert.lengthOf(
      reads.filter((text) => /from (documents|signers|fields)\b/.test(text)),
      0
    )
    const { body } = (await get(`documents/${answer.body.id}`)).answer
    const { signerLinks, requestId, ...shown } = answer.body
    assert.deepEqual({ ...body, requestId }, { ...shown, requestId })
    assert.lengthOf(signerLinks as unknown[], 3)
  })

  for (const [list, most] of [
    ['documents?', 3],
    ['documents?status=pending&', 3],
    ['documents?q=lease&', 4],
    ['webhooks?', 2],
    ['events?', 2],
    ['ID/audit?', 3],
  ] as const) {
    test(`asks no more for a full page of ${list} than for one entry`, async ({ assert }) => {
      const path = list.replace('ID', `documents/${id}`)
      const one = await get(`${path}limit=1`)
      const full = await get(`${path}limit=25`)
      assert.isAbove((full.answer.body.data as unknown[]).length, 1)
      assert.deepEqual(full.reads, one.reads)
      assert.isAtMost(full.roundTrips, most)
    })
  }

  test('answers a repeated request in one beyond the key’s', async ({ assert }) => {
    const store = () =>
      client.post(
        '/api/v1/webhooks',
        { url: 'https://hooks.example.test/again' },
        { 'idempotency-key': 'the-same' }
      )
    await store()
    const { answer, roundTrips } = await asked(store)
    assert.equal(answer.headers['idempotent-replayed'], 'true')
    assert.equal(roundTrips, 2)
  })
})
