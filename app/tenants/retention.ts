import { column } from '@adonisjs/lucid/orm'
import { AccountModel } from '#app/tenancy/models/account_model'
import type { Statement } from '#app/tenancy/statement'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import LegalHold from './errors/legal_hold.js'

/** How long an account keeps its finished documents, and whether anything in it may be erased at all. One row. */
export default class Retention extends AccountModel {
  static table = 'retention'

  /** As part of a batch that reads more. */
  static readonly statement: Statement = { text: 'select * from retention' }

  @column({ isPrimary: true })
  declare singleton: true

  /** Days after a document's end; null keeps it. */
  @column()
  declare days: number | null

  /** Counts the changes of `days`: work that was left under an earlier one ends by itself. */
  @column()
  declare version: number

  @column()
  declare heldSince: Date | null

  @column()
  declare heldReason: string | null

  static current(): Promise<Retention> {
    return this.query().firstOrFail()
  }

  static lock(): Promise<Retention> {
    return this.query().forUpdate().firstOrFail()
  }

  /** Before something is erased in this unit: a hold waits until the unit has ended, or comes first. @throws LegalHold */
  static async assertErasable(): Promise<void> {
    const text = 'select held_since from retention for share'
    const [[row]] = await CurrentTenant.batch([{ text }])
    if (row.held_since !== null) throw new LegalHold()
  }

  get isHeld(): boolean {
    return this.heldSince !== null
  }
}
