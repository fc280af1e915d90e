import type { KeyObject } from 'node:crypto'

import EnvelopeRefused from '../errors/envelope_refused.js'
import { FrameCipher } from './frame_cipher.js'
import { FrameLayout, HEADER_BYTES } from './frame_layout.js'

/** What holds a sealed blob; `read` gives its bytes from `start` up to, not including, `end`. */
export interface SealedRangeReader {
  sealedLength: number
  read(start: number, end: number): Promise<Uint8Array>
}

/** Of what seals so many bytes. */
export function sealedLength(plainLength: number): number {
  return new FrameLayout(plainLength).sealedLength
}

/**
 * Seals a blob as frames of 64 KiB, each with AES-256-GCM, so that ranges of it can be opened.
 *
 * @param key  32 bytes, from `KeyRing`
 * @param aad  what the blob is (`tenant|document|kind`); must be given again to open it
 */
export function sealFrames(key: KeyObject, bytes: Uint8Array, aad: string): Buffer {
  const layout = new FrameLayout(bytes.length)
  const header = FrameCipher.newHeader()
  const cipher = new FrameCipher(key, header, aad)
  const sealed = Buffer.allocUnsafe(layout.sealedLength)
  header.copy(sealed)
  for (let frame = 0; frame <= layout.lastFrame; frame++) {
    const plain = bytes.subarray(layout.plainStart(frame), layout.plainStart(frame + 1))
    const into = sealed.subarray(layout.sealedStart(frame))
    cipher.seal(frame, frame === layout.lastFrame, plain, into)
  }
  return sealed
}

/** @throws E_ENVELOPE_REFUSED on another key, other aad, or any changed, moved or missing byte */
export function openFrames(key: KeyObject, sealed: Uint8Array, aad: string): Buffer {
  const layout = FrameLayout.ofSealed(sealed.length)
  const cipher = new FrameCipher(key, sealed.subarray(0, HEADER_BYTES), aad)
  return openRun(cipher, layout, 0, layout.lastFrame, sealed.subarray(HEADER_BYTES))
}

/**
 * Opens the plaintext bytes from `start` up to, not including, `end`, and reads only the header
 * and the frames that hold them. A blob cut at a frame's edge is noticed only by a range that
 * reaches its end: give the `sealedLength` of the length on record.
 *
 * @throws RangeError when the blob has no such bytes; E_ENVELOPE_REFUSED as `openFrames` does
 */
export async function openFrameRange(
  key: KeyObject,
  reader: SealedRangeReader,
  aad: string,
  start: number,
  end: number
): Promise<Buffer> {
  const layout = FrameLayout.ofSealed(reader.sealedLength)
  if (!(start >= 0 && start <= end && end <= layout.plainLength)) {
    throw new RangeError(`No bytes ${start} to ${end} in a blob of ${layout.plainLength}`)
  }
  const first = layout.frameAt(start)
  const last = layout.frameAt(Math.max(end - 1, start))
  const { header, frames } = await readFrames(reader, layout, first, last)
  const plain = openRun(new FrameCipher(key, header, aad), layout, first, last, frames)
  const origin = layout.plainStart(first)
  return plain.subarray(start - origin, end - origin)
}

/** The header is read with the frames where they are neighbours. */
async function readFrames(
  reader: SealedRangeReader,
  layout: FrameLayout,
  first: number,
  last: number
) {
  const end = layout.sealedStart(last + 1)
  if (first === 0) {
    const bytes = await reader.read(0, end)
    return { header: bytes.subarray(0, HEADER_BYTES), frames: bytes.subarray(HEADER_BYTES) }
  }
  const [header, frames] = await Promise.all([
    reader.read(0, HEADER_BYTES),
    reader.read(layout.sealedStart(first), end),
  ])
  return { header, frames }
}

/** @param sealed  the frames from `first` to `last`, nothing before and nothing after */
function openRun(
  cipher: FrameCipher,
  layout: FrameLayout,
  first: number,
  last: number,
  sealed: Uint8Array
): Buffer {
  const sealedOrigin = layout.sealedStart(first)
  const plainOrigin = layout.plainStart(first)
  if (sealed.length !== layout.sealedStart(last + 1) - sealedOrigin) throw new EnvelopeRefused()

  const plain = Buffer.allocUnsafe(layout.plainStart(last + 1) - plainOrigin)
  for (let frame = first; frame <= last; frame++) {
    const start = layout.sealedStart(frame) - sealedOrigin
    const end = layout.sealedStart(frame + 1) - sealedOrigin
    const opened = cipher.open(frame, frame === layout.lastFrame, sealed.subarray(start, end))
    opened.copy(plain, layout.plainStart(frame) - plainOrigin)
  }
  return plain
}
