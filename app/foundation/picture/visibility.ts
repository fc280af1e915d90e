import sharp from 'sharp'
import PictureFault from './picture_fault.js'

/** Relative luminance above which something vanishes on a white page (a contrast of about 1.2). */
const TOO_PALE = 0.84
const VISIBLE = 32
/** As many pixels as a dot of a pen has, at the size at which a signature is kept. */
const MIN_INK_PIXELS = 24

/** A page is white: what is drawn in white on nothing would not be seen there. @throws PictureFault */
export async function assertVisible(png: Buffer): Promise<void> {
  const data = await sharp(png).ensureAlpha().raw().toBuffer()
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

/** Ink must show, whether it was scanned with its paper or without. @throws PictureFault */
export async function assertInked(png: Buffer): Promise<void> {
  const data = await sharp(png).flatten({ background: '#ffffff' }).raw().toBuffer()
  let ink = 0
  for (let at = 0; at < data.length && ink < MIN_INK_PIXELS; at += 3)
    if (luminance(data[at], data[at + 1], data[at + 2]) < TOO_PALE) ink += 1
  if (ink < MIN_INK_PIXELS) throw new PictureFault('too_pale')
}

/** WCAG 2.2. */
function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
