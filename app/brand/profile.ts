import { CurrentTenant } from '#app/tenancy/current_tenant'
import { columnList } from '#app/tenancy/models/column_list'
import { readOnlyModels } from '#app/tenancy/models/read_only_models'
import { query, type Answers, type Row, type Statement } from '#app/tenancy/statement'
import Brand from './brand.js'
import { EffectiveBrand, type InheritedBrandRow } from './effective_brand.js'
import TenantEntitlements from '#app/tenants/tenant_entitlements'

/** A tenant's entitlements and brand: what almost every page, mail and request needs, in one batch. */
export interface Profile {
  entitlements: TenantEntitlements
  brand: EffectiveBrand
}

interface ProfileRow {
  /** Its values: what the account keeps of a version stays out, since moments do not survive as JSON. */
  brand: Row
  inherited: InheritedBrandRow | null
}

/** One row of the entitlements, and beside it what is chosen and what is handed down. */
const STATEMENTS = [
  query<ProfileRow>(`select ${columnList(TenantEntitlements)},
    (select to_jsonb(brand) - '{version,updated_at}'::text[] from brand) as brand,
    (select jsonb_build_object('look', look, 'reseller', reseller) from inherited_brand) as inherited
    from standing`),
] as const satisfies readonly Statement[]

export const Profile = {
  /** Part of a batch that reads more; `from` takes the answers. */
  statements: STATEMENTS,

  /** What else a batch has answered may follow. */
  from([[row]]: readonly [...Answers<typeof STATEMENTS>, ...unknown[]]): Profile {
    const { brand, inherited, ...standing } = row
    const [entitlements] = readOnlyModels(TenantEntitlements, [standing])
    const [own] = readOnlyModels(Brand, [brand])
    const { environment } = CurrentTenant.get()
    return { entitlements, brand: EffectiveBrand.of(own, inherited, entitlements, environment) }
  },

  async current(): Promise<Profile> {
    return Profile.from(await CurrentTenant.batch(Profile.statements))
  },
}
