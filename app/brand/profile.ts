import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import { query, type Answers, type Statement } from '#app/tenancy/statement'
import Brand from './brand.js'
import { ShownBrand, type InheritedRow } from './shown_brand.js'
import Standing from '#app/tenants/standing'

/** How a tenant stands and how it looks: what almost every page, mail and request needs, in one batch. */
export interface Profile {
  standing: Standing
  brand: ShownBrand
}

const STATEMENTS = [
  { text: 'select * from standing' },
  { text: 'select * from brand' },
  query<InheritedRow>('select * from inherited_brand'),
] as const satisfies readonly Statement[]

export const Profile = {
  /** Part of a batch that reads more; `from` takes the answers. */
  statements: STATEMENTS,

  /** What else a batch has answered may follow. */
  from([standings, brands, [inherited]]: readonly [
    ...Answers<typeof STATEMENTS>,
    ...unknown[],
  ]): Profile {
    const [standing] = modelsOf(Standing, standings)
    const [own] = modelsOf(Brand, brands)
    const { environment } = CurrentTenant.get()
    return { standing, brand: ShownBrand.of(own, inherited, standing, environment) }
  },

  async current(): Promise<Profile> {
    return Profile.from(await CurrentTenant.batch(Profile.statements))
  },
}
