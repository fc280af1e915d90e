import { constants, createHash, privateDecrypt, timingSafeEqual } from 'node:crypto'

export type OaepDigest = 'sha1' | 'sha256' | 'sha384' | 'sha512'

export interface OaepTerms {
  digest: OaepDigest
  /** Of the mask generation function MGF1. */
  maskDigest: OaepDigest
  /** Bytes that the sender has named; mostly none. */
  label: Buffer
}

/**
 * Opens what RSAES-OAEP has sealed (RFC 8017, 7.1.2). Node takes one digest for both purposes; where they differ, as XML encryption has it for SHA-256 beside
 * MGF1 with SHA-1, the padding is taken off here.
 *
 * @param key  PEM
 * @throws any error, always of the same kind: it must not reach who sent the message
 */
export function openOaep(key: string, sealed: Buffer, terms: OaepTerms): Buffer {
  const { digest, maskDigest, label } = terms
  if (digest !== maskDigest) {
    const padding = constants.RSA_NO_PADDING
    return withoutOaep(privateDecrypt({ key, padding }, sealed), terms)
  }
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return privateDecrypt({ key, padding, oaepHash: digest, oaepLabel: label }, sealed)
}

/** Looks at every byte whatever the ones before were, so that its time says nothing of them. */
function withoutOaep(encoded: Buffer, { digest, maskDigest, label }: OaepTerms): Buffer {
  const labelHash = createHash(digest).update(label).digest()
  const size = labelHash.length
  const [maskedSeed, maskedBlock] = [encoded.subarray(1, 1 + size), encoded.subarray(1 + size)]
  const seed = xor(maskedSeed, mgf1(maskDigest, maskedBlock, size))
  const block = xor(maskedBlock, mgf1(maskDigest, seed, maskedBlock.length))
  let fault = encoded[0] | (timingSafeEqual(block.subarray(0, size), labelHash) ? 0 : 1)
  let [start, isFound] = [0, 0]
  for (let at = size; at < block.length; at += 1) {
    const [isOne, isZero] = [Number(block[at] === 1), Number(block[at] === 0)]
    start += isOne * (1 - isFound) * (at + 1)
    fault |= (1 - isFound) * (1 - isOne) * (1 - isZero)
    isFound |= isOne
  }
  if (fault !== 0 || isFound === 0) throw new Error('The padding is not that of OAEP')
  return block.subarray(start)
}

/** RFC 8017, B.2.1. */
function mgf1(digest: OaepDigest, seed: Buffer, length: number): Buffer {
  const parts: Buffer[] = []
  for (let [count, size] = [0, 0]; size < length; count += 1) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    const part = createHash(digest).update(seed).update(counter).digest()
    parts.push(part)
    size += part.length
  }
  return Buffer.concat(parts).subarray(0, length)
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ other[index]))
}
