import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { collectDefaultMetrics } from '@prometheus-io/client'
import logger from '@adonisjs/core/services/logger'
import { figures } from '#app/foundation/figures/figures'
import { figuresPlace } from '../configuration.js'
import { readiness, readinessOfWorker } from '../readiness.js'
import { watchDisks } from './disk_figures.js'
import { InstallationFigures } from './installation_figures.js'
import { watchPools } from './pool_figures.js'

interface Options {
  /** A worker tells of the whole installation as well. */
  isWorker: boolean
  /** What the process itself is about, if that keeps it from its work. */
  busyWith: () => 'starting' | 'stopping' | null
}

const RETRY_AFTER_S = 5
const [register] = figures.registers

/** A port of its own, on loopback unless the operator says otherwise: /metrics for Prometheus, and /live and /ready, which a worker has nowhere else. */
export class FiguresServer {
  #installation: InstallationFigures | undefined

  private constructor(
    private server: Server,
    private options: Options
  ) {
    if (options.isWorker) this.#installation = new InstallationFigures()
    server.on('request', (request, response) => void this.#answer(request, response))
  }

  /** @returns null where there is no port for it, or somebody else has it: a second process on one machine works all the same */
  static async open(options: Options): Promise<FiguresServer | null> {
    const place = figuresPlace.value
    if (!place) return null
    const server = createServer()
    try {
      server.listen(place.port, place.host)
      await once(server, 'listening')
    } catch (error) {
      logger.warn(
        { err: error },
        'METRICS_PORT cannot be listened on: this process tells no figures'
      )
      return null
    }
    collectDefaultMetrics({ register })
    watchPools()
    watchDisks()
    return new FiguresServer(server, options)
  }

  async close(): Promise<void> {
    this.server.close()
    this.server.closeAllConnections()
    register.clear()
  }

  async #answer({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('Cache-Control', 'no-store')
    const [path] = url.split('?')
    if (method !== 'GET' && method !== 'HEAD') return end(response, 405, 'Not allowed\n')
    if (path === '/metrics') return this.#tell(response)
    if (path === '/live') return end(response, 200, '{"status":"live"}', 'application/json')
    if (path === '/ready') return this.#ready(response)
    return end(response, 404, 'Not found\n')
  }

  async #tell(response: ServerResponse): Promise<void> {
    await this.#installation?.refresh()
    end(response, 200, await register.metrics(), register.contentType)
  }

  async #ready(response: ServerResponse): Promise<void> {
    const { busyWith, isWorker } = this.options
    const busy = busyWith()
    const failing = busy ? [busy] : await (isWorker ? readinessOfWorker : readiness).failing()
    if (failing.length === 0) return end(response, 200, '{"status":"ready"}', 'application/json')
    response.setHeader('Retry-After', RETRY_AFTER_S)
    end(response, 503, JSON.stringify({ status: 'unavailable', failing }), 'application/json')
  }
}

function end(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  response.writeHead(status, { 'Content-Type': type }).end(text)
}
