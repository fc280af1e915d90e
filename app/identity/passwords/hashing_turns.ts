import { Semaphore } from '#app/foundation/semaphore'
import PasswordsBusy from '../errors/passwords_busy.js'

/** Of the four threads that a process has for such work, two stay free for files and host names. */
export const MAX_AT_ONCE = 2
/** At a sixth of a second each, the last in line waits two seconds. */
export const MAX_WAITING = 24

export const hashingTurns = new Semaphore(MAX_AT_ONCE)

/** However many passwords come at once, hashing takes so much memory and no more. @throws PasswordsBusy */
export async function inTurn<T>(hashing: () => Promise<T>): Promise<T> {
  if (hashingTurns.isFull && hashingTurns.waiting >= MAX_WAITING) throw new PasswordsBusy()
  return hashingTurns.run(hashing)
}
