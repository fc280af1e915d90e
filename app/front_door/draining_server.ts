import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown

/** Ends a connection on which something came that is no request. */
type Refuse = (error: Error, socket: Socket, isAnswering: boolean) => unknown

interface DrainLimits {
  /** How long requests are still taken, while `/internal/ready` says 503. */
  drainMs: number
  /** How long answers may take that are under way after that. */
  finishMs: number
}

/**
 * The HTTP server of this process. Before it closes it says on `/internal/ready` that it will, still answers those who have not heard,
 * and asks every client to close its connection.
 */
export class DrainingServer {
  #server: Server | undefined
  #isDraining = false
  /** Requests that were taken, until they are answered and their handlers have ended, whether their clients wait or not. */
  #open = new Map<ServerResponse, Promise<unknown>>()

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** @param handle  answers one request */
  listenWith(handle: Handle, refuse: Refuse): Server {
    this.#server = createServer((request, response) => {
      if (this.#isDraining) askToLeave(response)
      const answered = new Promise((resolve) => response.once('close', resolve))
      const ended = Promise.allSettled([answered, handle(request, response)])
      this.#open.set(response, ended)
      void ended.then(() => this.#open.delete(response))
    })
    this.#server.on('clientError', (error, socket: Socket) =>
      refuse(error, socket, this.#isAnswering(socket))
    )
    return this.#server
  }

  /** @returns how many requests had not been answered in time, and were cut */
  async drain({ drainMs, finishMs }: DrainLimits): Promise<number> {
    this.#isDraining = true
    for (const response of this.#open.keys()) askToLeave(response)
    await pause(drainMs)
    this.#server?.close()
    const late = new AbortController()
    await Promise.race([
      Promise.all(this.#open.values()),
      pause(finishMs, undefined, late).catch(() => {}),
    ])
    late.abort()
    const cut = this.#open.size
    this.#server?.closeAllConnections()
    return cut
  }

  #isAnswering(socket: Socket): boolean {
    return [...this.#open.keys()].some((response) => response.socket === socket)
  }
}

/** Node then sends `Connection: close` with the answer and closes the connection behind it. */
function askToLeave(response: ServerResponse): void {
  response.shouldKeepAlive = false
}

export const drainingServer = new DrainingServer()
