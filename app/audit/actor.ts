import { isIdentifier } from '#app/foundation/identifier'

/** Who did it. `via` names the key, the support session or, of signers, the device of a member through which they acted. An operator acts on the platform, a user in a tenant. */
export interface Actor {
  type: 'user' | 'signer' | 'system' | 'operator'
  id: string
  name: string
  via?: string
  ipAddress?: string
  userAgent?: string
}

/** An operator in a support session, who acts under its id. */
export function isVisiting({ via }: Pick<Actor, 'via'>): boolean {
  return isIdentifier('sup', via)
}

/** The scheduler, the seal, a bounce: nobody's hand. */
export const SYSTEM: Actor = { type: 'system', id: 'system', name: 'System' }
