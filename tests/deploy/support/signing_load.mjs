import { setTimeout as pause } from 'node:timers/promises'
import { localRequest } from '../../../bin/demo/local_request.mjs'
import { sampleContract } from '../../../bin/demo/sample_contract.mjs'

const COMPLETED_WITHIN_MS = 120_000
const POLL_MS = 50
const AFTER_FAILURE_MS = 500
const EVENT = 'document.completed'
const CONSENT_VERSION = /name="consentVersion" value="([^"]+)"/
/** One release may show another text than the other, whichever is asked. */
const MOST_READINGS = 20

/** The main job, over and over: a document is sent, two signers sign, and a subscriber hears that it is completed. */
export class SigningLoad {
  #sent = new Set()
  #isOver = false
  #loops = []
  /** How often a signer was told that the consent text has changed. */
  readAgain = 0

  /** @param options.hosts  tenants' hosts, each with the API key to send with */
  constructor({ hosts, hooks, balancer, figures }) {
    Object.assign(this, { hosts, hooks, balancer, figures })
  }

  /** Who sends documents hears of them. */
  async begin(atOnce) {
    this.file = await sampleContract()
    for (const host of this.hosts) {
      const json = { url: `${this.hooks.url}/`, events: [EVENT] }
      const { secret } = JSON.parse(await this.#call(host, '/api/v1/webhooks', { json, key: true }))
      this.hooks.trust(secret)
    }
    this.#loops = Array.from({ length: atOnce }, (_, index) =>
      this.#repeat(this.hosts[index % this.hosts.length])
    )
  }

  /** Resolves when so many documents more are completed. */
  async completes(count) {
    const before = this.completed.size
    await this.#until(() => this.completed.size >= before + count)
  }

  /** Sends no more, and waits for the last. */
  async end() {
    this.#isOver = true
    await Promise.all(this.#loops)
    await this.#until(() => this.completed.size === this.#sent.size)
  }

  get sent() {
    return this.#sent.size
  }

  /** Documents whose completion has arrived, with the events that said so. */
  get completed() {
    const told = this.hooks.calls.filter(
      ({ documentId, signature }) => this.#sent.has(documentId) && signature === 'valid'
    )
    return Map.groupBy(told, ({ documentId }) => documentId)
  }

  async #repeat(host) {
    while (!this.#isOver) {
      const job = this.#send(host).then(async (tokens) => {
        for (const token of tokens) await this.#sign(host, token)
      })
      await job.then(
        () => this.figures.signed(),
        (error) => {
          this.figures.fail(error.message)
          return pause(AFTER_FAILURE_MS)
        }
      )
    }
  }

  async #send(host) {
    const form = new FormData()
    form.set('title', 'Consulting agreement')
    form.set('signers', JSON.stringify(['Ana Buyer', 'Ben Seller'].map(signer)))
    form.set('file', new Blob([this.file], { type: 'application/pdf' }), 'agreement.pdf')
    const sent = JSON.parse(await this.#call(host, '/api/v1/documents', { form, key: true }))
    this.#sent.add(sent.id)
    return sent.signerLinks.map(({ url }) => url.split('/sign/')[1])
  }

  /** All that a signer's browser asks for. */
  async #sign(host, token) {
    const page = `/sign/${token}`
    const first = await this.#call(host, page)
    await this.#call(host, `${page}/opened`, { json: {} })
    await this.#consent(host, page, first)
    await this.#call(host, page)
    await this.#call(host, `${page}/file`)
    await this.#call(host, `${page}/viewed`, { json: {} })
    const signature = { kind: 'typed', text: 'Ana Buyer' }
    await this.#call(host, `${page}/finish`, { json: { values: {}, signature } })
  }

  /** A text that is another one by now is read again, as its signer is told to. */
  async #consent(host, page, shown, readings = 1) {
    const [, consentVersion] = CONSENT_VERSION.exec(shown)
    const fields = { consentVersion, accepted: 'yes' }
    const refused = await this.#call(host, `${page}/consent`, { fields }).then(
      () => null,
      (error) => error
    )
    if (!refused) return
    const [, version = consentVersion] = CONSENT_VERSION.exec(refused.text ?? '') ?? []
    if (version === consentVersion || readings === MOST_READINGS) throw refused
    this.readAgain += 1
    await this.#consent(host, page, refused.text, readings + 1)
  }

  /** One request to the process whose turn it is. @returns the text of the answer */
  async #call({ host, key: secret }, path, { json, fields, form, key = false } = {}) {
    const { name, port } = this.balancer.next()
    const { body, type } = await encoded({ json, fields, form })
    const headers = { host, ...(type && { 'content-type': type, 'content-length': body.length }) }
    if (key) headers.authorization = `Bearer ${secret}`
    else if (body) headers['sec-fetch-site'] = 'same-origin'
    const from = performance.now()
    const url = `http://127.0.0.1:${port}${path}`
    const method = body ? 'POST' : 'GET'
    const { status, text } = await localRequest({ url, method, headers, body })
    this.figures.answered(name, performance.now() - from)
    if (status >= 200 && status < 400) return text
    const step = path.replace(/[^/]{20,}/, '…')
    const message = `${method} ${step} at ${name}: ${status} ${text.slice(0, 300)}`
    throw Object.assign(new Error(message), { text })
  }

  async #until(condition) {
    const deadline = Date.now() + COMPLETED_WITHIN_MS
    while (!condition()) {
      if (Date.now() > deadline)
        throw new Error(`Only ${this.completed.size} of ${this.#sent.size} documents are completed`)
      await pause(POLL_MS)
    }
  }
}

function signer(name, index) {
  const place = { page: 2, x: 64 + index * 260 }
  const fields = [
    { type: 'signature', ...place, y: 410, width: 200, height: 50 },
    { type: 'date', ...place, y: 544, width: 110, height: 22 },
  ]
  return { name, email: `${name.split(' ')[0].toLowerCase()}@example.test`, fields }
}

async function encoded({ json, fields, form }) {
  if (json) return { body: Buffer.from(JSON.stringify(json)), type: 'application/json' }
  if (!fields && !form) return {}
  const response = new Response(form ?? new URLSearchParams(fields))
  const body = Buffer.from(await response.arrayBuffer())
  return { body, type: response.headers.get('content-type') }
}
