import type { Actor } from '#app/audit/actor'
import type { Environment } from '#app/foundation/environment'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'
import InsufficientScope from '../errors/insufficient_scope.js'
import LiveKeyRequired from '../errors/live_key_required.js'
import TestKeyRequired from '../errors/test_key_required.js'
import TenantSuspended from '#app/tenants/errors/tenant_suspended'
import { Principal } from '../access/principal.js'
import type { Scope } from '../access/scope.js'

export interface KeyFacts {
  id: string
  name: string
  environment: Environment
  scopes: readonly Scope[]
  createdBy: string
  creatorName: string
  /** Whose pages may read what a live key is answered. */
  allowedOrigins: readonly string[]
}

/** Who calls through a valid key, and what that key and its tenant's plan allow. Made for every request. */
export class Caller {
  readonly principal: Principal

  constructor(
    readonly key: KeyFacts,
    readonly entitlements: TenantEntitlements
  ) {
    this.principal = Principal.key(key)
  }

  allows(scope: Scope): boolean {
    return this.key.scopes.includes(scope)
  }

  /** @throws InsufficientScope */
  require(scope: Scope): void {
    if (!this.allows(scope)) throw new InsufficientScope(scope)
  }

  /** @throws LiveKeyRequired for what the sandbox does not have */
  requireLive(): void {
    if (this.key.environment !== 'live') throw new LiveKeyRequired()
  }

  /** @throws TestKeyRequired for what live does not have */
  requireTest(): void {
    if (this.key.environment !== 'test') throw new TestKeyRequired()
  }

  /** @throws TenantSuspended, or FeatureNotInPlan for a live key on a plan without the live API */
  requireActiveTenant(): void {
    if (this.entitlements.suspendedAt !== null) throw new TenantSuspended()
    if (this.key.environment === 'live') this.entitlements.require('apiLive')
  }

  /** Whether nothing of what `requireActiveTenant` refuses is so. */
  get isOfActiveTenant(): boolean {
    const isOfPlan = this.key.environment === 'test' || this.entitlements.may('apiLive')
    return this.entitlements.suspendedAt === null && isOfPlan
  }

  /** What a key does counts as done by its creator, through the key. */
  actor(client: { ipAddress?: string; userAgent?: string } = {}): Actor {
    return this.principal.actor(client)
  }
}
