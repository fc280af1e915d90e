import { column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { EntitlementsProjection } from '../entitlements_projection.js'
import Tenant from '../tenant.js'
import PlanRequestDecided from '../errors/plan_request_decided.js'

interface Asked {
  tenantId: string
  planKey: string
  note: string | null
  /** The id of the owner who asks. */
  by: string
}

interface Decision {
  /** The id of the operator, or of the user of the reseller. */
  by: string
  answer?: string | null
}

/** An owner's request for another plan. Nothing is charged here: the tenant's seller decides, an operator or its reseller. */
export default class PlanRequest extends PlatformModel {
  static table = 'plan_requests'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare tenantId: string

  @column()
  declare planKey: string

  @column()
  declare fromPlan: string

  @column()
  declare note: string | null

  @column()
  declare requestedBy: string

  @column()
  declare status: 'open' | 'granted' | 'declined' | 'withdrawn'

  @column()
  declare decidedBy: string | null

  @column()
  declare decidedAt: Date | null

  /** The note of the person who decided it. */
  @column()
  declare answer: string | null

  @column()
  declare createdAt: Date

  /** Takes the place of one that is still open. */
  static async ask({ tenantId, planKey, note, by }: Asked): Promise<PlanRequest> {
    return platformTransaction(async (client) => {
      // two requests at once wait here: one stays open
      const tenant = await Tenant.query({ client }).where('id', tenantId).forUpdate().firstOrFail()
      await PlanRequest.withdraw(tenantId, by, client)
      return PlanRequest.create(
        {
          ...{ id: newId('prq'), tenantId, planKey, note, status: 'open', requestedBy: by },
          ...{ fromPlan: tenant.planKey, createdAt: clock.now() },
        },
        { client }
      )
    })
  }

  static async withdraw(
    tenantId: string,
    by: string,
    client?: TransactionClientContract
  ): Promise<void> {
    await PlanRequest.query({ client })
      .where({ tenantId, status: 'open' })
      .update({ status: 'withdrawn', decided_by: by, decided_at: clock.now() })
  }

  /** The newest, whatever became of it. */
  static latest(tenantId: string): Promise<PlanRequest | null> {
    return PlanRequest.query()
      .where({ tenantId })
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .first()
  }

  /** The tenant gets the plan. @throws PlanRequestDecided */
  static async grant(id: string, decision: Decision, client: TransactionClientContract) {
    // the tenant is locked before its request, as in requests and manual changes of the plan
    const asked = await PlanRequest.query({ client }).where({ id }).first()
    if (asked) await Tenant.query({ client }).where('id', asked.tenantId).forUpdate()
    const request = await decide(id, 'granted', decision, client)
    await Tenant.query({ client })
      .where({ id: request.tenantId })
      .update({ plan_key: request.planKey, updated_at: clock.now() })
    await EntitlementsProjection.ask([request.tenantId], client)
    return request
  }

  /** A tenant was given a plan unasked: if it was waiting for this one, it has been answered. */
  static async settle(
    { tenantId, planKey, by }: { tenantId: string; planKey: string; by: string },
    client: TransactionClientContract
  ): Promise<void> {
    const open = { tenantId, planKey, status: 'open' }
    const request = await PlanRequest.query({ client }).where(open).forUpdate().first()
    if (request) await decide(request.id, 'granted', { by }, client)
  }

  /** @throws PlanRequestDecided */
  static decline(id: string, decision: Decision, client: TransactionClientContract) {
    return decide(id, 'declined', decision, client)
  }
}

async function decide(
  id: string,
  status: 'granted' | 'declined',
  { by, answer = null }: Decision,
  client: TransactionClientContract
): Promise<PlanRequest> {
  const request = await PlanRequest.query({ client }).where({ id }).forUpdate().first()
  if (request?.status !== 'open') throw new PlanRequestDecided()
  await PlatformOutbox.append(client, { kind: 'tell_plan_answer', ref: id })
  return request.merge({ status, answer, decidedBy: by, decidedAt: clock.now() }).save()
}
