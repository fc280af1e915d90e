import type { HttpContext } from '@adonisjs/core/http'
import type { Actor } from '#app/audit/actor'
import type { Environment } from '#app/foundation/environment'
import { visitOf } from '#app/front_door/visit'
import { rightsOf, rolesWith, type Right } from '#app/identity/access/right'
import { isClosedToSupport } from '#app/identity/access/support'
import { visibleOwner, type Owner } from '#app/identity/access/visibility'
import type Session from '#app/identity/session'
import type User from '#app/identity/user'
import TenantSuspended from '#app/identity/errors/tenant_suspended'
import type { KnownTenant } from '#app/tenants/tenant_resolver'
import RoleInsufficient from './errors/role_insufficient.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Where somebody who is logged in works. Only in the dashboard, behind the log-in. */
    desk: Desk
  }
}

/** Who works here, in which environment, and what they may do. */
export class Desk {
  constructor(
    readonly tenant: KnownTenant,
    readonly session: Session,
    readonly environment: Environment
  ) {}

  get user(): User {
    return this.session.user
  }

  /** The environment stands in the address, so that two tabs may show two. */
  get base(): '' | '/test' {
    return this.environment === 'test' ? '/test' : ''
  }

  may(right: Right): boolean {
    const { support } = this.session
    if (support && isClosedToSupport(right, support)) return false
    return rightsOf(this.user.role, this.environment).includes(right)
  }

  /** @throws E_ROLE_INSUFFICIENT */
  require(right: Right): void {
    if (!this.may(right)) throw new RoleInsufficient(rolesWith(right, this.environment), right)
  }

  /** @throws E_TENANT_SUSPENDED: nothing is created or sent then */
  requireOpenAccount(): void {
    if (this.tenant.isSuspended) throw new TenantSuspended()
  }

  get documentsOf(): Owner {
    return visibleOwner(this.user.id, (right) => this.may(right))
  }

  actor({ request }: HttpContext): Actor {
    const visit = visitOf(request)
    const { support } = this.session
    return support
      ? support.actor(visit)
      : { type: 'user', id: this.user.id, name: this.user.name, ...visit }
  }
}
