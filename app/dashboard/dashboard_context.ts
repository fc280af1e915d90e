import type { HttpContext } from '@adonisjs/core/http'
import type { Actor } from '#app/audit/actor'
import type { Environment } from '#app/foundation/environment'
import { askedAlong, type LinkMethod } from '#app/front_door/offered'
import { clientInfo } from '#app/front_door/client_info'
import type { DocumentAct } from '#app/identity/access/document_policy'
import { Principal } from '#app/identity/access/principal'
import type { Right } from '#app/identity/access/right'
import { rolesWith } from '#app/identity/access/role'
import type { Audience } from '#app/identity/access/visibility'
import type Session from '#app/identity/sessions/session'
import type User from '#app/identity/users/user'
import TenantSuspended from '#app/tenants/errors/tenant_suspended'
import type { KnownTenant } from '#app/tenants/hosts/tenant_resolver'
import RoleInsufficient from './errors/role_insufficient.js'
import { isOpenToVisit } from './security/support_limits.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Who is logged in, at which tenant and in which environment. Only in the dashboard, behind the login. */
    dashboard: DashboardContext
  }
}

/** The context of a dashboard request: tenant, environment and session. Its principal decides what the user may do. */
export class DashboardContext {
  readonly principal: Principal

  /** What the route does with the document of its address. */
  documentAct: DocumentAct = 'view'

  constructor(
    readonly tenant: KnownTenant,
    readonly session: Session,
    readonly environment: Environment
  ) {
    this.principal = this.#principalIn(environment)
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

  /** Whether somebody is shown this link or form: only what they would not be refused. @param path  as in `href` or `action` */
  isOpen(method: LinkMethod, path: string): boolean {
    const { support } = this.session
    const principal = this.#principalIn(/^\/test(?:\/|$)/.test(path) ? 'test' : 'live')
    return askedAlong(method, path, null).every(
      ({ method: asking, asked }) =>
        asked.rights.every((right) => principal.may(right as Right)) &&
        (!support || isOpenToVisit(support, asking, asked))
    )
  }

  /** @throws RoleInsufficient */
  require(right: Right): void {
    if (!this.may(right)) throw new RoleInsufficient(rolesWith(right, this.environment), right)
  }

  /** @throws TenantSuspended: nothing is created or sent then */
  requireOpenAccount(): void {
    if (this.tenant.isSuspended) throw new TenantSuspended()
  }

  get documentsOf(): Audience {
    return this.principal.documentsOf
  }

  actor({ request }: HttpContext): Actor {
    return this.principal.actor(clientInfo(request))
  }

  #principalIn(environment: Environment): Principal {
    const { user, support, teams } = this.session
    if (support) return Principal.support(support, environment)
    const ids = teams.map(({ id }) => id)
    return Principal.user(user, environment, ids)
  }
}
