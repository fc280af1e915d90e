import sharp, { type Metadata, type Sharp } from 'sharp'
import { closedSvg } from './closed_svg.js'
import PictureFault from './picture_fault.js'
import { pictureKind, textOf } from './picture_kind.js'
import type { DrawnPicture, PictureShape } from './picture.js'

/** Room that a picture may take, in pixels: three times what the widest page shows of it, for dense screens and print. */
const ROOM = {
  logo: { width: 720, height: 216, fit: 'inside' },
  icon: { width: 256, height: 256, fit: 'contain' },
} as const

/** A small file can claim to be a picture of any size. */
const MAX_PIXELS = 16_000_000
const MIN_SIDE = 16
const DPI = 72
const MAX_DPI = 2400
/** Mean relative luminance above which drawn parts vanish on a white page (a contrast of about 1.2). */
const TOO_PALE = 0.84
const VISIBLE = 32

sharp.cache(false)
sharp.concurrency(1)

/**
 * Decodes a picture and draws it anew: nothing of the file itself is kept.
 *
 * @throws PictureFault, and whatever the decoder throws
 */
export async function redraw(file: Buffer, shape: PictureShape): Promise<DrawnPicture> {
  const kind = pictureKind(file)
  const bytes = kind === 'svg' ? closedSvg(textOf(file)) : file
  if (kind === 'png' && bytes.includes('acTL')) throw new PictureFault('animated')
  const facts = await read(bytes).metadata()
  assertModest(facts)
  const density = kind === 'svg' ? densityFor(facts, shape) : DPI
  const { data, info } = await fitted(read(bytes, density), shape)
    .png({ compressionLevel: 9, effort: 10 })
    .toBuffer({ resolveWithObject: true })
  await assertVisible(data)
  return { png: data, width: info.width, height: info.height }
}

function read(bytes: Buffer, density = DPI): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', density, animated: false })
}

function assertModest({ width, height, pages = 1 }: Metadata): void {
  if (pages > 1) throw new PictureFault('animated')
  if (width * height > MAX_PIXELS) throw new PictureFault('too_large')
  if (Math.max(width, height) < MIN_SIDE) throw new PictureFault('too_small')
}

/** So that a drawing fills its room sharply, whatever size it says it has. */
function densityFor({ width, height }: Metadata, shape: PictureShape): number {
  const room = ROOM[shape]
  const scale = Math.min(room.width / width, room.height / height)
  return Math.min(Math.max(DPI * scale, DPI / 8), MAX_DPI)
}

function fitted(picture: Sharp, shape: PictureShape): Sharp {
  const { width, height, fit } = ROOM[shape]
  return picture
    .autoOrient()
    .toColourspace('srgb')
    .ensureAlpha()
    .resize(width, height, {
      fit,
      withoutEnlargement: shape === 'logo',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
}

/** A page is white: what is drawn in white on nothing would not be seen there. */
async function assertVisible(png: Buffer): Promise<void> {
  const { data } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  let seen = 0
  let light = 0
  let isOpaque = true
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]
    if (alpha < 255) isOpaque = false
    if (alpha < VISIBLE) continue
    seen += 1
    light += luminance(data[at], data[at + 1], data[at + 2])
  }
  if (seen === 0 || (!isOpaque && light / seen > TOO_PALE)) throw new PictureFault('too_pale')
}

/** Relative, WCAG 2.2. */
function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
