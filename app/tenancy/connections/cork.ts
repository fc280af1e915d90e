import type { Writable } from 'node:stream'
import type { ClientBase } from 'pg'

/** The socket of a client, which pg's types do not name; pg is pinned for its sake. */
type Wired = ClientBase & { connection: { stream: Writable } }

export function socketOf(client: ClientBase): Writable {
  return (client as Wired).connection.stream
}

/** Corks the socket, so that all queries leave in one packet: every write is a system call here and wakes the server there. */
export function corked<T>(client: ClientBase, ask: () => T): T {
  const socket = socketOf(client)
  socket.cork()
  try {
    return ask()
  } finally {
    socket.uncork()
  }
}
