import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

import EnvelopeRefused from '../errors/envelope_refused.js'
import { HEADER_BYTES, TAG_BYTES } from './frame_layout.js'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const VERSION = 1
const PREFIX_END = 8

/**
 * Frames of one blob, after the STREAM construction (Hoang, Reyhanitabar, Rogaway and Vizár, 2015):
 * the nonce is prefix (7) ‖ frame number (4) ‖ 1 for the last frame, so that no frame can be moved,
 * left out, or cut off. Each blob has a key of its own, drawn from the given one by a random salt,
 * so that nonces of two blobs never meet.
 */
export class FrameCipher {
  readonly #key: KeyObject
  readonly #prefix: Uint8Array
  readonly #aad: Buffer

  static newHeader(): Buffer {
    return Buffer.concat([Buffer.of(VERSION), randomBytes(HEADER_BYTES - 1)])
  }

  constructor(key: KeyObject, header: Uint8Array, aad: string) {
    if (header.length !== HEADER_BYTES || header[0] !== VERSION) throw new EnvelopeRefused()
    const salt = header.subarray(PREFIX_END)
    this.#key = createSecretKey(Buffer.from(hkdfSync('sha256', key, salt, 'sealed-frames', 32)))
    this.#prefix = header.subarray(1, PREFIX_END)
    this.#aad = Buffer.concat([Buffer.of(VERSION), Buffer.from(aad)])
  }

  seal(frame: number, isLast: boolean, plain: Uint8Array, into: Buffer) {
    const cipher = createCipheriv(ALGORITHM, this.#key, this.#nonce(frame, isLast))
    cipher.setAAD(this.#aad)
    cipher.update(plain).copy(into)
    cipher.final()
    cipher.getAuthTag().copy(into, plain.length)
  }

  open(frame: number, isLast: boolean, sealed: Uint8Array): Buffer {
    const decipher = createDecipheriv(ALGORITHM, this.#key, this.#nonce(frame, isLast), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(this.#aad)
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const plain = decipher.update(sealed.subarray(0, -TAG_BYTES))
    try {
      decipher.final()
    } catch (error) {
      throw new EnvelopeRefused(undefined, { cause: error })
    }
    return plain
  }

  #nonce(frame: number, isLast: boolean): Buffer {
    const nonce = Buffer.alloc(NONCE_BYTES)
    nonce.set(this.#prefix)
    nonce.writeUInt32BE(frame, this.#prefix.length)
    nonce[NONCE_BYTES - 1] = isLast ? 1 : 0
    return nonce
  }
}
