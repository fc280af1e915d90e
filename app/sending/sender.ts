import { column } from '@adonisjs/lucid/orm'
import { AccountModel } from '#app/tenancy/models/account_model'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { columnList } from '#app/tenancy/models/column_list'
import { jsonColumn } from '#app/tenancy/models/json_column'
import { modelsOf } from '#app/tenancy/models/model_rows'
import { rowOfJson } from '#app/tenancy/models/json_row'
import type { RowOf } from '#app/tenancy/row'
import { query, type Row } from '#app/tenancy/statement'
import type { SenderFindings } from './sender_findings.js'
import SenderKey from './sender_key.js'

export const WAYS = ['platform', 'domain', 'server'] as const
export type SenderWay = (typeof WAYS)[number]

export const SECURITIES = ['tls', 'starttls', 'none'] as const
export type ServerSecurity = (typeof SECURITIES)[number]

const KEYS = `(select coalesce(jsonb_agg(to_jsonb(k)), '[]') from sender_keys k where role <> 'retired')`

type SenderRow = RowOf<'sender'> & { keys: Row[] }

/** How an account's mails are sent. One row; the sandbox, which sends none, cannot even read it. */
export default class Sender extends AccountModel {
  static table = 'sender'

  /** With the keys that are in use, as part of a batch that reads more. */
  static get statement() {
    return query<SenderRow>(`select ${columnList(Sender)}, ${KEYS} as keys from sender`)
  }

  @column({ isPrimary: true })
  declare singleton: true

  /** What was chosen. A domain that is not verified sends nothing: the platform does meanwhile. */
  @column()
  declare way: SenderWay

  @column()
  declare domain: string | null

  /** Of the domain: what mails come from. */
  @column()
  declare domainAddress: string | null

  @column()
  declare domainStatus: 'pending' | 'verified' | 'failing' | null

  /** Since when it has that status. */
  @column()
  declare domainSince: Date | null

  /** Whether the domain's return path leads to us, so that what comes back does too. */
  @column()
  declare hasReturn: boolean

  @jsonColumn()
  declare findings: SenderFindings | null

  @column()
  declare checkedAt: Date | null

  @column()
  declare serverAddress: string | null

  @column()
  declare serverHost: string | null

  @column()
  declare serverPort: number | null

  @column()
  declare serverSecurity: ServerSecurity | null

  @column()
  declare serverUsername: string | null

  /** Enveloped. */
  @column({ serializeAs: null })
  declare serverPassword: Buffer | null

  @column()
  declare serverFailingSince: Date | null

  /** What the server last refused with: a code, never its words. */
  @column()
  declare serverError: string | null

  @column()
  declare serverToldAt: Date | null

  @column()
  declare generation: number

  keys: SenderKey[] = []

  static from([{ keys, ...stored }]: readonly SenderRow[]): Sender {
    const [sender] = modelsOf(Sender, [stored])
    sender.keys = modelsOf(
      SenderKey,
      keys.map((key) => rowOfJson(key, ['private_key']))
    )
    return sender
  }

  static async current(): Promise<Sender> {
    const [rows] = await CurrentTenant.batch([Sender.statement] as const)
    return Sender.from(rows)
  }

  /** With the row locked until the unit ends. */
  static async lock(): Promise<Sender> {
    const [, rows] = await CurrentTenant.batch([
      { text: 'select 1 from sender for update' },
      Sender.statement, // by a snapshot of its own, after those who held the lock
    ] as const)
    return Sender.from(rows)
  }

  get activeKey(): SenderKey | null {
    return this.keys.find(({ role }) => role === 'active') ?? null
  }

  get standbyKey(): SenderKey | null {
    return this.keys.find(({ role }) => role === 'standby') ?? null
  }

  get isDomainUsable(): boolean {
    return this.domainStatus === 'verified' && this.activeKey !== null
  }

  get hasServer(): boolean {
    return this.serverHost !== null
  }
}
