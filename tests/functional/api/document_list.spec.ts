import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

const HOUR_MS = 3_600_000

function without(body: object, ...names: string[]) {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
}

test.group('API | GET documents', (group) => {
  let client: ApiClient
  let file: string
  let lease: string
  let sale: string
  let draft: string

  const make = async (more: object) => {
    const signers = [{ name: 'Ana Buyer', email: 'ana@example.test' }]
    const made = await client.post('/api/v1/documents', { title: 'Lease', file, signers, ...more })
    return String(made.body.id)
  }
  const listed = ({ body }: Answer) => (body.data as { id: string }[]).map(({ id }) => id)
  const list = async (query: string) => listed(await client.get(`/api/v1/documents?${query}`))

  group.setup(async () => {
    client = await ApiClient.of(await makeTenant(), 'live')
    file = Buffer.from(await makePdf()).toString('base64')
    lease = await make({ metadata: { deal: '7', team: 'north' } })
    clock.travel(HOUR_MS)
    const ben = [{ name: 'Ben Seller', email: 'Ben@example.test' }]
    sale = await make({ title: 'Sale of 100%', signers: ben, metadata: { deal: '8' } })
    clock.travel(HOUR_MS)
    draft = await make({ title: 'Draft_1', send: false })
  })
  group.teardown(() => clock.restore())

  test('shows whole documents, newest first', async ({ assert }) => {
    const answer = await client.get('/api/documents')
    assert.containSubset(answer.body, { object: 'list', hasMore: false, nextCursor: null })
    assert.deepEqual(listed(answer), [draft, sale, lease])
    const one = await client.get(`/api/v1/documents/${sale}`)
    const shown = without(one.body, 'livemode', 'requestId')
    assert.deepEqual((answer.body.data as unknown[])[1], shown)
  })

  test('chooses by status, time, signer, metadata and words', async ({ assert }) => {
    const hourAgo = new Date(clock.now().getTime() - HOUR_MS - 60_000).toISOString()
    assert.deepEqual(await list('status=draft'), [draft])
    assert.deepEqual(await list(`createdAfter=${hourAgo}`), [draft, sale])
    assert.deepEqual(await list(`createdBefore=${hourAgo}`), [lease])
    assert.deepEqual(await list('signerEmail=ben@EXAMPLE.test'), [sale])
    assert.deepEqual(await list('metadata[deal]=7'), [lease])
    assert.deepEqual(await list('metadata[deal]=7&metadata[team]=south'), [])
    assert.deepEqual(await list('q=seller'), [sale])
    assert.deepEqual(await list('q=100%25'), [sale])
    assert.deepEqual(await list('status=pending&q=lease'), [lease])
    assert.deepEqual(await list('q=SELL'), [sale])
    assert.deepEqual(await list('q=eller'), [])
    assert.deepEqual(await list('q=ben@example.test'), [sale])
    assert.deepEqual(await list('q=seller+sale'), [sale])
    assert.deepEqual(await list('q=seller+lease'), [])
    assert.deepEqual(await list("q='):*%20|%20zz"), [])
  })

  test('repeats and skips nothing while documents are added', async ({ assert }) => {
    const old = [await make({}), await make({}), await make({})].reverse()
    const expected = [...old, draft, sale, lease]
    const seen: string[] = []
    for (let cursor = ''; ;) {
      const answer = await client.get(`/api/v1/documents?limit=2${cursor}`)
      seen.push(...listed(answer))
      if (!answer.body.hasMore) break
      cursor = `&cursor=${answer.body.nextCursor}`
      await make({})
    }
    assert.deepEqual(seen, expected)
  })

  for (const [query, param] of [
    ['status=open', 'status'],
    ['createdAfter=yesterday', 'createdAfter'],
    ['createdAfter=2027-02-31', 'createdAfter'],
    ['createdAfter=2027-02-29T10:00:00Z', 'createdAfter'],
    ['createdAfter=2027-04-31T10:00:00%2B02:00', 'createdAfter'],
    ['createdBefore=2026-13-01', 'createdBefore'],
    ['createdAfter=2026-01-01T10:00', 'createdAfter'],
    ['signerEmail=', 'signerEmail'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['q=a%00b', 'q'],
    ['q=%25', 'q'],
    ['metadata[]=x', 'metadata[]'],
    ['limit=0', 'limit'],
  ]) {
    test(`refuses ${query.slice(0, 40)}`, async ({ assert }) => {
      const answer = await client.get(`/api/v1/documents?${query}`)
      assert.equal(answer.status, 422, answer.text)
      assert.containSubset(answer.body.error, { code: 'validation_failed', param })
    })
  }

  test('refuses a parameter that comes twice, and one that does not exist', async ({ assert }) => {
    const twice = await client.get('/api/v1/documents?status=draft&status=pending')
    assert.equal(twice.status, 422)
    const offset = await client.get('/api/v1/documents?offset=10')
    assert.containSubset(offset.body.error, { code: 'unknown_parameter', param: 'offset' })
  })
})
