import { CurrentTenant } from '#app/tenancy/current_tenant'
import { BrandImages } from '#app/brand/brand_images'
import type { BrandSnapshot } from '#app/brand/effective_brand'

/** In pixels of a mail. */
const MAX = { width: 220, height: 44 }
const FILE = 'logo.png'

/** A logo as a mail shows it. */
export interface MailLogo {
  src: string
  width: number
  height: number
}

interface Inline {
  cid: string
  filename: string
  content: Buffer
  contentType: string
  contentDisposition: 'inline'
}

/**
 * It travels in the mail, so that opening the mail tells nobody anything and no image is blocked. The sandbox's mails are shown as
 * pages, and have it in the page.
 */
export async function mailLogo(
  { logo }: BrandSnapshot,
  isPage = CurrentTenant.get().environment === 'test'
) {
  const image = await BrandImages.find(logo)
  if (!image) return { logo: null, attachments: [] }
  const cid = `logo.${image.sha256.slice(0, 24)}`
  const src = isPage ? `data:image/png;base64,${image.bytes.toString('base64')}` : `cid:${cid}`
  return {
    logo: { src, ...fitted(image.width, image.height) } satisfies MailLogo,
    attachments: isPage ? [] : [inline(cid, image.bytes)],
  }
}

function fitted(width: number, height: number) {
  const scale = Math.min(MAX.width / width, MAX.height / height, 1)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

function inline(cid: string, content: Buffer): Inline {
  const contentType = 'image/png'
  return { cid, filename: FILE, content, contentType, contentDisposition: 'inline' }
}
