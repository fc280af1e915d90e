import { MAX_TYPED } from '#app/documents/signers/typed_signature'
import { isPlain, isVisible } from '#app/foundation/printable_text'
import type { SignatureImage } from '#app/sealing/seal_order'
import { charactersWithoutGlyph } from '#app/sealing/type/coverage'
import { inkOf } from './signature_ink.js'
import { pictureOf } from './signature_picture.js'
import type { SignatureInput } from './signature.js'
import SignatureRefused from '../errors/signature_refused.js'

const MOST_NAMED = 5

/**
 * What a browser sent, as something that can be drawn into a PDF.
 *
 * @param signerId  whose pictures are read one after the other
 * @throws SignatureRefused, E_PICTURES_BUSY (503)
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
  if (!isPlain(text))
    throw new SignatureRefused('not_plain', 'Type your name again, without control characters')
  const typed = text.normalize('NFC').trim()
  if (!isVisible(typed) || typed.length > MAX_TYPED)
    throw new SignatureRefused('not_typed', `Type your name, in at most ${MAX_TYPED} characters`, {
      limit: MAX_TYPED,
    })
  const characters = charactersWithoutGlyph(typed).slice(0, MOST_NAMED).join(' ')
  if (characters)
    throw new SignatureRefused('no_hand', `No font has ${characters}: draw your signature`, {
      characters,
    })
  return { kind: 'typed', text: typed }
}
