import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import type { TenantRef } from '#app/tenancy/tenant_ref'
import PlanRequest from '../plans/plan_request.js'
import { Removal } from '../removal.js'
import { ResaleOutbox } from './resale_outbox.js'
import { ResaleOffers } from './resale_offer.js'
import { orderTenant, type Order } from './resale_order.js'
import Settings from '../settings.js'
import { EntitlementsProjection } from '../entitlements_projection.js'
import { Suspension, type ByReseller } from '../suspension.js'
import Tenant from '../tenant.js'
import { keepHostsBelowBases } from '../domains/host_keeping.js'
import { tenantResolver } from '../hosts/tenant_resolver.js'
import PlanRequestDecided from '../errors/plan_request_decided.js'
import TenantNotFound from '../errors/tenant_not_found.js'
import TenantStateConflict from '../errors/tenant_state_conflict.js'

type Trx = TransactionClientContract
/** A suspension has one, and not every reseller gives it. */
const NO_REASON = 'No reason was given'

type Changes = Partial<Pick<Order, 'name' | 'plan' | 'metadata'>>

/**
 * What a reseller does with the tenants below it; tenants that are not directly below are not found. Each change is one transaction of the
 * platform, which leaves the projection of the tenant's entitlements and the news for both trails behind.
 */
export class Resale {
  /** @param actor  who acts, for the trails */
  constructor(
    readonly reseller: TenantRef,
    private actor: Actor
  ) {}

  /**
   * Reserves the tenant; a worker makes it, and its owner is then invited. Ordered again under the same `orderKey` it is the same
   * tenant: the process that ordered it may have died before it could answer.
   *
   * @throws SlugTaken, SlugRefused, PlanNotSellable, TenantLimitExceeded
   */
  create(order: Order): Promise<Tenant> {
    return orderTenant(order, this.reseller, this.actor)
  }

