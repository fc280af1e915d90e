import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './until.js'

export interface Call {
  headers: IncomingHttpHeaders
  body: string
  path: string
}

/** What a receiver answers; `null` lets the caller wait until it is released. */
export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
}

type Behaviour = (call: Call, count: number) => Answer | null

/** A subscriber of webhooks on loopback that remembers what it was sent. */
export class Receiver {
  readonly calls: Call[] = []
  #server: Server
  #behave: Behaviour = () => ({})
  #held: ServerResponse[] = []

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const call = {
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        path: request.url ?? '',
      }
      this.calls.push(call)
      const answer = this.#behave(call, this.calls.length)
      if (answer) reply(response, answer)
      else this.#held.push(response)
    })
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver()
    await new Promise<void>((done) => receiver.#server.listen(0, '127.0.0.1', done))
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`
  }

  /** From now on it answers like this. */
  answers(behave: Behaviour): void {
    this.#behave = behave
  }

  /** Answers those that still wait. */
  release(answer: Answer): void {
    for (const response of this.#held.splice(0)) reply(response, answer)
  }

  /** Waits for this many calls. */
  async receives(count: number): Promise<Call[]> {
    await until(() => this.calls.length >= count)
    return this.calls
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}

function reply(response: ServerResponse, { status = 200, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body)
}
