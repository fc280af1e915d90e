import InsufficientScope from '#app/identity/errors/insufficient_scope'
import type { Doing } from './endpoint_trail.js'

/** Somebody decides what an endpoint gets. */
export interface Giving extends Doing {
  /** Throws unless they may read what signers filled in: nobody gives an endpoint what they may not read themselves. */
  assertMayReadValues?: () => void
}

/** For those of whom nothing is known. @throws InsufficientScope */
export function refuseValues(): never {
  throw new InsufficientScope('values:read')
}
