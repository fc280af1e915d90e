import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Accepts connections and never says a word, as a server does that hangs. */
export class MuteServer {
  #sockets = new Set<Socket>()

  private constructor(private server: Server) {
    server.on('connection', (socket) => {
      this.#sockets.add(socket.on('error', () => {}))
    })
  }

  static async open(): Promise<MuteServer> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new MuteServer(server)
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  /** How often somebody has called. */
  get calls(): number {
    return this.#sockets.size
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.server.close()
    await once(this.server, 'close')
  }
}
