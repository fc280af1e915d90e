import './localhost_names.js'

const TIMEOUT_MS = 30_000

/** The signature service, as far as this app needs it. */
export class Service {
  constructor({ service, key }) {
    Object.assign(this, { service, key })
  }

  /** Sent twice with the same `once` it is sent once: an answer that was lost can be asked for again. */
  async send(order, { once }) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': once }
    const answer = await this.#ask('POST', '/api/signatures/send', {
      headers,
      body: JSON.stringify(order),
    })
    return answer.json()
  }

  /** What has happened after the cursor: at most a hundred events, and the cursor to go on with. */
  async events(cursor) {
    const query = new URLSearchParams({ limit: 100, ...(cursor && { cursor }) })
    const answer = await this.#ask('GET', `/api/v1/events?${query}`)
    return answer.json()
  }

  async sealedPdf(documentId) {
    const answer = await this.#ask('GET', `/api/v1/documents/${documentId}/download`)
    return Buffer.from(await answer.arrayBuffer())
  }

  async #ask(method, path, { headers, body } = {}) {
    console.log(`→ ${method} ${path.split('?')[0]}`)
    const answer = await fetch(this.service + path, {
      method,
      body,
      headers: { authorization: `Bearer ${this.key}`, ...headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({})))
    return answer
  }
}

/** The service said no, with a code and a sentence. */
export class Refused extends Error {
  constructor(status, { error }) {
    super(error?.message ?? `The service answered ${status}`)
    Object.assign(this, { status, code: error?.code })
  }

  /** Another try with the same words would be refused as well. */
  get isFinal() {
    return this.status >= 400 && this.status < 500 && ![401, 409, 429].includes(this.status)
  }
}
