import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** How a table of the platform names the tenant that a row is about, and whether the row travels with it. */
interface Mention {
  readonly table: string
  readonly column: string
  readonly travels: boolean
}

/** In the order in which they can be written. What does not travel belongs to those who operate this platform, or is on its way. */
export const MENTIONS: readonly Mention[] = [
  { table: 'tenants', column: 'id', travels: true },
  { table: 'domains', column: 'tenant_id', travels: true },
  { table: 'domain_targets', column: 'tenant_id', travels: true },
  { table: 'plan_grants', column: 'tenant_id', travels: true },
  { table: 'plan_requests', column: 'tenant_id', travels: true },
  { table: 'resale_terms', column: 'reseller_id', travels: true },
  { table: 'usage_totals', column: 'tenant_id', travels: true },
  { table: 'brands', column: 'owner', travels: true },
  { table: 'brand_images', column: 'owner', travels: true },
  { table: 'resale_news', column: 'tenant_id', travels: false },
  { table: 'resale_news', column: 'reseller_id', travels: false },
  // the importing installation proves it anew
  { table: 'email_domains', column: 'tenant_id', travels: false },
  { table: 'domain_news', column: 'tenant_id', travels: false },
  { table: 'reports', column: 'tenant_id', travels: false },
  { table: 'incidents', column: 'reseller_id', travels: false },
  { table: 'imports', column: 'tenant_id', travels: false },
  { table: 'moves', column: 'tenant_id', travels: false },
]

/** Rows by table, as PostgreSQL writes them. */
export type PlatformRows = Record<string, Record<string, unknown>[]>

export async function readPlatformRows(tenantId: string): Promise<PlatformRows> {
  const rows: PlatformRows = {}
  for (const { table, column, travels } of MENTIONS) {
    if (!travels) continue
    const found = await db
      .connection('platform')
      .rawQuery<{ rows: { row: Record<string, unknown> }[] }>(
        `select to_jsonb(whole_row) as row from ${table} whole_row where ${column} = ?`,
        [tenantId]
      )
    rows[table] = found.rows.map(({ row }) => row)
  }
  return rows
}

/**
 * The first table whose rows are not all the tenant's: the signer of an archive speaks for one tenant, so nothing in it may be about another.
 *
 * @param rows  as they were read from an archive, of any shape
 */
export function namesAnother(rows: PlatformRows, tenantId: string): string | undefined {
  const isOwn = ({ table, column }: Mention): boolean => {
    const found: unknown = rows[table] ?? []
    return Array.isArray(found) && found.every((row) => Object(row)[column] === tenantId)
  }
  const stray = MENTIONS.find((mention) => mention.travels && !isOwn(mention))
  return stray?.table ?? (rows.tenants?.length === 1 ? undefined : 'tenants')
}

/** @throws 23505 when this platform has one of them, or another tenant's in its place */
export async function writePlatformRows(
  rows: PlatformRows,
  trx: TransactionClientContract
): Promise<void> {
  for (const { table, travels } of MENTIONS) {
    if (!travels || !rows[table]?.length) continue
    const names = Object.keys(rows[table][0])
      .map((name) => `"${name.replaceAll('"', '')}"`)
      .join(', ')
    await trx.rawQuery(
      `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, ?::jsonb)`,
      [JSON.stringify(rows[table])]
    )
  }
}
