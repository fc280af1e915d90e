import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import CertificateRefused from '../errors/certificate_refused.js'

/** What a key is for (RFC 7292, B.3). */
export const PURPOSE = { encryption: 1, vector: 2, integrity: 3 } as const

/** Bytes that go into a round, by digest (RFC 7292, B.2). */
const BLOCKS: Readonly<Record<string, number>> = { sha1: 64, sha256: 64, sha384: 128, sha512: 128 }

/** Exported files have some thousands. */
const MOST_ITERATIONS = 600_000
/** So that nobody waits for a file of somebody else. */
const AT_A_STRETCH = 2_000

interface Derivation {
  password: string
  salt: Uint8Array
  iterations: number
  digest: string
}

/** Counts what the keys of one file cost: all of them together are bounded. */
export class Effort {
  #left = MOST_ITERATIONS

  /** @throws CertificateRefused */
  take(iterations: number): void {
    this.#left -= iterations
    if (!Number.isSafeInteger(iterations) || iterations < 1 || this.#left < 0)
      throw new CertificateRefused('The file asks for more work to open it than is done here.', {
        form: 'too_much_work',
      })
  }
}

/** A key made of a password as files of PKCS#12 have it (RFC 7292, B.2). */
export async function passwordKey(
  { password, salt, iterations, digest }: Derivation,
  purpose: (typeof PURPOSE)[keyof typeof PURPOSE],
  length: number
): Promise<Buffer> {
  const block = BLOCKS[digest]!
  const mixed = Buffer.concat([filled(salt, block), filled(spelled(password), block)])
  const parts: Buffer[] = []
  for (let made = 0; made < length; made += parts.at(-1)!.length) {
    let round = hashed(digest, Buffer.concat([Buffer.alloc(block, purpose), mixed]))
    for (let count = 1; count < iterations; count++) {
      if (count % AT_A_STRETCH === 0) await breathe()
      round = hashed(digest, round)
    }
    parts.push(round)
    addToEach(mixed, filled(round, block).subarray(0, block))
  }
  return Buffer.concat(parts).subarray(0, length)
}

/** BMPString with two zeros at its end (RFC 7292, B.1). */
function spelled(password: string): Buffer {
  return Buffer.from(`${password}\0`, 'utf16le').swap16()
}

/** Repeated up to whole blocks. */
function filled(bytes: Uint8Array, block: number): Buffer {
  const length = Math.ceil(bytes.length / block) * block
  return bytes.length === 0 ? Buffer.alloc(0) : Buffer.alloc(length, bytes)
}

function hashed(digest: string, bytes: Buffer): Buffer {
  return createHash(digest).update(bytes).digest()
}

/** Each block of it, as a number, grows by the other and one. */
function addToEach(blocks: Buffer, other: Buffer): void {
  for (let start = 0; start < blocks.length; start += other.length) {
    let carry = 1
    for (let at = other.length - 1; at >= 0; at--) {
      carry += blocks[start + at]! + other[at]!
      blocks[start + at] = carry & 0xff
      carry >>= 8
    }
  }
}
