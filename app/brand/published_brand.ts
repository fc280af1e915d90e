import db from '@adonisjs/lucid/services/db'
import { canonicalJson } from '#app/foundation/canonical_json'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { BrandDescent } from './brand_descent.js'
import { NOTHING_CHOSEN, valuesOf, type BrandValues } from './brand_values.js'
import { Profile } from './profile.js'
import Tenant from '#app/tenants/tenant'

type Picture = RowOf<'brand_images', 'sha256' | 'bytes' | 'width' | 'height'>

const HAS_TENANTS = 'select exists (select from tenants where parent_id = ?) as has'

/** Grows with the brand and with the entitlements, on which it depends what of the brand is shown. */
const VERSION = query<{ version: number }>(
  'select b.version + s.version as version from brand b, standing s'
)

/** One that was read earlier is not written later. */
const PUBLISHED = `insert into brands (owner, look, version) values (:owner, :look, :version)
  on conflict (owner) do update set look = excluded.look, version = excluded.version, updated_at = now()
   where brands.version <= excluded.version returning version`

const PICTURED = `insert into brand_images (owner, sha256, bytes, width, height)
  values (:owner, :sha256, :bytes, :width, :height) on conflict do nothing`

const UNUSED = 'delete from brand_images where owner = :owner and not (sha256 = any(:used))'

/** What a tenant hands down to those below it, written where they can be found. */
export const PublishedBrand = {
  /** In the tenant's live environment, by a worker. A tenant that has nobody below it publishes nothing. */
  async refresh(): Promise<void> {
    const { tenant } = CurrentTenant.get()
    // the version before the values: one that says less than it knows is written again, one that says more would stay
    const [[{ version }], ...profile] = await CurrentTenant.batch([VERSION, ...Profile.statements])
    const { entitlements, brand } = Profile.from(profile)
    if (!entitlements.values.resell && !(await hasTenants(tenant.id))) return
    const values = brand.isOwnInEffect ? brand.own : NOTHING_CHOSEN
    // its name tells those below from whom they inherit
    const look = { ...values, name: brand.name }
    await publish(tenant.id, look, version, await picturesOf(look))
  },

  /** After its entitlements or its reseller has changed. */
  async follow(tenantId: string): Promise<void> {
    await BrandDescent.project(tenantId, { onward: true })
    const tenant = await Tenant.find(tenantId)
    if (!tenant?.isReachable) return
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () => this.refresh())
  },
}

async function hasTenants(tenantId: string): Promise<boolean> {
  const { rows } = await db.connection('platform').rawQuery(HAS_TENANTS, [tenantId])
  return rows[0].has
}

function picturesOf({ logo, icon }: BrandValues): Promise<Picture[]> {
  const text = 'select sha256, bytes, width, height from brand_images where sha256 = any($1)'
  const wanted = [logo, icon].filter((sha256) => sha256 !== null)
  return CurrentTenant.batch([query<Picture>(text, [wanted])]).then(([rows]) => rows)
}

async function publish(
  owner: string,
  look: BrandValues,
  version: number,
  pictures: readonly Picture[]
): Promise<void> {
  await platformTransaction(async (client) => {
    const before = await client.rawQuery('select look from brands where owner = ?', [owner])
    const written = await client.rawQuery(PUBLISHED, {
      owner,
      look: JSON.stringify(valuesOf(look)),
      version,
    })
    if (written.rows.length === 0) return
    for (const picture of pictures) await client.rawQuery(PICTURED, { owner, ...picture } as never)
    const used = pictures.map(({ sha256 }) => sha256)
    await client.rawQuery(UNUSED, { owner, used } as never)
    if (!isSame(before.rows[0]?.look, look)) await BrandDescent.ask(owner, client)
  })
}

function isSame(before: Partial<BrandValues> | undefined, look: BrandValues): boolean {
  return before !== undefined && canonicalJson(valuesOf(before)) === canonicalJson(valuesOf(look))
}
