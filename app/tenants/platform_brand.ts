import db from '@adonisjs/lucid/services/db'
import { BrandDescent, PLATFORM } from './brand_descent.js'
import { valuesOf, type BrandValues } from './brand_values.js'

/** What the operators' own pages are called. Tenants show it to nobody. */
export const PRODUCT_NAME = 'Countersign'

const CHANGED = `update brands set look = :look, version = version + 1, updated_at = now() where owner = '${PLATFORM}'`

/** What every tenant inherits for which neither it nor a reseller has chosen anything. */
export const PlatformBrand = {
  async change(values: Partial<BrandValues>): Promise<void> {
    await db.connection('platform').transaction(async (client) => {
      await client.rawQuery(CHANGED, { look: JSON.stringify(valuesOf(values)) })
      await BrandDescent.ask(PLATFORM, client)
    })
  },
}
