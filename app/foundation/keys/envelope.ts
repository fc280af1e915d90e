import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

import EnvelopeRefused from '../errors/envelope_refused.js'

/** version (1) ‖ nonce (12) ‖ ciphertext ‖ tag (16): AES-256-GCM, NIST SP 800-38D. */
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 1 + NONCE_BYTES

/**
 * @param key  32 bytes, from `KeyRing`; good for 2^32 envelopes
 * @param aad  what the secret belongs to; must be given again, byte for byte, to open it
 */
export function sealEnvelope(
  key: KeyObject,
  plaintext: string | Uint8Array,
  aad: string | Uint8Array
): Buffer {
  const header = Buffer.concat([Buffer.of(VERSION), randomBytes(NONCE_BYTES)])
  const cipher = createCipheriv('aes-256-gcm', key, header.subarray(1))
  cipher.setAAD(versionedAad(aad))
  const bytes = Buffer.from(plaintext)
  return Buffer.concat([header, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** @throws E_ENVELOPE_REFUSED on another key, other aad, or any changed, missing or added bit */
export function openEnvelope(key: KeyObject, sealed: Uint8Array, aad: string | Uint8Array): Buffer {
  if (sealed.length < HEADER_BYTES + TAG_BYTES || sealed[0] !== VERSION) throw new EnvelopeRefused()
  const nonce = sealed.subarray(1, HEADER_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(versionedAad(aad))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const plaintext = decipher.update(sealed.subarray(HEADER_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([plaintext, decipher.final()])
  } catch (error) {
    throw new EnvelopeRefused(undefined, { cause: error })
  }
}

function versionedAad(aad: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(aad)])
}
