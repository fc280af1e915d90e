import type { Writable } from 'node:stream'
import type { ClientBase, QueryResult } from 'pg'
import type { ControlStatement } from './control_statement.js'
import { socketOf } from './cork.js'

const openings = new WeakMap<ClientBase, Opening>()

/**
 * A preamble on its way, in one packet with the first statement of its unit. Whatever is asked behind it counts only once the preamble is
 * known to have been taken: else its statement might have been done as nobody, or outside of any transaction.
 */
export class Opening {
  readonly #taken: Promise<QueryResult>
  #isHeld = true

  private constructor(
    private socket: Writable,
    ask: () => Promise<QueryResult>
  ) {
    socket.cork()
    this.#taken = ask()
    this.#taken.catch(() => {}) // told to what asks next, or ends the unit
    setImmediate(() => this.#send())
  }

  static of(connection: ClientBase, preamble: ControlStatement): void {
    const ask = () => connection.query(preamble as unknown as string)
    openings.set(connection, new Opening(socketOf(connection), ask))
  }

  /** The end of the unit: the connection is lent to others, whose preambles are their own. */
  static forget(connection: ClientBase): void {
    const opening = openings.get(connection)
    if (opening) opening.#send()
    openings.delete(connection)
  }

  /** @throws what the preamble was refused with, rather than what the statement met for that */
  static async behind<T>(connection: ClientBase, ask: () => Promise<T>): Promise<T> {
    const opening = openings.get(connection)
    if (!opening) return ask()
    const answer = ask()
    opening.#send()
    const [taken, answered] = await Promise.allSettled([opening.#taken, answer])
    if (taken.status === 'rejected') throw taken.reason
    if (answered.status === 'rejected') throw answered.reason
    return answered.value
  }

  #send(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.socket.uncork()
  }
}
