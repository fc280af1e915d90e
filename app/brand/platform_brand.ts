import type { DrawnPicture } from '#app/foundation/picture/picture'
import { sha256Hex } from '#app/foundation/opaque_token'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { BrandDescent, PLATFORM } from './brand_descent.js'
import { valuesOf, type BrandValues } from './brand_values.js'

/** What the operators' own pages are called. Tenants show it to nobody. */
export const PRODUCT_NAME = 'Countersign'

export interface PlatformPictures {
  logo?: DrawnPicture
  icon?: DrawnPicture
}

const CHANGED = `update brands set look = :look, version = version + 1, updated_at = now() where owner = '${PLATFORM}'`
const PICTURED = `insert into brand_images (owner, sha256, bytes, width, height)
  values ('${PLATFORM}', :sha256, :bytes, :width, :height) on conflict do nothing`

/** What every tenant inherits for which neither it nor a reseller has chosen anything. */
export const PlatformBrand = {
  async change(values: Partial<BrandValues>, pictures: PlatformPictures = {}): Promise<void> {
    await platformTransaction(async (client) => {
      const look = valuesOf(values)
      for (const shape of ['logo', 'icon'] as const) {
        const picture = pictures[shape]
        if (!picture) continue
        const { bytes, width, height } = picture
        look[shape] = sha256Hex(bytes)
        await client.rawQuery(PICTURED, { sha256: look[shape], bytes, width, height })
      }
      await client.rawQuery(CHANGED, { look: JSON.stringify(look) })
      await BrandDescent.ask(PLATFORM, client)
    })
  },
}
