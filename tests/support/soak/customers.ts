import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'
import { makePdf } from '#tests/factories/pdf_factory'
import type { Flow, Ledger } from './ledger.js'
import type { SeededRandom } from './seeded_random.js'
import type { SoakSystem } from './soak_system.js'

const ANSWER_WITHIN_MS = 40_000
const AGAIN_AFTER_MS = 300
/** Faults are looked for here, not the limit of a machine that is busy with other tests as well. */
const NEXT_AFTER_MS = 250
const MOST_TRIES = 300
const VOIDED = 0.2
const CONSENT_VERSION = /name="consentVersion" value="([^"]+)"/
const SIGNERS = ['ana', 'ben']

interface Heard {
  status: number
  text: string
  requestId: string
}

interface Asked {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

const JSON_TYPE = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
const FORM_TYPE = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
}

/** People and programs who use the service as long as it is broken, and write down what they were told. */
export class Customers {
  #isOver = false
  #file = ''
  #serial = 0

  constructor(
    private system: SoakSystem,
    private ledger: Ledger,
    private random: SeededRandom
  ) {}

  /** @returns when the last of them has left */
  async come(atOnce: number): Promise<void> {
    this.#file = Buffer.from(await makePdf()).toString('base64')
    await Promise.all(Array.from({ length: atOnce }, () => this.#stay()))
  }

  leave(): void {
    this.#isOver = true
  }

  async #stay(): Promise<void> {
    while (!this.#isOver) {
      const flow = this.ledger.open(this.random.next() < VOIDED ? 'void' : 'sign')
      const tokens = await this.#create(flow)
      if (flow.id === undefined) continue
      if (flow.plan === 'void') await this.#void(flow)
      else for (const [place, token] of tokens.entries()) await this.#sign(flow, place, token)
      await pause(NEXT_AFTER_MS)
    }
  }

  async #create(flow: Flow): Promise<string[]> {
    const field = { type: 'signature', page: 1, y: 600, width: 180, height: 50 }
    const signers = SIGNERS.map((name, index) => ({
      name: `${name} ${flow.title}`,
      email: `${name}-${flow.title.toLowerCase()}@example.test`,
      fields: [{ ...field, x: 60 + 260 * index }],
    }))
    const heard = await this.#until(flow, [201], {
      method: 'POST',
      path: '/api/v1/documents',
      headers: { ...JSON_TYPE, ...this.#keyed, 'idempotency-key': flow.title },
      body: JSON.stringify({ title: flow.title, file: this.#file, signers }),
    })
    if (heard?.status !== 201) return []
    const made = JSON.parse(heard.text) as { id: string; signerLinks?: { url: string }[] }
    flow.id = made.id
    return (made.signerLinks ?? []).map(({ url }) => url.split('/sign/')[1])
  }

  async #void(flow: Flow): Promise<void> {
    const heard = await this.#until(flow, [200], {
      method: 'POST',
      path: `/api/v1/documents/${flow.id}/void`,
      headers: { ...JSON_TYPE, ...this.#keyed, 'idempotency-key': `void-${flow.title}` },
      body: JSON.stringify({ reason: 'Not wanted any more' }),
    })
    flow.isVoided = heard?.status === 200
  }

  async #sign(flow: Flow, place: number, token: string): Promise<void> {
    const page = `/sign/${token}`
    const email = SIGNERS[place]
    const shown = await this.#until(flow, [200], { path: page })
    const [, consentVersion = ''] = CONSENT_VERSION.exec(shown?.text ?? '') ?? []
    const consent = new URLSearchParams({ accepted: 'yes', consentVersion }).toString()
    await this.#until(flow, [200, 204], this.#report(`${page}/opened`))
    const agreed = await this.#until(flow, [303], {
      method: 'POST',
      path: `${page}/consent`,
      headers: FORM_TYPE,
      body: consent,
    })
    if (agreed?.status === 303) flow.consented.push(email)
    await this.#until(flow, [200, 206], { path: `${page}/file` })
    await this.#until(flow, [200, 204], this.#report(`${page}/viewed`))
    const answers = { values: {}, signature: { kind: 'typed', text: 'Ana Buyer' } }
    const signed = await this.#until(flow, [200], {
      method: 'POST',
      path: `${page}/finish`,
      headers: JSON_TYPE,
      body: JSON.stringify(answers),
    })
    if (signed?.status === 200) flow.signed.push(email)
  }

  #report(path: string): Asked {
    return { method: 'POST', path, headers: JSON_TYPE, body: '{}' }
  }

  get #keyed() {
    return { authorization: `Bearer ${this.system.key}` }
  }

  /** Asks until it is told, as a client library does. @returns null when it was refused in the end: an earlier try may have been done */
  async #until(flow: Flow, wanted: readonly number[], asked: Asked): Promise<Heard | null> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const heard = await this.#ask(asked)
      if (heard && wanted.includes(heard.status)) return heard
      if (heard && heard.status >= 500 && heard.status !== 503) wonder(flow, asked, heard)
      const isRefused = heard && heard.status < 500 && heard.status !== 429
      const isUnderWay = heard?.text.includes('idempotency_in_progress')
      if (isRefused && !isUnderWay) {
        // who signs again what was signed, though nobody could say so, is told that it is over
        const mayBeDone = tries > 0 && heard.status === 409 && asked.path.endsWith('/finish')
        if (!mayBeDone) wonder(flow, asked, heard)
        return null
      }
      await pause(AGAIN_AFTER_MS)
    }
    wonder(flow, asked, { status: 0, text: 'never answered', requestId: '' })
    return null
  }

  async #ask({ method = 'GET', path, headers, body }: Asked): Promise<Heard | null> {
    this.#serial += 1
    const origin = this.system.origins[this.#serial % this.system.origins.length]
    const address = `198.51.${(this.#serial >> 8) % 256}.${this.#serial % 256}`
    try {
      const answer = await request(origin + path, {
        method,
        headers: { 'host': this.system.host, 'x-forwarded-for': address, ...headers },
        body,
        headersTimeout: ANSWER_WITHIN_MS,
        bodyTimeout: ANSWER_WITHIN_MS,
      })
      const requestId = String(answer.headers['x-request-id'])
      return { status: answer.statusCode, text: await answer.body.text(), requestId }
    } catch {
      return null
    }
  }
}

function wonder(flow: Flow, { path }: Asked, { status, text, requestId }: Heard): void {
  const place = path.replace(/sign\/\w+/, 'sign/…')
  flow.surprises.push({ what: `${place}: ${status} ${text.slice(0, 200)}`, requestId })
}
