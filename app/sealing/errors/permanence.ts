import NotOurPdf from './not_our_pdf.js'
import SealImpossible from './seal_impossible.js'
import SignatureImageUnreadable from './signature_image_unreadable.js'

const PERMANENT = [SealImpossible, NotOurPdf, SignatureImageUnreadable]

/**
 * Whether sealing the same order again must fail the same way: what it was given cannot be read, or
 * what came out does not show what it must. Everything else (time, memory, a time-stamping
 * authority) may pass.
 */
export function isPermanent(error: unknown): boolean {
  return PERMANENT.some((kind) => error instanceof kind)
}
