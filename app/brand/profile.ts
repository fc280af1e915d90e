import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Answers, Statement } from '#app/tenancy/statement'
import Brand from './brand.js'
import { EffectiveBrand, type InheritedBrandRow } from './effective_brand.js'
import TenantEntitlements from '#app/tenants/tenant_entitlements'

/** A tenant's entitlements and brand: what almost every page, mail and request needs, in one batch. */
export interface Profile {
  entitlements: TenantEntitlements
  brand: EffectiveBrand
}

const STATEMENTS = [
  { text: 'select * from standing' },
  // what is handed down comes along with what is the tenant's own
  {
    text: `select brand.*, (select jsonb_build_object('look', look, 'reseller', reseller)
      from inherited_brand) as inherited from brand`,
  },
] as const satisfies readonly Statement[]

export const Profile = {
  /** Part of a batch that reads more; `from` takes the answers. */
  statements: STATEMENTS,

  /** What else a batch has answered may follow. */
  from([entitlementRows, brands]: readonly [...Answers<typeof STATEMENTS>, ...unknown[]]): Profile {
    const [entitlements] = modelsOf(TenantEntitlements, entitlementRows)
    const [own] = modelsOf(Brand, brands)
    const inherited = own.$extras.inherited as InheritedBrandRow | null
    const { environment } = CurrentTenant.get()
    return { entitlements, brand: EffectiveBrand.of(own, inherited, entitlements, environment) }
  },

  async current(): Promise<Profile> {
    return Profile.from(await CurrentTenant.batch(Profile.statements))
  },
}
