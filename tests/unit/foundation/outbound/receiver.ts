import { once } from 'node:events'
import { createServer as createHttp, type RequestListener, type Server } from 'node:http'
import { createServer as createHttps, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer as createTcp, type Server as TcpServer } from 'node:net'

/** A server on loopback that counts who connects and what is asked. */
export class Receiver {
  connections = 0

  static http(answer: RequestListener, host = '127.0.0.1', port = 0) {
    return new Receiver(createHttp(answer)).listen(host, port)
  }

  static https(options: ServerOptions, answer: RequestListener) {
    return new Receiver(createHttps(options, answer)).listen('127.0.0.1', 0)
  }

  /** Answers every connection with the same bytes, whatever it is sent. */
  static raw(bytes: string) {
    const server = createTcp((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(bytes))
    })
    return new Receiver(server).listen('127.0.0.1', 0)
  }

  /** Takes every connection, and says nothing. */
  static silent() {
    const server = createTcp((socket) => socket.on('error', () => {}).resume())
    return new Receiver(server).listen('127.0.0.1', 0)
  }

  private constructor(readonly server: TcpServer | Server) {
    server.on('connection', () => this.connections++)
  }

  get port() {
    return (this.server.address() as AddressInfo).port
  }

  async close() {
    if ('closeAllConnections' in this.server) this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  private async listen(host: string, port: number) {
    this.server.listen(port, host)
    await once(this.server, 'listening')
    return this
  }
}
