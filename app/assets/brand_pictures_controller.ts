import type { HttpContext } from '@adonisjs/core/http'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { BrandImages, type BrandImage } from '#app/brand/brand_images'
import { Profile } from '#app/brand/profile'
import { pageTheme } from '#app/front_door/pages/page_theme'

const ONE_YEAR = 'public, max-age=31536000, immutable'
const FIVE_MINUTES = 'public, max-age=300'
const NAME = /^([0-9a-f]{64})\.png$/

/** A tenant's pictures, on its own hosts alone: its account holds what it made and what it inherits, and no other is asked. */
export default class BrandPicturesController {
  /** GET /brand/:name */
  async show(ctx: HttpContext) {
    const sha256 = NAME.exec(ctx.params.name)?.[1]
    const image = sha256 ? await inLive(ctx, () => BrandImages.find(sha256)) : null
    return image ? send(ctx, image, ONE_YEAR) : nothing(ctx)
  }

  /** GET /favicon.ico: for clients that ask without reading a page. All of them accept a PNG by that name. */
  async icon(ctx: HttpContext) {
    const image = await inLive(ctx, async () => {
      const { brand } = await Profile.current()
      return BrandImages.find(brand.snapshot.icon)
    })
    return image ? send(ctx, image, FIVE_MINUTES) : nothing(ctx)
  }

  /** GET /manifest.webmanifest: how the dashboard is called and looks as an app on a phone. */
  async manifest(ctx: HttpContext) {
    const { name, color, iconUrl } = await inLive(ctx, async () =>
      pageTheme((await Profile.current()).brand.snapshot)
    )
    const icons = iconUrl ? [{ src: iconUrl, sizes: '256x256', type: 'image/png' }] : []
    const manifest = {
      name,
      short_name: name,
      start_url: '/documents',
      display: 'minimal-ui',
      theme_color: color ?? undefined,
      icons,
    }
    ctx.response.header('cache-control', FIVE_MINUTES)
    return ctx.response.type('application/manifest+json').send(JSON.stringify(manifest))
  }
}

function inLive<T>({ tenant }: HttpContext, work: () => Promise<T>): Promise<T> {
  return CurrentTenant.run({ tenant, environment: 'live' }, work)
}

function send({ response, request }: HttpContext, { sha256, bytes }: BrandImage, kept: string) {
  const etag = `"${sha256}"`
  response.header('cache-control', kept).header('etag', etag)
  response.header('content-security-policy', "default-src 'none'; sandbox")
  response.header('cross-origin-resource-policy', 'same-origin')
  if (request.header('if-none-match')?.includes(etag)) return response.status(304).send(null)
  return response.type('image/png').send(bytes)
}

function nothing({ response }: HttpContext) {
  response.header('cache-control', 'no-store')
  return response.status(404).type('text/plain').send('Not found\n')
}
