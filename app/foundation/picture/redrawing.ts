import sharp, { type Metadata, type Sharp } from 'sharp'
import { closedSvg } from './closed_svg.js'
import PictureFault from './picture_fault.js'
import { pictureKind, textOf, type PictureKind } from './picture_kind.js'
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
  const { kinds, isPhotograph = false } = SHAPES[shape]
  const kind = pictureKind(file, kinds, { mayGoOn: isPhotograph })
  const bytes = kind === 'svg' ? closedSvg(textOf(file)) : file
  if (kind === 'png' && bytes.includes('acTL')) throw new PictureFault('animated')
  const facts = await read(bytes, shape).metadata()
  assertModest(facts, shape)
  if (isPhotograph) return photograph(read(bytes, shape), kind, shape)
  const density = kind === 'svg' ? densityFor(facts, shape) : DPI
  const { data, info } = await fitted(read(bytes, shape, density), shape)
    .png({ compressionLevel: 9, effort: 10 })
    .toBuffer({ resolveWithObject: true })
  await (shape === 'signature' ? assertInked : assertVisible)(data)
  const color = await prevailingColor(data)
  return { bytes: data, width: info.width, height: info.height, color }
}

/** As what it was, without what else the file said: where and with what it was taken. */
async function photograph(
  picture: Sharp,
  kind: PictureKind,
  shape: PictureShape
): Promise<DrawnPicture> {
  const { width, height, fit } = SHAPES[shape].room
  const drawn = picture
    .autoOrient()
    .toColourspace('srgb')
    .resize(width, height, { fit, withoutEnlargement: true })
  const encoded = kind === 'jpeg' ? drawn.jpeg({ quality: 88 }) : drawn.png({ compressionLevel: 6 })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height, color: null }
}

/** Cameras write what decoders warn of; a picture that is cut off is refused all the same. */
function read(bytes: Buffer, shape: PictureShape, density = DPI): Sharp {
  const { maxPixels: limitInputPixels, isPhotograph } = SHAPES[shape]
  const failOn = isPhotograph ? 'truncated' : 'warning'
  return sharp(bytes, { limitInputPixels, failOn, density, animated: false })
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
