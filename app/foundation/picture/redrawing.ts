import sharp, { type Metadata, type Sharp } from 'sharp'
import { closedSvg } from './closed_svg.js'
import PictureFault from './picture_fault.js'
import { pictureKind, textOf } from './picture_kind.js'
import { assertInked, assertVisible } from './visibility.js'
import { prevailingColor } from './prevailing_color.js'
import { SHAPES, type PictureShape } from './picture_shape.js'
import type { DrawnPicture } from './picture.js'

const DPI = 72
const MAX_DPI = 2400

sharp.cache(false)
sharp.concurrency(1)

/**
 * Decodes a picture and draws it anew: nothing of the file itself is kept.
 *
 * @throws PictureFault, and whatever the decoder throws
 */
export async function redraw(file: Buffer, shape: PictureShape): Promise<DrawnPicture> {
  const kind = pictureKind(file, SHAPES[shape].kinds)
  const bytes = kind === 'svg' ? closedSvg(textOf(file)) : file
  if (kind === 'png' && bytes.includes('acTL')) throw new PictureFault('animated')
  const facts = await read(bytes, shape).metadata()
  assertModest(facts, shape)
  const density = kind === 'svg' ? densityFor(facts, shape) : DPI
  const { data, info } = await fitted(read(bytes, shape, density), shape)
    .png({ compressionLevel: 9, effort: 10 })
    .toBuffer({ resolveWithObject: true })
  await (shape === 'signature' ? assertInked : assertVisible)(data)
  const color = await prevailingColor(data)
  return { png: data, width: info.width, height: info.height, color }
}

function read(bytes: Buffer, shape: PictureShape, density = DPI): Sharp {
  const limitInputPixels = SHAPES[shape].maxPixels
  return sharp(bytes, { limitInputPixels, failOn: 'warning', density, animated: false })
}

function assertModest({ width, height, pages = 1 }: Metadata, shape: PictureShape): void {
  const { maxPixels, minSide } = SHAPES[shape]
  if (pages > 1) throw new PictureFault('animated')
  if (width * height > maxPixels) throw new PictureFault('too_large')
  if (Math.max(width, height) < minSide) throw new PictureFault('too_small')
}

/** So that a drawing fills its room sharply, whatever size it says it has. */
function densityFor({ width, height }: Metadata, shape: PictureShape): number {
  const { room } = SHAPES[shape]
  const scale = Math.min(room.width / width, room.height / height)
  return Math.min(Math.max(DPI * scale, DPI / 8), MAX_DPI)
}

function fitted(picture: Sharp, shape: PictureShape): Sharp {
  const { width, height, fit, enlarges } = SHAPES[shape].room
  return picture
    .autoOrient()
    .toColourspace('srgb')
    .ensureAlpha()
    .resize(width, height, {
      fit,
      withoutEnlargement: !enlarges,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
}
