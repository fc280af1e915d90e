import { Socket } from 'node:net'
import { WritableServer } from './writable_server.js'

interface Destination {
  connectionString: string
  stream?: () => Socket
}

/** Where pg connects to: to the server of an address, and of several to the one that takes writes at that moment. */
export function connectionTo(url: string): Destination {
  const choice = WritableServer.of(url)
  if (!choice) return { connectionString: url }
  return { connectionString: url, stream: () => new ServerSocket(choice) }
}

/** Goes to the server that is chosen, whichever pg asks for. */
class ServerSocket extends Socket {
  constructor(private choice: WritableServer) {
    super()
    const doubt = () => {
      // it was not us who ended it
      if (!this.writableEnded) choice.doubt()
    }
    this.prependOnceListener('end', doubt)
    this.once('close', doubt)
  }

  override connect(): this {
    this.choice.find().then(
      ({ port, host }) => {
        if (!this.destroyed) super.connect(port, host)
      },
      (error: Error) => this.destroy(error)
    )
    return this
  }
}
