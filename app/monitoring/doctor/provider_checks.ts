import { counted } from '#app/foundation/counted'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import Tenant from '#app/tenants/tenant'
import { ok, warning, type Finding } from './finding.js'

const ABOUT = 'seal providers'
const HOUR_MS = 3_600_000
const MOST_NAMED = 5

const FAILING = `
  select failing_since as since, failing_said as said from own_certificates where retired_at is null and source <> 'file'`

interface Row {
  since: Date | null
  said: string | null
}

/** Whether what tenants seal with elsewhere signs: their seals wait while it does not, and they alone can mend that. */
export async function checkProviders(): Promise<Finding[]> {
  const tenants = await Tenant.query().whereIn('status', ['ready', 'suspended']).orderBy('id')
  const failing: string[] = []
  let count = 0
  for (const tenant of tenants) {
    const row = await providerOf(tenant)
    if (!row) continue
    count += 1
    if (row.since)
      failing.push(`${tenant.id} for ${counted(hoursSince(row.since), 'hour')} (${row.said})`)
  }
  if (failing.length === 0) return count > 0 ? [ok(ABOUT, `all ${count} sign`)] : []
  const named = failing.slice(0, MOST_NAMED).join('; ')
  const says = `${failing.length} of ${count} do not sign, and seals wait: ${named}`
  return [
    warning(
      ABOUT,
      says,
      'Their owners and admins have a mail. They connect the provider anew under Settings → Seal, or take it out of use.'
    ),
  ]
}

/** @returns null for a tenant whose key is here, and for one that cannot be asked */
async function providerOf(tenant: Tenant): Promise<Row | null> {
  const scope = { tenant: tenant.ref, environment: 'live' } as const
  const asked = () => CurrentTenant.batch([query<Row>(FAILING, [])])
  const [rows] = await CurrentTenant.run(scope, asked).catch(() => [[]] as [Row[]])
  return rows[0] ?? null
}

function hoursSince(since: Date): number {
  return Math.floor((Date.now() - since.getTime()) / HOUR_MS)
}
