import db from '@adonisjs/lucid/services/db'
import { column } from '@adonisjs/lucid/orm'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'

export const CATEGORIES = {
  unknown_sender: 'I do not know the sender',
  spam: 'It is unwanted advertising',
  fraud: 'It tries to deceive me',
  other: 'Something else',
} as const

export type Category = keyof typeof CATEGORIES

interface Filing {
  tenantId: string
  documentId: string
  category: Category
  message: string
  replyTo: string | null
}

const ONE_BY_ONE = 'select from tenants where id = ? for no key update'
const OPEN = `select count(*)::int as open from reports where tenant_id = ? and outcome is null`

/** What a stranger told the platform about a request for a signature. It names the document, and shows nothing of it. */
export default class Report extends PlatformModel {
  static table = 'reports'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare tenantId: string

  @column()
  declare documentId: string

  @column()
  declare category: Category

  @column()
  declare message: string

  @column()
  declare replyTo: string | null

  @column()
  declare createdAt: Date

  @column()
  declare outcome: 'dismissed' | 'taken_down' | null

  @column()
  declare decidedBy: string | null

  @column()
  declare decidedAt: Date | null

  /** How many about a tenant nobody has decided yet. */
  static async openCount(tenantId: string): Promise<number> {
    const platform = db.connection('platform')
    const { rows } = await platform.rawQuery<{ rows: { open: number }[] }>(OPEN, [tenantId])
    return rows[0].open
  }

  /** The same words about the same document are the same report, until it is decided. */
  static file(filing: Filing): Promise<Report> {
    return platformTransaction(async (client) => {
      // the second of two at once waits here
      await client.rawQuery(ONE_BY_ONE, [filing.tenantId])
      const same = await Report.query({ client }).where(filing).whereNull('decidedAt').first()
      if (same) return same
      return Report.create({ id: newId('rep'), ...filing, createdAt: clock.now() }, { client })
    })
  }

  get isOpen(): boolean {
    return this.outcome === null
  }
}
