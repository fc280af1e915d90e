import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A line to a server that can be cut and joined again: what is behind it is then away, as far as those before it can tell. */
export class CutLine {
  #sockets = new Set<Socket>()
  #server: Server | undefined
  port = 0

  constructor(private behind: { host: string; port: number }) {}

  async join(): Promise<void> {
    this.#server = createServer((near) => {
      const far = connect(this.behind)
      for (const socket of [near, far]) {
        this.#sockets.add(socket)
        socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
      }
      near.pipe(far).pipe(near)
    }).listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.port = (this.#server.address() as AddressInfo).port
  }

  async cut(): Promise<void> {
    const server = this.#server
    if (!server?.listening) return
    server.close()
    for (const socket of this.#sockets) socket.destroy()
    await once(server, 'close')
  }
}
