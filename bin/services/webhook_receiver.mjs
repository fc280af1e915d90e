import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { hooksPage } from './pages/hooks_page.mjs'
import { PageServer } from './pages/page_server.mjs'
import { checkSignature } from './webhook_signature.mjs'

const MAX_BODY_BYTES = 1024 * 1024
const MAX_KEPT = 1000
const SECRETS_PATH = '/secrets'

/** A subscriber: takes every POST, says whether its signature is right, and shows it on a page and at /received. */
export class WebhookReceiver {
  #calls = []
  #secrets = new Set()
  #count = 0

  /** @param options.file where calls outlive this process, a line of JSON each; without it they do not */
  constructor({ file = null } = {}) {
    this.file = file
    this.pages = new PageServer((request, url, reply) => this.#answer(request, url, reply))
  }

  async listen({ port = 0 } = {}) {
    if (this.file) this.#recall()
    await this.pages.listen(port)
    this.url = this.pages.url
    return this
  }

  /** From now on calls are checked with this endpoint secret too. */
  trust(secret) {
    this.#secrets.add(secret)
  }

  /** What was received, newest first, each with the verdict on its signature. */
  get calls() {
    return this.#calls.map((call) => this.#judged(call))
  }

  close() {
    return this.pages.close()
  }

  async #answer(request, url, reply) {
    if (request.method === 'POST' && url.pathname === SECRETS_PATH)
      return this.#learn(request, reply)
    if (request.method === 'POST') return this.#receive(request, url, reply)
    if (url.pathname === '/received') return reply.json(this.calls)
    if (url.pathname !== '/') return false
    const { calls } = this
    const chosen = calls.find((call) => call.id === url.searchParams.get('call'))
    return reply.html(hooksPage({ calls, chosen, address: this.url }))
  }

  async #learn(request, reply) {
    const secret = new URLSearchParams(String(await bodyOf(request))).get('secret')?.trim()
    if (secret) this.trust(secret)
    return reply.redirect('/')
  }

  async #receive(request, url, reply) {
    const body = await bodyOf(request)
    this.#count += 1
    const call = {
      id: `${Date.now().toString(36)}-${this.#count}`,
      at: new Date().toISOString(),
      method: request.method,
      path: url.pathname,
      headers: request.headers,
      body: String(body),
    }
    this.#add(call)
    if (this.file) appendFileSync(this.file, `${JSON.stringify(call)}\n`, { mode: 0o600 })
    return reply.json({ received: true })
  }

  #add(call) {
    this.#calls.unshift({ ...call, ...named(call) })
    this.#calls.length = Math.min(this.#calls.length, MAX_KEPT)
  }

  #judged(call) {
    const checks = { contract: 'unknown', standard: 'unknown' }
    for (const secret of this.#secrets) {
      const result = checkSignature({ headers: call.headers, body: Buffer.from(call.body), secret })
      for (const kind of ['contract', 'standard']) {
        if (checks[kind] !== 'valid') checks[kind] = result[kind]
      }
    }
    return { ...call, checks, signature: overall(Object.values(checks)) }
  }

  #recall() {
    if (!existsSync(this.file)) return
    const lines = readFileSync(this.file, 'utf8').split('\n').filter(Boolean).slice(-MAX_KEPT)
    for (const line of lines) this.#add(JSON.parse(line))
  }
}

function named({ headers, body }) {
  return {
    event: headers['x-service-event'] ?? null,
    delivery: headers['x-service-delivery'] ?? null,
    documentId: /"documentId":"([^"]+)"/.exec(body)?.[1] ?? null,
  }
}

function overall(checks) {
  return ['unknown', 'invalid', 'absent'].find((verdict) => checks.includes(verdict)) ?? 'valid'
}

async function bodyOf(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new Error('The body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
