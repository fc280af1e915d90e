import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What an authority publishes, on loopback. */
export class PublishedStatus {
  answer: Uint8Array | null = null
  list: Uint8Array | null = null
  readonly asked: string[] = []
  #server!: Server

  static async open(): Promise<PublishedStatus> {
    const published = new PublishedStatus()
    published.#server = createServer(({ method, url }, response) => {
      published.asked.push(`${method} ${url}`)
      const body = method === 'POST' ? published.answer : published.list
      response.writeHead(body ? 200 : 503).end(body ?? '')
    })
    await new Promise<void>((done) => published.#server.listen(0, '127.0.0.1', done))
    return published
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}
