import pg from 'pg'
import { endWhenMute } from './connections/answer_deadline.js'
import { IdlePool } from './connections/idle_pool.js'
import { loginName, loginUrl, type Login } from './connections/login.js'
import { endWhenReadOnly } from './connections/read_only_server.js'
import { connectionTo } from './connections/server_choice.js'
import { databases } from './configuration.js'

/** A server that takes connections and says nothing is away, too. In a pool that is full, it is also how long one waits for another. */
const CONNECTED_WITHIN_MS = 15_000
/** Of one statement of the relay's login outside of the relay: whole logs are read by it. */
const LONGEST_READ_MS = 300_000

/** One database that holds tenants. */
export class Cell {
  private constructor(
    readonly name: string,
    private base: string
  ) {}

  static named(name: string): Cell {
    const base = databases.value.cells.get(name)
    if (!base) throw new RangeError(`No cell is named ${name}: see CELLS in .env.example`)
    return new Cell(name, base)
  }

  static all(): Cell[] {
    return [...databases.value.cells.keys()].map((name) => Cell.named(name))
  }

  get holdsPlatform(): boolean {
    return this.base === databases.value.platform
  }

  /** The logins and the group of all tenants, by their names in this cluster. */
  get roles(): Record<Login | 'tenant', string> {
    const name = (login: Login | 'tenant') => loginName(this.base, login)
    return {
      platform: name('platform'),
      app: name('app'),
      relay: name('relay'),
      migrator: name('migrator'),
      tenant: name('tenant'),
    }
  }

  password(login: Login): string {
    return decodeURIComponent(new URL(this.#url(login)).password)
  }

  get database(): string {
    return decodeURIComponent(new URL(this.base).pathname.slice(1))
  }

  /** A pool of one login. The caller closes it. */
  pool(login: Login, max: number): pg.Pool {
    const pool = new pg.Pool({
      ...connectionTo(this.#url(login)),
      max,
      pipeline: true,
      idleTimeoutMillis: 30_000,
      // of the migrator's, schemas wait in a row for one of a few
      connectionTimeoutMillis: login === 'migrator' ? 0 : CONNECTED_WITHIN_MS,
    })
    pool.on('error', () => {}) // an idle connection that breaks is replaced at its next use
    pool.on('connect', (client) => {
      // one that breaks while it is lent fails its user; pg itself listens only to idle ones
      client.on('error', () => {})
      endWhenReadOnly(client)
      if (login !== 'migrator') endWhenMute(client)
    })
    return pool
  }

  /** One connection of one login, not yet connected. The caller ends it. */
  client(login: Login): pg.Client {
    const client = new pg.Client(connectionTo(this.#url(login)))
    return client.on('error', () => {}) // one that breaks fails its user
  }

  /** A connection for a piece of work that leaves nothing behind in its session; nobody waits for another to end. */
  as<T>(login: Login, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const lender = login === 'migrator' ? unlimited : limited
    return lender.lend(this.#url(login), work)
  }

  #url(login: Login): string {
    return loginUrl(this.base, login, databases.value.secrets)
  }
}

const unlimited = new IdlePool()
const limited = new IdlePool(LONGEST_READ_MS)
