import { isReadOnly } from './connections/read_only_server.js'

/** Then it is tried again: each try costs a connection. */
const RESTS_MS = 10_000

let restsUntil = 0

/**
 * Writes down what nobody waits for and nothing depends on, such as when a key was last used. Where a database takes no writes, what is
 * merely read goes on without it. Not in a unit.
 */
export async function noteInPassing(write: () => Promise<unknown>): Promise<void> {
  if (performance.now() < restsUntil) return
  try {
    await write()
  } catch (error) {
    if (!isReadOnly(error)) throw error
    restsUntil = performance.now() + RESTS_MS
  }
}
