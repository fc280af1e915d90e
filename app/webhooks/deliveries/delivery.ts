import { column, hasMany } from '@adonisjs/lucid/orm'
import type { HasMany } from '@adonisjs/lucid/types/relations'
import { SYSTEM, type Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { EnvironmentModel } from '#app/tenancy/models/environment_model'
import { Outbox } from '#app/tenancy/outbox/outbox'
import Attempt from './attempt.js'
import Endpoint from '../endpoints/endpoint.js'
import type { EventType } from '../events/event_types.js'
import { DELIVER } from './parked_deliveries.js'
import { ReplayLimit } from './replay_limit.js'
import EndpointNotEnabled from '../errors/endpoint_not_enabled.js'

/** `failed` ended without using all attempts (the endpoint is gone or disabled), `exhausted` used them all. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'exhausted'

/** One event on its way to one endpoint, with all its attempts. */
export default class Delivery extends EnvironmentModel {
  static table = 'webhook_deliveries'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare endpointId: string

  @column()
  declare eventId: string

  @column()
  declare event: EventType

  @column()
  declare status: DeliveryStatus

  @column()
  declare attemptCount: number

  /** Null also while a pending delivery waits for its paused endpoint. */
  @column()
  declare nextAttemptAt: Date | null

  /** It brings what signers filled in, as long as its endpoint asks for it. */
  @column()
  declare withValues: boolean

  @column()
  declare replayOf: string | null

  @column()
  declare createdAt: Date

  @hasMany(() => Attempt)
  declare attempts: HasMany<typeof Attempt>

  /** Newest first, from after one of them; ids sort as they were made. */
  static ofEndpoint(
    endpointId: string,
    { status, after, limit }: { status?: DeliveryStatus; after?: string; limit: number }
  ): Promise<Delivery[]> {
    const wanted = this.withAttempts().where({ endpointId, ...(status && { status }) })
    if (after !== undefined) {
      wanted.whereRaw(
        '(created_at, id) < (select created_at, id from webhook_deliveries where id = ?)',
        [after]
      )
    }
    return wanted.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit)
  }

  static withAttempts() {
    return this.query().preload('attempts', (attempts) => attempts.orderBy('number'))
  }

  /**
   * The same event to the same endpoint once more: a delivery of its own, with its own attempts and the same bytes.
   *
   * @throws EndpointNotEnabled
   */
  async replay(by: Actor = SYSTEM): Promise<Delivery> {
    return unit(async () => {
      const endpoint = await Endpoint.lock(this.endpointId)
      if (endpoint.status === 'disabled') throw new EndpointNotEnabled()
      await ReplayLimit.require(this.endpointId, 1)
      const now = tenantClock.now()
      const { endpointId, eventId, event, withValues } = this
      const id = newId('del', CurrentTenant.get().environment)
      const replay = await Delivery.create({
        ...{ id, endpointId, eventId, event, withValues, status: 'pending', attemptCount: 0 },
        ...{ replayOf: this.id, nextAttemptAt: now, createdAt: now },
      })
      Outbox.append({ kind: DELIVER, lane: endpointId, ref: id })
      await SecurityTrail.append({
        action: 'webhook.replayed',
        actor: by,
        details: { webhookId: endpointId, deliveryId: this.id, replayId: id, event },
      })
      replay.$setRelated('attempts', [])
      return replay
    })
  }
}
