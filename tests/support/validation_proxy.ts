import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'
import { openApiDocument } from '#app/api/v1/openapi/document'
import { closed, isOfTheApi, type Flown } from './contract.js'

interface PendingRequest {
  perform: () => Promise<Flown>
  outcome?: Promise<Flown>
}

const LOOPBACK = '127.0.0.1'
const REQUEST_NUMBER = 'x-request-number'

/** More at once are a flood, which is about the server's time and not about the form of its answers. */
const MOST_AT_ONCE = 16

/**
 * Prism as a proxy before the API: it reads the served description by itself and refuses every answer that is not documented, so that the
 * description is held against what happens by somebody who did not write it.
 *
 * Prism hands on no Host and takes every body for text. The request that it hands on therefore only calls for the real one, which leaves
 * here as it was given; the real answer goes back through Prism, and its bytes to the caller.
 */
export class ValidationProxy {
  /** What asks the API now asks through it. */
  static between?: ValidationProxy
  static #opened?: Promise<ValidationProxy>

  #pending = new Map<string, PendingRequest>()
  #passed = 0
  #address = ''

  /** @returns what takes it away again */
  static async putBetween(): Promise<() => void> {
    this.between = await this.open()
    return () => (this.between = undefined)
  }

  static open(): Promise<ValidationProxy> {
    return (this.#opened ??= new ValidationProxy().#start())
  }

  get isFree(): boolean {
    return this.#pending.size < MOST_AT_ONCE
  }

  /** How many requests went through it. */
  get passed(): number {
    return this.#passed
  }

  /**
   * @param path  as the description has it: `/documents/doc_1`
   * @param perform   asks the server itself
   * @throws naming what Prism found undocumented
   */
  async pass(method: string, path: string, perform: () => Promise<Flown>): Promise<Flown> {
    const number = String((this.#passed += 1))
    const pending: PendingRequest = { perform }
    this.#pending.set(number, pending)
    const judged = await request(this.#address + path, {
      method: method as 'GET',
      headers: { [REQUEST_NUMBER]: number },
    })
    const verdict = await judged.body.text()
    this.#pending.delete(number)
    const result = await pending.outcome
    const violations = judged.headers['sl-violations']
    if (result && (!violations || !isOfTheApi(result))) return result
    const answered = result
      ? `${result.status} ${result.bytes.toString().slice(0, 500)}`
      : 'nothing'
    throw new Error(
      `${method} ${path}: Prism refuses ${answered}: ${String(violations ?? verdict)}`
    )
  }

  async #start(): Promise<this> {
    const relay = createServer((asked, answer) => void this.#handOn(asked, answer))
    relay.listen(0, LOOPBACK).unref()
    await once(relay, 'listening')
    const { port } = relay.address() as AddressInfo
    const description = eitherForm(closed(openApiDocument('https://acme.example')))
    const [core, http, server] = await tool()
    const prism = server.createServer(await http.getHttpOperationsFromSpec(description), {
      cors: false,
      components: { logger: core.createLogger('Prism', { level: 'silent' }) },
      config: {
        isProxy: true,
        upstream: new URL(`http://${LOOPBACK}:${port}`),
        upstreamProxy: undefined,
        errors: true,
        validateRequest: false,
        validateResponse: true,
        checkSecurity: false,
        mock: { dynamic: false },
      },
    })
    this.#address = await prism.listen(0, LOOPBACK)
    return this
  }

  async #handOn(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const pending = this.#pending.get(String(asked.headers[REQUEST_NUMBER]))
    if (!pending) return void answer.destroy()
    pending.outcome = pending.perform()
    const result = await pending.outcome.catch(() => null)
    if (!result) return void answer.destroy()
    const headers = Object.entries(result.headers).filter(([name]) => !HOP.includes(name))
    answer.writeHead(result.status, Object.fromEntries(headers) as Record<string, string>)
    answer.end(result.bytes)
  }
}

type Refusals = Record<string, { content: Record<string, { schema: object }> }>

/**
 * Prism takes `application/problem+json` for `application/json` and looks at whichever comes first. It gets both forms under both types;
 * which of them goes with which is held by `assertDocumented`.
 */
function eitherForm<T extends { components: { responses: object } }>(description: T): T {
  for (const { content } of Object.values(description.components.responses as Refusals)) {
    const anyOf = Object.values(content).map(({ schema }) => schema)
    for (const form of Object.values(content)) form.schema = { anyOf }
  }
  return description
}

/** Takes long to load, and few processes need it. */
function tool() {
  return Promise.all([
    import('@stoplight/prism-core'),
    import('@stoplight/prism-http'),
    import('@stoplight/prism-http-server'),
  ])
}

/** They tell of the other connection. */
const HOP = ['connection', 'keep-alive', 'transfer-encoding']
