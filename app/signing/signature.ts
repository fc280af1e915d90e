import { column } from '@adonisjs/lucid/orm'
import sharp from 'sharp'
import type { SignatureImage } from '#app/sealing/seal_order'
import { EnvironmentModel } from '#app/tenancy/environment_model'
import SignatureRefused from './errors/signature_refused.js'

export type SignatureKind = 'signature' | 'initials'

/** How a signature comes from a browser: as ink, as typed letters, or as a picture (base64). */
export type SignatureInput =
  | { kind: 'drawn'; strokes: { x: number; y: number }[][]; width: number; height: number }
  | { kind: 'typed'; text: string }
  | { kind: 'uploaded'; image: string }

const MAX_POINTS = 10_000
const MAX_TYPED = 100
const MAX_PICTURE_BYTES = 1024 * 1024
const MAX_PIXELS = 4_000_000
const PICTURE = { width: 1200, height: 400 }

/** A signer's own mark, enveloped under the document's key. */
export default class Signature extends EnvironmentModel {
  static table = 'signatures'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare signerId: string

  @column()
  declare kind: SignatureKind

  @column()
  declare image: Buffer

  @column()
  declare createdAt: Date
}

/** What a browser sent, as something that can be drawn into a PDF. @throws E_SIGNATURE_REFUSED */
export async function signatureImage(input: SignatureInput): Promise<SignatureImage> {
  if (input.kind === 'drawn') return ink(input)
  if (input.kind === 'typed') return letters(input.text)
  return { kind: 'uploaded', png: await picture(input.image) }
}

function ink({
  strokes,
  width,
  height,
}: Extract<SignatureInput, { kind: 'drawn' }>): SignatureImage {
  const points = strokes.flat()
  const isDrawn = points.length > 1 && points.length <= MAX_POINTS && width > 0 && height > 0
  if (!isDrawn) throw new SignatureRefused('not_drawn', 'Draw your signature in the box')
  return { kind: 'drawn', strokes, width, height }
}

function letters(text: string): SignatureImage {
  const typed = text.normalize('NFC').trim()
  if (typed === '' || typed.length > MAX_TYPED)
    throw new SignatureRefused(
      'not_typed',
      `Type your name, in at most ${MAX_TYPED} characters`,
      MAX_TYPED
    )
  return { kind: 'typed', text: typed }
}

/** Decoded and made anew, so that nothing but pixels gets further. */
async function picture(base64: string): Promise<Uint8Array> {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0 || bytes.length > MAX_PICTURE_BYTES)
    throw new SignatureRefused('picture_too_large', 'A picture of a signature may have 1 MiB')
  try {
    const decoded = sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1 }).rotate()
    return await decoded
      .resize({ ...PICTURE, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer()
  } catch {
    throw new SignatureRefused(
      'picture_unreadable',
      'The picture cannot be read: use a PNG or JPEG of at most 4 megapixels'
    )
  }
}
