import { Agent, Pool } from 'undici'
import { Exchange } from './exchange.js'
import { GuardedConnector } from './guarded_connector.js'
import { Line } from './line.js'
import type { OutboundGuard, Purpose } from './outbound_guard.js'
import type { HttpOrder, PublicHttpOptions } from './http_order.js'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 64 * 1024
const LINES_PER_ORIGIN = 10

/** The connections of `PublicHttp`. */
export class Lines {
  readonly #agents = new Map<Purpose, Agent>()

  constructor(
    private guard: OutboundGuard,
    private options: Pick<PublicHttpOptions, 'trust' | 'linesPerOrigin'>
  ) {}

  /** One request, without redirects. @throws UrlForbidden, UrlUnreachable, UrlTimedOut */
  exchange({ origin, pathname, search }: URL, order: HttpOrder, startedAt: number) {
    const { purpose, method = 'GET', headers, body } = order
    const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = order
    const exchange = new Exchange({ startedAt, timeoutMs, maxBytes })
    const path = pathname + search
    this.#agent(purpose).dispatch({ origin, path, method, headers, body }, exchange)
    return exchange.answer
  }

  /** Lets what runs finish. */
  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.close()))
  }

  #agent(purpose: Purpose): Agent {
    const agent = this.#agents.get(purpose) ?? this.#newAgent(purpose)
    this.#agents.set(purpose, agent)
    return agent
  }

  #newAgent(purpose: Purpose): Agent {
    const { trust, linesPerOrigin = LINES_PER_ORIGIN } = this.options
    const connector = new GuardedConnector(this.guard, purpose, trust)
    return new Agent({
      factory: (origin) =>
        new Pool(origin, {
          connections: linesPerOrigin,
          factory: (place) => new Line(place, connector),
        }),
    })
  }
}
