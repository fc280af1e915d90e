import EnvelopeRefused from '../errors/envelope_refused.js'

/** Plaintext per frame; the last may be shorter, and is empty only when it is the first too. */
export const FRAME_BYTES = 64 * 1024
export const TAG_BYTES = 16
/** version (1) ‖ nonce prefix (7) ‖ salt of the blob's key (16) */
export const HEADER_BYTES = 24

const SEALED_FRAME_BYTES = FRAME_BYTES + TAG_BYTES

/** Where the frames of a blob lie, told from lengths alone. */
export class FrameLayout {
  readonly sealedLength: number
  readonly lastFrame: number

  constructor(readonly plainLength: number) {
    this.lastFrame = Math.max(Math.ceil(plainLength / FRAME_BYTES), 1) - 1
    this.sealedLength = HEADER_BYTES + (this.lastFrame + 1) * TAG_BYTES + plainLength
  }

  /** @throws E_ENVELOPE_REFUSED when no plaintext seals to this length */
  static ofSealed(sealedLength: number): FrameLayout {
    const frames = Math.ceil((sealedLength - HEADER_BYTES) / SEALED_FRAME_BYTES)
    const layout = new FrameLayout(Math.max(sealedLength - HEADER_BYTES - frames * TAG_BYTES, 0))
    if (layout.sealedLength !== sealedLength) throw new EnvelopeRefused()
    return layout
  }

  frameAt(plainOffset: number): number {
    return Math.min(Math.floor(plainOffset / FRAME_BYTES), this.lastFrame)
  }

  plainStart(frame: number): number {
    return Math.min(frame * FRAME_BYTES, this.plainLength)
  }

  sealedStart(frame: number): number {
    return Math.min(HEADER_BYTES + frame * SEALED_FRAME_BYTES, this.sealedLength)
  }
}
