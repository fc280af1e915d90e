import pg from 'pg'
import { endWhenMute } from './answer_deadline.js'
import { endWhenReadOnly } from './read_only_server.js'
import { connectionTo } from './server_choice.js'

const OPTIONS = {
  // nobody waits for another's connection, so that it is the server's silence alone
  connectionTimeoutMillis: 10_000,
  // nobody waits for another to end: work that holds one connection may need a second
  max: Infinity,
  idleTimeoutMillis: 10_000,
  // a backend remembers every table that it has met, and with many tenants there are many
  maxUses: 50,
  allowExitOnIdle: true,
}

/**
 * Connections that were of use and wait to be of use again: they have been let in already, and know the catalogue. What they are
 * used for leaves nothing behind in the session, as a pooler between would demand too.
 */
export class IdlePool {
  #pools = new Map<string, pg.Pool>()

  /** @param answerWithinMs  of one statement; without it a statement may take as long as it likes */
  constructor(private answerWithinMs?: number) {}

  /** One whose work fails, or leaves it within a transaction, is of no use to anybody else. */
  async lend<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = await this.#pool(url).connect()
    let isWhole = false
    try {
      const result = await work(client)
      isWhole = client.getTransactionStatus() === 'I'
      return result
    } finally {
      // its transaction and its locks have ended before anybody goes on
      if (!isWhole) await client.end()
      client.release(!isWhole)
    }
  }

  #pool(url: string): pg.Pool {
    const pool = this.#pools.get(url) ?? this.#open(url)
    this.#pools.set(url, pool)
    return pool
  }

  #open(url: string): pg.Pool {
    const pool = new pg.Pool({ ...connectionTo(url), ...OPTIONS })
    // one that breaks while it waits is gone
    pool.on('error', () => {})
    pool.on('connect', (client) => {
      // one that breaks at work, or before anybody has begun with it, fails its user
      client.on('error', () => {})
      endWhenReadOnly(client)
      if (this.answerWithinMs !== undefined) endWhenMute(client, this.answerWithinMs)
    })
    return pool
  }
}
