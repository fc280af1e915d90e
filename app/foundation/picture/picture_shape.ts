import type { PictureKind } from './picture_kind.js'

/** A logo keeps its shape within its room; an icon is a square; a signature is ink, on nothing or on paper; an attachment is a picture of anything. */
export type PictureShape = 'logo' | 'icon' | 'signature' | 'attachment'

interface ShapeRules {
  kinds: readonly PictureKind[]
  /** Room that the picture may take, in pixels: three times what the widest page shows of it, for dense screens and print. */
  room: { width: number; height: number; fit: 'inside' | 'contain'; enlarges: boolean }
  maxBytes: number
  /** A small file can claim to be a picture of any size. */
  maxPixels: number
  minSide: number
  /** A photograph as PNG is ten times as large: JPEG stays JPEG, and what it shows is not judged. */
  isPhotograph?: boolean
}

const MIB = 1024 * 1024
const BRAND = {
  kinds: ['png', 'jpeg', 'webp', 'svg'],
  maxBytes: 2 * MIB,
  maxPixels: 16_000_000,
  minSide: 16,
} as const

export const SHAPES: Record<PictureShape, ShapeRules> = {
  logo: { ...BRAND, room: { width: 720, height: 216, fit: 'inside', enlarges: false } },
  icon: { ...BRAND, room: { width: 256, height: 256, fit: 'contain', enlarges: true } },
  // anybody with a link may send one: only formats whose decoders cannot compute
  signature: {
    kinds: ['png', 'jpeg'],
    room: { width: 1200, height: 400, fit: 'inside', enlarges: false },
    maxBytes: MIB,
    maxPixels: 4_000_000,
    minSide: 8,
  },
  // what phones make, in a size at which the small print of a document can be read
  attachment: {
    kinds: ['png', 'jpeg'],
    room: { width: 4096, height: 4096, fit: 'inside', enlarges: false },
    maxBytes: 10 * MIB,
    maxPixels: 50_000_000,
    minSide: 8,
    isPhotograph: true,
  },
}
