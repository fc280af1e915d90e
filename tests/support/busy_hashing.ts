import { hashingTurns, MAX_AT_ONCE, MAX_WAITING } from '#app/identity/passwords/hashing_turns'

/** As many passwords are being hashed, and wait for it, as a process takes. @returns ends it */
export async function occupyHashing(): Promise<() => Promise<void>> {
  for (let taken = 0; taken < MAX_AT_ONCE; taken++) await hashingTurns.acquire()
  const line = Array.from({ length: MAX_WAITING }, () => hashingTurns.run(async () => {}))
  return async () => {
    for (let taken = 0; taken < MAX_AT_ONCE; taken++) hashingTurns.release()
    await Promise.all(line)
  }
}
