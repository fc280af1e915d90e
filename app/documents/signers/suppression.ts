import type Document from '../document.js'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query, type Statement } from '#app/tenancy/statement'

/** An address to which no mail goes any more. */
export interface Suppressed {
  address: string
  /** What the mail server said: `550 5.1.1`. */
  code: string
  at: Date
}

/** What a signer's mail is said to have met when it was not even tried. */
export const SUPPRESSED = 'suppressed'

/** The ids of the signers whom no mail is sent to: an expression of SQL for a statement that reads `documents`. */
export const SUPPRESSED_SIGNERS = `
  (select jsonb_agg(s.id) from signers s join suppressions x on x.address = lower(s.email) where s.document_id = documents.id)`

/** Of a document that was read with `SUPPRESSED_SIGNERS` as `suppressed`. */
export function suppressedBeside({ $extras: extras }: Document): ReadonlySet<string> {
  return new Set((extras.suppressed ?? []) as string[])
}

/** Addresses that a mail server has called wrong, in this environment of this tenant. Asking them again and again makes a sender look like a spammer. */
export const Suppression = {
  /** Those of the addresses that are on the list, in lower case. */
  async among(addresses: readonly string[]): Promise<ReadonlySet<string>> {
    const values = [addresses.map((address) => address.toLowerCase())]
    const text = 'select address from suppressions where address = any($1)'
    const [rows] = await CurrentTenant.batch([
      query<RowOf<'suppressions', 'address'>>(text, values),
    ])
    return new Set(rows.map(({ address }) => address))
  },

  /** As a statement, for the unit that writes down the bounce. */
  of(address: string, code: string, mailId: string): Statement {
    return {
      text: `insert into suppressions (address, code, mail_id, created_at) values ($1, $2, $3, $4)
             on conflict (address) do nothing`,
      values: [address.toLowerCase(), code, mailId, tenantClock.now()],
    }
  },

  /** Newest first. */
  list({ limit, offset = 0 }: { limit: number; offset?: number }): Query<RowOf<'suppressions'>> {
    const text = 'select * from suppressions order by created_at desc, address limit $1 offset $2'
    return query(text, [limit, offset])
  },

  from(rows: readonly RowOf<'suppressions'>[]): Suppressed[] {
    return rows.map(({ address, code, created_at: at }) => ({ address, code, at }))
  },

  /** @returns whether it was on the list */
  async lift(address: string): Promise<boolean> {
    const text = 'delete from suppressions where address = $1 returning address'
    const [rows] = await CurrentTenant.batch([{ text, values: [address.toLowerCase()] }])
    return rows.length > 0
  },
}
