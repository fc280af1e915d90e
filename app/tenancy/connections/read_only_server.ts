import type { Client } from 'pg'

/** A statement that writes, where nothing may be written. */
const READ_ONLY = '25006'

/** The inner part of pg that reads messages; pg is pinned for its sake. */
interface Wire {
  stream: { destroy(): void }
  on(event: 'errorMessage', listener: (message: { code?: string }) => void): void
  on(event: 'readyForQuery', listener: (message: { status: string }) => void): void
}

/** Ends a connection whose server takes writes no longer, once its transaction has ended: the next one is to a server that does. */
export function endWhenReadOnly(client: Client): void {
  const wire = client.connection as unknown as Wire
  let isReadOnly = false
  wire.on('errorMessage', ({ code }) => {
    if (code === READ_ONLY) isReadOnly = true
  })
  wire.on('readyForQuery', ({ status }) => {
    if (isReadOnly && status === 'I') wire.stream.destroy()
  })
}
