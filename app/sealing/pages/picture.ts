import type { PDFRef } from 'pdf-lib'
import { deflated } from '../pdf/deflated.js'
import type { ObjectStore } from '../pdf/object_store.js'
import SignatureImageUnreadable from '../errors/signature_image_unreadable.js'

/** A small file can claim to be a picture of any size. */
const MAX_PIXELS = 4_000_000
const MAX_WIDTH = 1200
const MAX_HEIGHT = 400

export interface Picture {
  width: number
  height: number
  /** Three bytes a pixel. */
  rgb: Buffer
  /** One byte a pixel, or null when nothing shows through. */
  alpha: Buffer | null
}

/**
 * Reads the picture of a signature, made smaller when it is larger than print needs.
 *
 * @throws E_SIGNATURE_IMAGE_UNREADABLE
 */
export async function readPicture(png: Uint8Array): Promise<Picture> {
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(png, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .resize(MAX_WIDTH, MAX_HEIGHT, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, ...separated(data) }
  } catch (cause) {
    throw new SignatureImageUnreadable({ cause })
  }
}

export function writePicture(store: ObjectStore, { width, height, rgb, alpha }: Picture): PDFRef {
  const image = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height }
  const plane = { ...image, BitsPerComponent: 8, Filter: 'FlateDecode' }
  const { context } = store
  const mask = alpha
    ? store.add(context.stream(deflated(alpha), { ...plane, ColorSpace: 'DeviceGray' }))
    : undefined
  return store.add(
    context.stream(deflated(rgb), { ...plane, ColorSpace: 'DeviceRGB', SMask: mask })
  )
}

function separated(rgba: Buffer): Pick<Picture, 'rgb' | 'alpha'> {
  const pixels = rgba.length / 4
  const rgb = Buffer.allocUnsafe(pixels * 3)
  const alpha = Buffer.allocUnsafe(pixels)
  let isOpaque = true
  for (let pixel = 0; pixel < pixels; pixel++) {
    rgba.copy(rgb, pixel * 3, pixel * 4, pixel * 4 + 3)
    alpha[pixel] = rgba[pixel * 4 + 3]!
    isOpaque &&= alpha[pixel] === 255
  }
  return { rgb, alpha: isOpaque ? null : alpha }
}
