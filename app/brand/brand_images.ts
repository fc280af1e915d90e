import { sha256Hex } from '#app/foundation/opaque_token'
import type { DrawnPicture } from '#app/foundation/picture/picture'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'

export interface BrandImage {
  sha256: string
  bytes: Buffer
  width: number
  height: number
}

/** Uploads that may wait for somebody to press save. */
const WAITING = 20

/** Older pictures go once no version of the brand that can be gone back to, and no sent document, names them. */
const UNUSED = `delete from brand_images where sha256 in (
  select sha256 from brand_images i where not is_inherited
     and not exists (select from brand where logo = i.sha256 or icon = i.sha256)
     and not exists (select from brand_versions where look->>'logo' = i.sha256 or look->>'icon' = i.sha256)
     and not exists (select from documents where brand->>'logo' = i.sha256 or brand->>'icon' = i.sha256)
   order by created_at desc, sha256 offset ${WAITING})`

/**
 * The pictures of a brand, by the hash of their bytes. They are shown to everybody, so they are not encrypted; and each tenant has
 * its own and those it inherits, so that nothing is served across tenants.
 */
export const BrandImages = {
  /** In the live environment. @returns the name by which a brand has it, once somebody saves it there */
  async keep({ bytes, width, height }: Omit<DrawnPicture, 'color'>): Promise<string> {
    const sha256 = sha256Hex(bytes)
    const text = `insert into brand_images (sha256, bytes, width, height) values ($1, $2, $3, $4)
      on conflict (sha256) do nothing`
    const values = [sha256, bytes, width, height]
    await unit(async () => {
      await CurrentTenant.batch([{ text, values }, { text: UNUSED }])
    })
    return sha256
  },

  async find(sha256: string | null): Promise<BrandImage | null> {
    if (sha256 === null) return null
    const text = 'select sha256, bytes, width, height from brand_images where sha256 = $1'
    const [[image]] = await CurrentTenant.batch([query<BrandImage>(text, [sha256])])
    return image ?? null
  },
}
