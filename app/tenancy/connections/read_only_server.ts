import type { Client } from 'pg'

/** A statement that writes, where nothing may be written. */
const READ_ONLY = '25006'

/** The inner part of pg that reads messages; pg is pinned for its sake. */
interface Wire {
  stream: { destroy(): void }
  on(event: 'errorMessage', listener: (message: { code?: string }) => void): void
  on(event: 'readyForQuery', listener: (message: { status: string }) => void): void
}

/** Whether it was refused because nothing may be written at the moment. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === READ_ONLY
}

/** Ends a connection whose server takes writes no longer, once its transaction has ended: the next one is to a server that does. */
export function endWhenReadOnly(client: Client): void {
  const wire = client.connection as unknown as Wire
  let isOver = false
  wire.on('errorMessage', ({ code }) => {
    if (code === READ_ONLY) isOver = true
  })
  wire.on('readyForQuery', ({ status }) => {
    if (!isOver || status !== 'I') return
    wire.stream.destroy()
    // what knex looks at before it lends a connection: that the stream has ended is told a moment later
    Object.assign(client, { __knex__disposed: 'its server takes no writes' })
  })
}
