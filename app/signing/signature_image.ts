import type { SignatureImage } from '#app/sealing/seal_order'
import { inkOf } from './signature_ink.js'
import { pictureOf } from './signature_picture.js'
import type { SignatureInput } from './signature.js'
import SignatureRefused from './errors/signature_refused.js'

const MAX_TYPED = 100

/**
 * What a browser sent, as something that can be drawn into a PDF.
 *
 * @param signerId  whose pictures are read one after the other
 * @throws E_SIGNATURE_REFUSED, E_PICTURES_BUSY (503)
 */
export async function signatureImage(
  input: SignatureInput,
  signerId: string
): Promise<SignatureImage> {
  if (input.kind === 'drawn') return inkOf(input)
  if (input.kind === 'typed') return letters(input.text)
  return { kind: 'uploaded', png: await pictureOf(input.image, signerId) }
}

function letters(text: string): SignatureImage {
  const typed = text.normalize('NFC').trim()
  if (typed === '' || typed.length > MAX_TYPED)
    throw new SignatureRefused(
      'not_typed',
      `Type your name, in at most ${MAX_TYPED} characters`,
      MAX_TYPED
    )
  return { kind: 'typed', text: typed }
}
