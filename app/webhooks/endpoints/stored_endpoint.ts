import { column } from '@adonisjs/lucid/orm'
import { EnvironmentModel } from '#app/tenancy/models/environment_model'
import type { Statement } from '#app/tenancy/statement'

export type EndpointStatus = 'enabled' | 'paused' | 'disabled'

/** An endpoint as its row has it, and how rows are read. */
export class StoredEndpoint extends EnvironmentModel {
  /** Newest first, as part of a batch that reads more. */
  static readonly listing: Statement = {
    text: 'select * from webhook_endpoints order by created_at desc, id desc',
  }

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare url: string

  @column()
  declare name: string | null

  @column()
  declare events: string[]

  @column()
  declare includeValues: boolean

  @column()
  declare status: EndpointStatus

  @column({ serializeAs: null })
  declare secret: Buffer

  @column({ serializeAs: null })
  declare pendingSecret: Buffer | null

  @column()
  declare pendingSince: Date | null

  /** `gone` or `failing`. */
  @column()
  declare disabledReason: string | null

  @column()
  declare disabledAt: Date | null

  /** The first failure since something was delivered. */
  @column()
  declare failingSince: Date | null

  /** Deliveries that used all their attempts since then. */
  @column()
  declare givenUp: number

  @column()
  declare strikes: number

  /** It plainly is down: nothing is sent before. */
  @column()
  declare restsUntil: Date | null

  @column()
  declare warnedAt: Date | null

  @column()
  declare createdAt: Date

  @column()
  declare updatedAt: Date

  /** When it began to fail, or was disabled; null when nothing is known to be missing. `missedSince` knows the oldest event. */
  get missesSince(): Date | null {
    return this.failingSince ?? this.disabledAt
  }
}