  /** @throws TenantNotFound, PlanNotSellable */
  async change(tenantId: string, { name, plan, metadata }: Changes): Promise<void> {
    await this.#with(tenantId, async (tenant, client) => {
      const { name: oldName, planKey: oldPlan } = tenant
      const isRenamed = name !== undefined && name !== oldName
      const isMoved = plan !== undefined && plan !== oldPlan
      if (isMoved) await ResaleOffers.assertSold(this.reseller.id, plan, client)
      if (isMoved || isRenamed) assertMade(tenant)
      tenant.merge({ name: name ?? oldName, planKey: plan ?? oldPlan })
      await keep(tenant.merge({ metadata: metadata ?? tenant.metadata }), client)
      const names = { name, formerName: oldName }
      if (isRenamed) await this.#announce(tenant, 'tenant.renamed', names, client)
      if (!isMoved) return
      await PlanRequest.settle({ tenantId, planKey: plan, by: this.actor.id }, client)
      await this.#announce(tenant, 'tenant.plan_changed', { from: oldPlan }, client)
    })
  }

  /**
   * What a tenant has asked for: it gets the plan, or it does not.
   *
   * @throws TenantNotFound, PlanRequestDecided, PlanNotSellable
   */
  async decide(
    tenantId: string,
    requestId: string,
    { isGranted, answer }: { isGranted: boolean; answer: string | null }
  ): Promise<void> {
    const decision = { by: this.actor.id, answer }
    await this.#with(tenantId, async (tenant, client) => {
      const request = await PlanRequest.query({ client }).where({ id: requestId, tenantId }).first()
      if (!request) throw new PlanRequestDecided()
      if (!isGranted) {
        const { planKey: asked } = await PlanRequest.decline(requestId, decision, client)
        return this.#announce(tenant, 'tenant.plan_request_declined', { asked }, client)
      }
      const { planKey: from } = tenant
      await ResaleOffers.assertSold(this.reseller.id, request.planKey, client)
      await PlanRequest.grant(requestId, decision, client)
      await this.#announce(await tenant.refresh(), 'tenant.plan_changed', { from }, client)
    })
  }

  /** Again it changes the reason, where one is given. @throws TenantNotFound, TenantStateConflict */
  async suspend(tenantId: string, given?: string): Promise<void> {
    await this.#with(tenantId, async (tenant, client) => {
      assertMade(tenant)
      this.#assertOwn(tenant)
      const reason = given ?? tenant.suspensionReason ?? NO_REASON
      await Suspension.impose(tenantId, { reason, by: this.#by }, client)
    })
  }

  /** Takes back what this reseller decided: a suspension, a deletion that waits for its day, or both. */
  async resume(tenantId: string): Promise<void> {
    await this.#with(tenantId, async (tenant, client) => {
      assertMade(tenant)
      this.#assertOwn(tenant)
      if (tenant.suspensionReason !== null) await Suspension.lift(tenantId, client, this.#by)
      if (tenant.eraseAt !== null) await Removal.undo(tenantId, client, this.#by)
    })
  }

  /**
   * Begins the wait for its deletion.
   *
   * @returns the day on which it is erased; the same when it waits already
   * @throws TenantNotFound, TenantStateConflict, TenantNotRemovable
   */
  async remove(tenantId: string): Promise<Date> {
    const { eraseAfterDays } = await Settings.current()
    let eraseAt = new Date(clock.now().getTime() + eraseAfterDays * DAY_MS)
    await this.#with(tenantId, async (tenant, client) => {
      assertMade(tenant)
      this.#assertOwn(tenant)
      if (tenant.eraseAt === null) await Removal.schedule(tenantId, eraseAt, client, this.#by)
      else eraseAt = tenant.eraseAt
    })
    return eraseAt
  }

  /** From now on it is a customer of the platform's own, and nothing of this reseller's comes down to it. Its links below a base lead on for a while. */
  async release(tenantId: string, orderKey?: string): Promise<void> {
    await this.#with(tenantId, async (tenant, client) => {
      assertMade(tenant)
      if (tenant.status === 'suspended')
        throw new TenantStateConflict('not_released', tenant.status)
      await this.#announce(tenant, 'tenant.released', {}, client)
      await keepHostsBelowBases(tenant, client)
      await keep(tenant.merge({ parentId: null, metadata: {}, orderKey: orderKey ?? null }), client)
    })
  }

  /** Whether it was released by the same `orderKey`: the process that did it may have died before it could answer. */
  async hasReleased(tenantId: string, orderKey: string): Promise<boolean> {
    const released = await Tenant.query().where({ id: tenantId, orderKey }).whereNull('parentId')
    return released.length > 0
  }

  /** One of its own, locked. */
  async #with(
    tenantId: string,
    work: (tenant: Tenant, client: Trx) => Promise<void>
  ): Promise<void> {
    await platformTransaction(async (client) => {
      const tenant = await Tenant.query({ client })
        .where({ id: tenantId, parentId: this.reseller.id })
        .whereNot('status', 'deleted')
        .forUpdate()
        .first()
      if (!tenant) throw new TenantNotFound()
      await work(tenant, client)
    })
    tenantResolver.forget()
  }

  /** What the platform stopped is not for a reseller to decide. */
  #assertOwn({ suspensionReason, suspendedBy, eraseAt, removedBy, status }: Tenant): void {
    const { id } = this.reseller
    if ((suspensionReason === null || suspendedBy === id) && (eraseAt === null || removedBy === id))
      return
    throw new TenantStateConflict('stopped_above', status)
  }

  #announce(
    tenant: Tenant,
    name: Parameters<typeof ResaleOutbox.append>[1],
    details: Record<string, unknown>,
    client: Trx
  ): Promise<void> {
    return ResaleOutbox.append(tenant, name, { by: this.actor, details }, client)
  }

  get #by(): ByReseller {
    return { resellerId: this.reseller.id, actor: this.actor }
  }
}

async function keep(tenant: Tenant, client: Trx): Promise<void> {
  await tenant.merge({ updatedAt: clock.now() }).save()
  await EntitlementsProjection.ask([tenant.id], client)
}

function assertMade({ status }: Tenant): void {
  if (status === 'provisioning') throw new TenantStateConflict('being_created', status)
}
