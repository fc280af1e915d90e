import type { Client } from 'pg'
import { LRUCache } from 'lru-cache'

/** The inner part of pg that writes messages; pg is pinned for its sake. */
interface Wire {
  parsedStatements: Record<string, string>
  close(message: { type: 'S'; name: string }): void
}

/** Of one connection: their plans take some 7 MB of its backend. */
const MOST = 200

/** What is asked once a connection is not worth a name. */
const REMEMBERED = 1_000

const LONGEST = 8_000

/**
 * `*` where columns are listed, and not where it counts, multiplies or is part of a text: with the next column of its table the plan of such a
 * statement is refused (0A000), wherever its unit is.
 */
const LISTS_NO_COLUMNS =
  /(?:\b(?:select|all|distinct|returning)|\bon\s*\([^()]*\)|,)\s*\*|[\w")\]]\s*\.\s*\*/i

/** Some pages of a list are best read from one index and some from another: that depends on the values. */
const IS_PAGE = /\border\s+by\b[^]*\blimit\b/i

/** Which process answers, and whether a tenant could read there what others have asked over the same connection. */
const SESSION = `select pg_backend_pid() as pid,
  has_function_privilege('pg_catalog.pg_prepared_statement()', 'execute') as is_shown`

/**
 * Names for what tenants ask again and again over one connection: PostgreSQL parses and plans that once. A plan belongs to one tenant, since another
 * search path would have it made anew.
 */
export class PreparedStatements {
  readonly #wire: Wire
  #isOn = false
  #role?: string
  #made = 0
  #asked = new LRUCache<string, true>({ max: REMEMBERED })
  #names = new LRUCache<string, string>({ max: MOST, dispose: (name) => this.#close(name) })

  constructor(private client: Client) {
    this.#wire = client.connection as unknown as Wire
  }

  /** Gives names where the next statement meets the same session. A pooler between tells each of its clients a process id that is not the server's. */
  async begin(): Promise<void> {
    const { rows } = await this.client.query<{ pid: number; is_shown: boolean }>(SESSION)
    const [{ pid, is_shown: isShown }] = rows
    const { processID } = this.client as unknown as { processID: number | null }
    this.#isOn = pid === processID && !isShown
  }

  /** @param role  who asks from now on; none while a unit goes on, or ends */
  enter(role: string | undefined): void {
    this.#role = role ?? this.#role
  }

  /** Of statements that are sent together: none where there are so many that they would close each other's. */
  namesOf(texts: readonly string[]): (string | undefined)[] {
    return texts.length > MOST ? [] : texts.map((text) => this.nameOf(text))
  }

  /** @returns nothing for a statement that is sent without a name */
  nameOf(text: string): string | undefined {
    if (!this.#isOn || text.length > LONGEST) return undefined
    const key = `${this.#role} ${text}`
    const known = this.#names.get(key)
    if (known) return known
    if (!this.#asked.has(key)) return void this.#asked.set(key, true)
    if (LISTS_NO_COLUMNS.test(text) || IS_PAGE.test(text)) return undefined
    const name = `s${(this.#made += 1)}`
    this.#names.set(key, name)
    return name
  }

  #close(name: string): void {
    delete this.#wire.parsedStatements[name]
    this.#wire.close({ type: 'S', name })
  }
}
