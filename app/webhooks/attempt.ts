import { column } from '@adonisjs/lucid/orm'
import { EnvironmentModel } from '#app/tenancy/environment_model'
import { jsonColumn } from '#app/tenancy/json_column'

/** One POST of a delivery and what came of it. */
export default class Attempt extends EnvironmentModel {
  static table = 'webhook_attempts'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare deliveryId: string

  /** From 1. */
  @column()
  declare number: number

  @column()
  declare at: Date

  /** Null when there was no answer; `error` then says why. */
  @column()
  declare statusCode: number | null

  @column()
  declare error: string | null

  @column()
  declare durationMs: number

  @column()
  declare remoteAddress: string | null

  @jsonColumn()
  declare responseHeaders: Record<string, string> | null

  @column()
  declare responseExcerpt: string | null
}
