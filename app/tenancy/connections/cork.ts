import type { Writable } from 'node:stream'
import type { ClientBase } from 'pg'

/** The socket of a client, which pg's types do not name; pg is pinned for its sake. */
type Wired = ClientBase & { connection: { stream: Writable } }

/** Corks the socket, so that all queries leave in one packet: every write is a system call here and wakes the server there. */
export function corked<T>(client: ClientBase, ask: () => T): T {
  const { stream } = (client as Wired).connection
  stream.cork()
  try {
    return ask()
  } finally {
    stream.uncork()
  }
}
