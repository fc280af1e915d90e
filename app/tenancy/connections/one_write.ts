import type { Writable } from 'node:stream'
import type { ClientBase } from 'pg'

/** Where a client writes to; pg names it nowhere, and is pinned for its sake. */
type Wired = ClientBase & { connection: { stream: Writable } }

/** What is asked within leaves as one packet: every write is a system call here and wakes the server there. */
export function inOneWrite<T>(client: ClientBase, ask: () => T): T {
  const { stream } = (client as Wired).connection
  stream.cork()
  try {
    return ask()
  } finally {
    stream.uncork()
  }
}
