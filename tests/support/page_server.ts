import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A page of somebody else, at an origin of its own. */
export class PageServer {
  private constructor(
    readonly origin: string,
    readonly close: () => void
  ) {}

  /** @param html  what it answers with, whatever is asked; made anew each time */
  static async open(html: () => string): Promise<PageServer> {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(html())
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    return new PageServer(`http://127.0.0.1:${port}`, () => server.close())
  }
}
