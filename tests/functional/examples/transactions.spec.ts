import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { newId } from '#app/foundation/identifier'
import { TransactionsApp } from '#tests/support/transactions_app'
import { until } from '#tests/support/until'

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes ....').toString('base64')}`
const PDF = '%PDF-1.7 sealed'
const ROLES = ['buyer', 'seller', 'buyer_agent', 'seller_agent']

interface Order {
  documentUrl: string
  metadata: { transaction: string }
  signers: { key: string; order: number }[]
}

/** What the example expects of the service, by the letter of its description, where a test decides what goes wrong. */
class Service {
  readonly orders: { order: Order; once: string }[] = []
  events: unknown[] = []
  isAway = false
  fetched = ''
  readonly server: Server = createServer(
    (request, response) => void this.#answer(request, response)
  )

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (this.isAway) return void response.writeHead(503).end('{}')
    const path = request.url ?? ''
    if (path.startsWith('/api/v1/events')) return this.#list(path, response)
    if (path.endsWith('/download')) return void response.end(PDF)
    const order = JSON.parse(Buffer.concat(chunks).toString()) as Order
    this.orders.push({ order, once: String(request.headers['idempotency-key']) })
    this.fetched = await (await fetch(order.documentUrl)).text()
    response.writeHead(201).end(JSON.stringify({ documentId: 'doc_1', status: 'pending' }))
  }

  #list(path: string, response: ServerResponse): void {
    const from = Number(new URLSearchParams(path.split('?')[1]).get('cursor') ?? 0)
    const data = this.events.slice(from, from + 2)
    const nextCursor = String(from + data.length)
    const hasMore = from + data.length < this.events.length
    response.end(JSON.stringify({ data, nextCursor, hasMore }))
  }
}

