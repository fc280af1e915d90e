import type Signer from '#app/documents/signers/signer'
import { sha256Hex } from '#app/foundation/opaque_token'
import type { MailKind } from './mail.js'
import { mailFrom } from './configuration.js'

const DIGITS = 40

/**
 * RFC 5322, 3.6.4. Derived, so that a mail has it on every try, and receivers know a second copy for what it is.
 *
 * @param about  the id of the signer it goes to, or of the document
 * @param occasion  tells it from others of its kind to the same person
 */
export function messageId(kind: MailKind, about: string, occasion = ''): string {
  const name = sha256Hex(`${kind}|${about}|${occasion}`).slice(0, DIGITS)
  const domain = mailFrom.value.split('@').at(-1)
  return `<${kind}.${name}@${domain}>`
}

/** One invitation for each link: a corrected address is a new link. */
export function invitationId({ id, tokenCounter }: Signer): string {
  return messageId('invitation', id, String(tokenCounter))
}

/** One for each answer. */
export function answerId(questionId: string): string {
  return messageId('answer', questionId)
}
