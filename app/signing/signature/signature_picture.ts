import PictureRefused from '#app/foundation/errors/picture_refused'
import PicturesBusy from '#app/foundation/errors/pictures_busy'
import { drawAnew } from '#app/foundation/picture/picture'
import type { Fault } from '#app/foundation/picture/picture_fault'
import SignatureRefused, { type SignatureFault } from '../errors/signature_refused.js'

interface Words {
  code: SignatureFault
  message: string
}

const BLANK: Words = { code: 'picture_blank', message: 'No signature can be seen in this picture' }
const UNREADABLE: Words = {
  code: 'picture_unreadable',
  message: 'The picture cannot be read: use a PNG or JPEG',
}
const FAULTS: Partial<Record<Fault, Words>> = {
  too_pale: BLANK,
  too_small: BLANK,
  too_large: {
    code: 'picture_too_large',
    message: 'A picture of a signature may have at most 1 MiB and 4 megapixels',
  },
}

/** Signers whose picture is being read in this process: one link keeps at most one decoder busy. */
const reading = new Set<string>()

/** Decoded in a process of its own and drawn anew, so that nothing but pixels gets further. @throws SignatureRefused */
export async function pictureOf(base64: string, signerId: string): Promise<Uint8Array> {
  if (reading.has(signerId)) throw new PicturesBusy()
  reading.add(signerId)
  try {
    const { bytes } = await drawAnew(Buffer.from(base64, 'base64'), 'signature')
    return bytes
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    const { code, message } = FAULTS[error.fault] ?? UNREADABLE
    throw new SignatureRefused(code, message)
  } finally {
    reading.delete(signerId)
  }
}