test.group('Transactions example', (group) => {
  let service: Service
  let app: TransactionsApp
  let connection: Record<string, string>

  group.each.setup(async () => {
    service = new Service()
    await new Promise<void>((done) => service.server.listen(0, '127.0.0.1', done))
    const { port } = service.server.address() as AddressInfo
    app = await TransactionsApp.prepare()
    connection = {
      SIGNATURES_URL: `http://service.localhost:${port}`,
      SIGNATURES_KEY: 'svc_live_key',
      SIGNATURES_WEBHOOK_SECRET: SECRET,
    }
    return async () => {
      await app.remove()
      service.server.closeAllConnections()
      service.server.close()
    }
  })

  const begin = async (changes: Record<string, string> = {}, headers = {}) => {
    const parties = ROLES.flatMap((role) => [
      [`${role}_name`, `Some ${role}`],
      [`${role}_email`, `${role}@example.com`],
    ])
    const fields = { address: '1 Test <b>Road</b>', price: '€ 1', ...Object.fromEntries(parties) }
    const body = new URLSearchParams({ ...fields, ...changes })
    const order = { method: 'POST', body, headers, redirect: 'manual' as const }
    const answer = await fetch(`${app.url}/transactions`, order)
    return { answer, id: answer.headers.get('location')?.split('/').at(-1) ?? '' }
  }
  const event = (id: string, name: string, sequence: number, more = {}) => ({
    event: name,
    data: {
      id: newId('evt'),
      occurredAt: '2026-03-14T09:26:53.589Z',
      documentId: 'doc_1',
      metadata: { transaction: id },
      ...{ sequence, ...more },
    },
  })
  const signer = (key: string) => ({ signer: { key, name: `Some ${key}`, status: 'signed' } })
  const deliver = async (
    body: ReturnType<typeof event>,
    { secret = SECRET, at = Math.floor(Date.now() / 1000), id = body.data.id } = {}
  ) => {
    const text = JSON.stringify(body)
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(`${body.data.id}.${at}.${text}`)
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,${signature.digest('base64')}`,
    }
    return (await fetch(`${app.webhookUrl}`, { method: 'POST', body: text, headers })).status
  }
  const page = async (id: string) =>
    (await (await fetch(`${app.url}/transactions/${id}`)).text())
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')

  test('sends a contract that it serves itself to four in their order', async ({ assert }) => {
    await app.start(connection)
    const { answer, id } = await begin()
    assert.equal(answer.status, 303)
    await until(() => service.orders.length > 0)
    const [{ order, once }] = service.orders
    assert.equal(once, id)
    assert.deepEqual(
      order.signers.map(({ key, order: place }) => [key, place]),
      ROLES.map((role, index) => [role, index + 1])
    )
    await until(() => service.fetched !== '')
    assert.match(service.fetched, /^%PDF-/)
    assert.equal((await fetch(`${app.url}/contracts/${'0'.repeat(48)}.pdf`)).status, 404)
    const html = await (await fetch(`${app.url}/transactions/${id}`)).text()
    assert.include(html, '1 Test &#60;b&#62;Road&#60;/b&#62;')
  })

  test('refuses webhooks that are not the service’s', async ({ assert }) => {
    await app.start(connection)
    const { id } = await begin()
    const signed = event(id, 'document.signed', 2, { status: 'in_progress', ...signer('buyer') })
    const other = `whsec_${Buffer.from('another one').toString('base64')}`
    assert.equal(await deliver(signed, { secret: other }), 401)
    assert.equal(await deliver(signed, { at: Math.floor(Date.now() / 1000) - 3_600 }), 401)
    assert.equal(await deliver(signed, { id: newId('evt') }), 401)
    assert.equal((await fetch(app.webhookUrl, { method: 'POST', body: '{}' })).status, 401)
    assert.notInclude(await page(id), 'document.signed')
    assert.equal(await deliver(signed), 204)
    assert.include(await page(id), 'document.signed')
  })

  test('counts an event once, and is not led back by one that is late', async ({ assert }) => {
    await app.start(connection)
    const { id } = await begin()
    const completed = event(id, 'document.completed', 5, { status: 'completed' })
    const viewed = event(id, 'document.viewed', 2, { status: 'viewed', ...signer('buyer') })
    const signed = event(id, 'document.signed', 4, { status: 'in_progress', ...signer('buyer') })
    for (const body of [completed, signed, viewed, signed, completed])
      assert.equal(await deliver(body), 204)
    await until(async () => (await page(id)).includes('Download the PDF'))
    const words = await page(id)
    assert.include(words, 'Signed by all')
    assert.match(words, /Some buyer buyer@example.com Signed/)
    for (const name of ['document.completed', 'document.signed', 'document.viewed'])
      assert.lengthOf(words.split(name), 2, name)
    const download = await fetch(`${app.url}/transactions/${id}/contract.pdf`)
    assert.equal(await download.text(), PDF)
    assert.lengthOf(
      app.calls.filter((call) => call.endsWith('/download')),
      1
    )
  })

  test('catches up with what it missed, page by page, from where it stopped', async ({
    assert,
  }) => {
    await app.start(connection)
    const { id } = await begin()
    await until(() => service.orders.length > 0)
    await deliver(event(id, 'document.sent', 1, { status: 'pending' }))
    await app.kill()
    service.events = [
      event('somebody-else’s', 'document.sent', 1, { status: 'pending' }),
      ...ROLES.map((role, index) =>
        event(id, 'document.signed', 2 + index, { status: 'in_progress', ...signer(role) })
      ),
      event(id, 'document.completed', 6, { status: 'completed' }),
    ].map(({ event: name, data }) => ({ id: data.id, object: 'event', event: name, data }))
    await app.start(connection)
    await until(async () => (await page(id)).includes('Download the PDF'))
    assert.lengthOf((await page(id)).split('caught up'), 6)
    const listed = () => app.calls.filter((call) => call === 'GET /api/v1/events').length
    assert.equal(listed(), 3)
    await app.kill()
    await app.start(connection)
    assert.equal(listed(), 1)
  })

  test('starts while the service is away, and sends once it is back', async ({ assert }) => {
    service.isAway = true
    await app.start(connection)
    const { id } = await begin()
    assert.include(await page(id), 'Being sent')
    await app.kill()
    await app.start(connection)
    service.isAway = false
    await until(async () => (await page(id)).includes('Out for signature'))
    assert.deepEqual(
      service.orders.map(({ once }) => once),
      [id]
    )
  })

  test('keeps what was typed when something is wrong, and takes forms of its own pages alone', async ({
    assert,
  }) => {
    await app.start(connection)
    const { answer } = await begin({ seller_email: 'buyer@example.com', price: ' ' })
    assert.equal(answer.status, 422)
    const html = await answer.text()
    assert.include(html, 'Each of the four has an address of their own.')
    assert.include(html, 'id="price-fault"')
    assert.include(html, 'value="Some seller"')
    assert.equal((await begin({}, { 'sec-fetch-site': 'cross-site' })).answer.status, 403)
    assert.lengthOf(service.orders, 0)
  })
})
