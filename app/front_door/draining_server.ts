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

/** A request that was taken and not answered in time. */
export interface CutRequest {
  method: string
  /** Without its query and without what may be a secret. */
  path: string
  seconds: number
}

interface OpenRequest {
  request: IncomingMessage
  startedAt: number
  /** It is answered, and its handler has ended. */
  ended: Promise<unknown>
}

/**
 * The HTTP server of this process. Before it closes it says on `/internal/ready` that it will, still answers those who have not heard,
 * and asks every client to close its connection.
 */
export class DrainingServer {
  #server: Server | undefined
  #isDraining = false
  #endings: (() => void)[] = []
  /** Requests that were taken, until they are answered and their handlers have ended, whether their clients wait or not. */
  #open = new Map<ServerResponse, OpenRequest>()

  /** Answers that go on until somebody ends them are ended first. */
  beforeDrain(end: () => void): void {
    this.#endings.push(end)
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** @param handle  answers one request */
  listenWith(handle: Handle, refuse: Refuse): Server {
    this.#server = createServer((request, response) => {
      if (this.#isDraining) askToLeave(response)
      const answered = new Promise((resolve) => response.once('close', resolve))
      const ended = Promise.allSettled([answered, handle(request, response)])
      this.#open.set(response, { request, startedAt: performance.now(), ended })
      void ended.then(() => this.#open.delete(response))
    })
    this.#server.on('clientError', (error, socket: Socket) =>
      refuse(error, socket, this.#isAnswering(socket))
    )
    return this.#server
  }

  /** @returns the requests that had not been answered in time, and were cut */
  async drain({ drainMs, finishMs }: DrainLimits): Promise<CutRequest[]> {
    this.#isDraining = true
    for (const end of this.#endings) end()
    for (const response of this.#open.keys()) askToLeave(response)
    await pause(drainMs)
    this.#server?.close()
    await this.#finish(finishMs)
    const cut = [...this.#open.values()].map(shown)
    this.#server?.closeAllConnections()
    return cut
  }

  /** A connection that was answering when the server closed may bring one more request, which is answered as well. */
  async #finish(withinMs: number): Promise<void> {
    const late = AbortSignal.timeout(withinMs)
    const isLate = new Promise((resolve) => late.addEventListener('abort', resolve))
    while (this.#open.size > 0 && !late.aborted)
      await Promise.race([Promise.all([...this.#open.values()].map(({ ended }) => ended)), isLate])
  }

  #isAnswering(socket: Socket): boolean {
    return [...this.#open.keys()].some((response) => response.socket === socket)
  }
}

function shown({ request, startedAt }: OpenRequest): CutRequest {
  const { method = '', url = '' } = request
  const path = url.split('?')[0].replace(/[^/]{20,}/g, '…')
  return { method, path, seconds: Math.round((performance.now() - startedAt) / 100) / 10 }
}

/** Node then sends `Connection: close` with the answer and closes the connection behind it. */
function askToLeave(response: ServerResponse): void {
  response.shouldKeepAlive = false
}

export const drainingServer = new DrainingServer()
