import { column } from '@adonisjs/lucid/orm'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { AccountModel } from '#app/tenancy/models/account_model'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { jsonColumn } from '#app/tenancy/models/json_column'
import { Outbox } from '#app/tenancy/outbox/outbox'
import UnitMisused from '#app/tenancy/errors/unit_misused'
import { insertion } from '#app/tenancy/statement'
import type { NoticeKind } from './notice_kind.js'

export type NoticeDetails = Record<string, unknown>

/** Something that the people of an account should know of, told by mail and in the dashboard. */
export default class Notice extends AccountModel {
  static table = 'notices'

  @column({ isPrimary: true })
  declare id: string

  /** Names a wording in `app/notifications/notices`. */
  @column()
  declare kind: NoticeKind

  /** Ids and numbers. Names and addresses are looked up when it is told, so that erasing them there erases them here. */
  @jsonColumn()
  declare details: NoticeDetails

  /** Whom it is for; null for all owners and admins. */
  @column()
  declare userId: string | null

  @column()
  declare createdAt: Date

  /**
   * Leaves a notice, and the work that mails it, in the unit of what it tells.
   *
   * @throws E_UNIT_MISUSED outside a unit of the live environment: the sandbox mails nobody
   */
  static async leave(
    kind: NoticeKind,
    details: NoticeDetails = {},
    { to }: { to?: string } = {}
  ): Promise<string> {
    if (!CurrentTenant.isInUnit || CurrentTenant.get().environment !== 'live')
      throw new UnitMisused('A notice is left in a unit of the live environment')
    const id = newId('ntc')
    const row = {
      id,
      kind,
      details: JSON.stringify(details),
      user_id: to ?? null,
      created_at: clock.now(),
    }
    await CurrentTenant.batch([insertion(Notice.table, [row])])
    Outbox.append({ kind: 'mail.notice', ref: id })
    return id
  }
}
