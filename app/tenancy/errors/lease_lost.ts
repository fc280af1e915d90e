import { Exception } from '@adonisjs/core/exceptions'

/** The work was given to another worker since, or has ended: the caller stops and records nothing. */
export default class LeaseLost extends Exception {
  static code = 'E_LEASE_LOST'
  static message = 'The lease on this work is lost'

  /** What `cell.hold`, `cell.finish` and `cell.put_off` raise, under the name it has here. */
  static in(error: unknown): LeaseLost | null {
    const isLost = error instanceof Error && 'code' in error && error.code === 'CS001'
    return isLost ? new LeaseLost(undefined, { cause: error }) : null
  }
}
