import type { Actor } from '#app/audit/actor'
import type { Environment } from '#app/foundation/environment'
import type { Right } from './right.js'
import { rightsOf, type Role } from './role.js'
import { rightsOfScopes, type Scope } from './scope.js'
import { isClosedToSupport } from './support.js'
import { audienceOf, type Audience } from './visibility.js'

interface ClientInfo {
  ipAddress?: string
  userAgent?: string
}

interface Member {
  id: string
  name: string
  role: Role
}

/** What an operator's support session sees, and changes where it may: as an administrator, without what is closed to support. */
const OF_SUPPORT: Role = 'admin'

/**
 * Somebody who acts in a tenant, in one of its environments: what they may do, whose documents they see, and as whom trails name them.
 * Surfaces make one of the person or program that comes, ask it, and decide nothing themselves.
 */
export class Principal {
  private constructor(
    private readonly rights: readonly Right[],
    private readonly who: Actor,
    /** Whose documents lists, mails and exports show: for `isVisible`. */
    readonly documentsOf: Audience
  ) {}

  /** @param teams  ids of the teams that they are in */
  static user(
    { id, name, role }: Member,
    environment: Environment,
    teams: readonly string[] = []
  ): Principal {
    const rights = rightsOf(role, environment)
    const audience = audienceOf([id, ...teams], (right) => rights.includes(right))
    return new Principal(rights, { type: 'user', id, name }, audience)
  }

  /** A key is the account's: it reaches the documents of everybody, as far as its scopes go. Done by the person who made it, through the key. */
  static key(key: {
    id: string
    scopes: readonly Scope[]
    createdBy: string
    creatorName: string
  }): Principal {
    const who: Actor = { type: 'user', id: key.createdBy, name: key.creatorName, via: key.id }
    return new Principal(rightsOfScopes(key.scopes), who, null)
  }

  static support(
    visit: { mayWrite: boolean; operatorId: string; actor(): Actor },
    environment: Environment
  ): Principal {
    const rights = rightsOf(OF_SUPPORT, environment).filter(
      (right) => !isClosedToSupport(right, visit)
    )
    const audience = audienceOf([visit.operatorId], (right) => rights.includes(right))
    return new Principal(rights, visit.actor(), audience)
  }

  /** Has no rights in the account. The one document of a signer is found by their link. */
  static signer({ id, name }: { id: string; name: string }): Principal {
    return new Principal([], { type: 'signer', id, name }, [])
  }

  may(right: Right): boolean {
    return this.rights.includes(right)
  }

  /** As trails name them. @param client  where they come from, where that is known */
  actor(client: ClientInfo = {}): Actor {
    return { ...this.who, ...client }
  }
}
