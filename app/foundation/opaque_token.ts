import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CRC32_CHARACTERS = 6
/** Bytes at or above this are thrown away: 62 does not divide 256, and the first letters would be likelier. */
const FAIR_BYTES = 256 - (256 % BASE62.length)

export function sha256Hex(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex')
}

export function randomBase62(characters: number): string {
  let text = ''
  while (text.length < characters) {
    for (const byte of randomBytes(characters - text.length)) {
      if (byte < FAIR_BYTES) text += BASE62[byte % BASE62.length]
    }
  }
  return text
}

/** The checksum at the end of a key: finds a typing error without a look-up, proves nothing. */
export function crc32Base62(text: string): string {
  let digits = ''
  for (let rest = crc32(text); rest > 0; rest = Math.floor(rest / BASE62.length)) {
    digits = BASE62[rest % BASE62.length] + digits
  }
  return digits.padStart(CRC32_CHARACTERS, BASE62[0])
}

/** @param bytes of randomness; the base64url text is a third longer */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** Compares digests, so that neither content nor length shows in the time it takes. */
export function safeEqual(left: string | Uint8Array, right: string | Uint8Array): boolean {
  return timingSafeEqual(hash('sha256', left, 'buffer'), hash('sha256', right, 'buffer'))
}
