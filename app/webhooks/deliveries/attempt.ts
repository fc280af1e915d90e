import { column } from '@adonisjs/lucid/orm'
import type { Timings } from '#app/foundation/outbound/public_http'
import { EnvironmentModel } from '#app/tenancy/models/environment_model'
import { jsonColumn } from '#app/tenancy/models/json_column'

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

  /** The parts of it in milliseconds, where there was an answer. */
  @jsonColumn()
  declare timings: Timings | null

  /** Where it went; the endpoint may have another address since. */
  @column()
  declare url: string | null

  /** As sent, with the signatures. */
  @jsonColumn()
  declare requestHeaders: Record<string, string> | null

  @column()
  declare remoteAddress: string | null

  /** Such as TLSv1.3; null for plain HTTP. */
  @column()
  declare tlsVersion: string | null

  @jsonColumn()
  declare responseHeaders: Record<string, string> | null

  @column()
  declare responseExcerpt: string | null
}
