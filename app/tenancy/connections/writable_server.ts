import pg from 'pg'
import { serversOf, urlOfServer, type PostgresServer } from '#app/foundation/postgres_address'
import NoWritableServer from '../errors/no_writable_server.js'

const ANSWER_WITHIN_MS = 1_500
/** After that a new connection asks again. Connections are kept long, so few are new. */
const FRESH_MS = 1_000

/** Which of several servers takes writes at the moment: the primary, wherever it is after a failover. */
export class WritableServer {
  static #known = new Map<string, WritableServer>()

  #found: { server: PostgresServer; at: number } | undefined
  #asking: Promise<PostgresServer> | undefined

  private constructor(private url: string) {}

  /** Null where the address names but one. */
  static of(url: string): WritableServer | null {
    if (serversOf(url).length === 0) return null
    const known = WritableServer.#known.get(url) ?? new WritableServer(url)
    WritableServer.#known.set(url, known)
    return known
  }

  /** @throws NoWritableServer */
  find(): Promise<PostgresServer> {
    if (this.#found && performance.now() - this.#found.at < FRESH_MS)
      return Promise.resolve(this.#found.server)
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    return this.#asking
  }

  /** A connection to it broke: before the next, all are asked again. */
  doubt(): void {
    if (this.#found) this.#found.at = -Infinity
  }

  /** The one that was found last comes first: nobody waits for another that is silent. */
  async #ask(): Promise<PostgresServer> {
    const last = this.#found?.server
    const isLast = ({ host, port }: PostgresServer) => host === last?.host && port === last.port
    const servers = serversOf(this.url)
    const inTurn = [...servers.filter(isLast), ...servers.filter((server) => !isLast(server))]
    const asked = inTurn.map((server) => reasonAgainst(urlOfServer(this.url, server)))
    const reasons: string[] = []
    for (const [place, server] of inTurn.entries()) {
      const reason = await asked[place]
      if (reason === null) {
        this.#found = { server, at: performance.now() }
        return server
      }
      reasons.push(`${server.host}:${server.port}: ${reason}`)
    }
    throw new NoWritableServer(reasons)
  }
}

/** Null for a server that takes writes. A standby says of itself that it is read-only. */
async function reasonAgainst(url: string): Promise<string | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  })
  client.on('error', () => {}) // it is told by what was asked
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'show transaction_read_only'
    )
    return rows[0].transaction_read_only === 'off' ? null : 'it is read-only'
  } catch (error) {
    return error instanceof Error ? error.message || error.name : String(error)
  } finally {
    client.end().catch(() => {})
  }
}
