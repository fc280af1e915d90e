import { SYSTEM, type Actor } from '#app/audit/actor'
import { NEWEST } from '#app/audit/security_search'
import { SecurityTrail } from '#app/audit/security_trail'
import { canonicalJson } from '#app/foundation/canonical_json'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import type { RowOf } from '#app/tenancy/row'
import Tenant from '#app/tenants/tenant'
import type { BrandValues } from './brand_values.js'

type Look = Partial<BrandValues>

const ACTION = 'brand.handed_down'

/**
 * Tells a tenant's own trail that what it inherits is about to change, before it does: a worker that dies in between finds the entry when it
 * comes again, and writes no second one. A tenant that is being made has nothing that could change.
 */
export async function noteHandedDown(tenant: Tenant, look: Look): Promise<void> {
  if (!tenant.isReachable) return
  const from = await handedDownBy(tenant)
  await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
    unit(async () => {
      await SecurityTrail.lock()
      const [[stored], { entries }] = await Promise.all([
        CurrentTenant.batch([
          query<RowOf<'inherited_brand', 'look'>>('select look from inherited_brand'),
        ]).then(([rows]) => rows),
        SecurityTrail.search({ actions: [ACTION] }, { before: NEWEST, limit: 1 }),
      ])
      const before = (stored?.look ?? {}) as Look
      const known = entries[0]?.body.details.lookSha256 ?? hashOf(before)
      const lookSha256 = hashOf(look)
      if (known === lookSha256) return
      const changed = changedIn(before, look)
      await SecurityTrail.append({ action: ACTION, actor: from, details: { changed, lookSha256 } })
    })
  )
}

/** Who works at a reseller is not its tenants' business. */
async function handedDownBy({ parentId }: Tenant): Promise<Actor> {
  const reseller = parentId === null ? null : await Tenant.find(parentId)
  return reseller ? { type: 'system', id: reseller.id, name: reseller.name } : SYSTEM
}

function changedIn(before: Look, after: Look): string {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const isChanged = (key: string) =>
    canonicalJson(before[key as keyof Look] ?? null) !==
    canonicalJson(after[key as keyof Look] ?? null)
  return keys.filter(isChanged).join(', ')
}

/** Values that are missing and those that are null are the same. */
function hashOf(look: Look): string {
  const chosen = Object.entries(look).filter(([, value]) => value !== null && value !== undefined)
  return sha256Hex(canonicalJson(Object.fromEntries(chosen)))
}
