import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A line to a server that can be cut and joined again: what is behind it is then away, as far as those before it can tell. */
export class CutLine {
  #sockets = new Set<Socket>()
  #server: Server | undefined
  #isMute = false
  port = 0

  constructor(private behind: { host: string; port: number }) {}

  async join(): Promise<void> {
    this.#server = createServer((near) => {
      const far = connect(this.behind)
      for (const socket of [near, far]) {
        this.#sockets.add(socket)
        socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
      }
      if (!this.#isMute) near.pipe(far).pipe(near)
    }).listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.port = (this.#server.address() as AddressInfo).port
  }

  /** From now on until it is cut, it takes connections and what is said over them, and nothing comes back. */
  mute(): void {
    this.#isMute = true
    for (const socket of this.#sockets) socket.unpipe().resume()
  }

  async cut(): Promise<void> {
    this.#isMute = false
    const server = this.#server
    if (!server?.listening) return
    server.close()
    for (const socket of this.#sockets) socket.destroy()
    await once(server, 'close')
  }
}
