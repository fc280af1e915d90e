import { Client, type Dispatcher } from 'undici'

import { Exchange } from './exchange.js'
import type { Connection, GuardedConnector } from './guarded_connector.js'

const MAX_HEADER_BYTES = 16 * 1024
/** Where a server gives no hint we let go before servers do: a request must not meet a closing socket. */
const KEEP_ALIVE_MS = 4_000
const MAX_KEEP_ALIVE_MS = 30_000

/** One connection at a time to one origin, and one exchange at a time on it. */
export class Line extends Client {
  connection?: Connection

  constructor(origin: URL, connector: GuardedConnector) {
    super(origin, {
      connect: (target, done) => {
        connector.open(target).then(
          (connection) => {
            this.connection = connection
            done(null, connection.socket)
          },
          (error) => done(error, null)
        )
      },
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: MAX_KEEP_ALIVE_MS,
      // an exchange has one deadline for everything
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /** A pool chooses the line; this tells the exchange which one it got. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (handler instanceof Exchange) handler.line = this
    return super.dispatch(options, handler)
  }
}
