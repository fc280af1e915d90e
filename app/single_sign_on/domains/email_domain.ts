import { column } from '@adonisjs/lucid/orm'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { AccountModel } from '#app/tenancy/models/account_model'
import { jsonColumn } from '#app/tenancy/models/json_column'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { RecordFinding, WantedRecord } from '#app/tenants/domains/domain_findings'

/** Names nobody: everybody may look it up. */
const CHALLENGE = '_sso-challenge'

/** The lock of every change that an entry of the trail goes with. */
const ALONE = { text: 'select 1 from chain_head for update' }

/** A failing one still counts: its record is missed for less than the time of grace. */
export type EmailDomainStatus = 'pending' | 'proved' | 'failing' | 'lapsed'

/** What stands behind the @ of a tenant's addresses. It counts while `provedAt` is set. */
export default class EmailDomain extends AccountModel {
  static table = 'sso_domains'

  /** In lower case, and with letters beyond ASCII as punycode. */
  @column({ isPrimary: true })
  declare domain: string

  @column()
  declare id: string

  /** What its owner writes into its DNS. */
  @column()
  declare challenge: string

  /** By what it was proved last: its DNS, or the word of the platform's operator. */
  @column()
  declare proof: 'dns' | 'operator' | null

  @column()
  declare status: EmailDomainStatus

  /** Whether owners with such an address come in by the provider. An owner decides it. */
  @column()
  declare letsOwnersIn: boolean

  /** The record is right, and another account of the platform has the domain. */
  @column()
  declare isTaken: boolean

  @jsonColumn()
  declare findings: RecordFinding | null

  @column()
  declare failingSince: Date | null

  @column()
  declare provedAt: Date | null

  @column()
  declare checkedAt: Date | null

  @column()
  declare createdAt: Date

  /** As it is now that the account is locked, until the unit ends. */
  static async locked(id: string): Promise<EmailDomain | null> {
    const own = { text: 'select * from sso_domains where id = $1', values: [id] }
    const [, rows] = await CurrentTenant.batch([ALONE, own])
    return modelsOf(EmailDomain, rows).at(0) ?? null
  }

  static ofTenant(): Promise<EmailDomain[]> {
    return EmailDomain.query().orderBy('domain')
  }

  get isVouchedFor(): boolean {
    return this.proof === 'operator'
  }

  get record(): WantedRecord {
    return recordOf(this)
  }
}

export function recordOf({
  domain,
  challenge,
}: Pick<EmailDomain, 'domain' | 'challenge'>): WantedRecord {
  return { about: 'proof', type: 'TXT', name: `${CHALLENGE}.${domain}`, value: challenge }
}
