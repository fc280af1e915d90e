import type { HttpContext } from '@adonisjs/core/http'
import type { Actor } from '#app/audit/actor'
import type { Environment } from '#app/foundation/environment'
import { visitOf } from '#app/front_door/visit'
import { Principal } from '#app/identity/access/principal'
import type { Right } from '#app/identity/access/right'
import { rolesWith } from '#app/identity/access/role'
import type { Owner } from '#app/identity/access/visibility'
import type Session from '#app/identity/sessions/session'
import type User from '#app/identity/users/user'
import TenantSuspended from '#app/identity/errors/tenant_suspended'
import type { KnownTenant } from '#app/tenants/hosts/tenant_resolver'
import RoleInsufficient from './errors/role_insufficient.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Who is logged in, at which tenant and in which environment. Only in the dashboard, behind the login. */
    dashboard: DashboardContext
  }
}

/** The context of a dashboard request: tenant, environment and session. Its principal decides what the user may do. */
export class DashboardContext {
  readonly principal: Principal

  constructor(
    readonly tenant: KnownTenant,
    readonly session: Session,
    readonly environment: Environment
  ) {
    const { user, support } = session
    this.principal = support
      ? Principal.support(support, environment)
      : Principal.user(user, environment)
  }

  get user(): User {
    return this.session.user
  }

  /** The environment stands in the address, so that two tabs may show two. */
  get base(): '' | '/test' {
    return this.environment === 'test' ? '/test' : ''
  }

  may(right: Right): boolean {
    return this.principal.may(right)
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
    return this.principal.documentsOf
  }

  actor({ request }: HttpContext): Actor {
    return this.principal.actor(visitOf(request))
  }
}
