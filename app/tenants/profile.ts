import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/model_rows'
import type { Row, Statement } from '#app/tenancy/statement'
import Brand from './brand.js'
import Standing from './standing.js'

/** How a tenant stands and how it looks: what almost every page, mail and request needs, in one flight. */
export interface Profile {
  standing: Standing
  brand: Brand
}

export const Profile = {
  /** To ride along in a flight that reads more; `from` takes the two answers. */
  statements: [
    { text: 'select * from standing' },
    { text: 'select * from brand' },
  ] as readonly Statement[],

  from([standings, brands]: readonly Row[][]): Profile {
    return { standing: modelsOf(Standing, standings)[0], brand: modelsOf(Brand, brands)[0] }
  },

  async current(): Promise<Profile> {
    return Profile.from(await CurrentTenant.batch(Profile.statements))
  },
}
