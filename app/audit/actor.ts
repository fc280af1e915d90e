/** Who did it. `via` names the key or the support session through which a user acted. */
export interface Actor {
  type: 'user' | 'signer' | 'system'
  id: string
  name: string
  via?: string
  ipAddress?: string
  userAgent?: string
}

/** The scheduler, the seal, a bounce: nobody's hand. */
export const SYSTEM: Actor = { type: 'system', id: 'system', name: 'System' }
