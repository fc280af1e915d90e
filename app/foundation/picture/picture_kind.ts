import PictureFault from './picture_fault.js'

export type PictureKind = 'png' | 'jpeg' | 'webp' | 'svg'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')
const JPEG_END = Buffer.from('ffd9', 'hex')
const SVG = /^(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE\s[^>]*>|\]>)*<svg[\s>]/i

/** An SVG is text, and a small one holds any logo. */
const MAX_SVG_BYTES = 512 * 1024

/** By the first bytes, which cost nothing to read; null for SVG and for all else. */
export function pixelKind(bytes: Buffer): Exclude<PictureKind, 'svg'> | null {
  if (bytes.subarray(0, 8).equals(PNG)) return 'png'
  if (bytes.subarray(0, 3).equals(JPEG)) return 'jpeg'
  return isWebp(bytes) ? 'webp' : null
}

/**
 * Told by the bytes alone, never by name or declared type. What has something behind its end is refused: a file that is two things
 * at once is meant for somebody who reads it as the other.
 *
 * @param more.mayGoOn  phones put more behind a photograph, and nothing but its pixels gets further
 * @throws PictureFault
 */
export function pictureKind(
  bytes: Buffer,
  allowed: readonly PictureKind[],
  { mayGoOn = false } = {}
): PictureKind {
  const kind = pixelKind(bytes) ?? (isSvg(bytes, allowed) ? 'svg' : null)
  if (!kind || !allowed.includes(kind)) throw new PictureFault('unknown_kind')
  if (!mayGoOn && !isWhole(kind, bytes)) throw new PictureFault('unreadable')
  return kind
}

function isSvg(bytes: Buffer, allowed: readonly PictureKind[]): boolean {
  return allowed.includes('svg') && bytes.length <= MAX_SVG_BYTES && SVG.test(textOf(bytes))
}

function isWhole(kind: PictureKind, bytes: Buffer): boolean {
  if (kind === 'png') return endsWith(bytes, PNG_END)
  if (kind === 'jpeg') return endsWith(bytes, JPEG_END)
  return kind === 'svg' || bytes.readUInt32LE(4) + 8 === bytes.length
}

function endsWith(bytes: Buffer, end: Buffer): boolean {
  return bytes.subarray(-end.length).equals(end)
}

function isWebp(bytes: Buffer): boolean {
  return (
    bytes.length > 16 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP'
  )
}

export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new PictureFault('unknown_kind')
  }
}
