import type Signer from '#app/documents/signers/signer'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { Correspondence } from '../correspondence.js'
import type Mail from '../mail.js'
import type { DocumentMailKind } from '../mail.js'
import { completionForSender, completionForSigner } from '../mails/completion.js'
import { endingForSender, endingForSigner } from '../mails/ending.js'
import { invitation, reminder } from '../mails/invitation_mail.js'
import type { Words } from './words.js'

type ToSigner = (about: Correspondence, signer: Signer, phrases: Phrasebook) => Promise<Words>
type ToSender = (about: Correspondence) => Promise<Words>

const TO_SIGNER: Record<DocumentMailKind, ToSigner> = {
  invitation,
  reminder,
  completed: completionForSigner,
  declined: endingForSigner('declined'),
  expired: endingForSigner('expired'),
  voided: endingForSigner('voided'),
  failed: endingForSigner('failed'),
}

const TO_SENDER: Record<Exclude<DocumentMailKind, 'invitation' | 'reminder'>, ToSender> = {
  completed: completionForSender,
  declined: endingForSender('declined'),
  expired: endingForSender('expired'),
  voided: endingForSender('voided'),
  failed: endingForSender('failed'),
}

/** @throws when nobody has thought of words for this mail */
export function wordsOf({ kind, signerId, language }: Mail, about: Correspondence): Promise<Words> {
  if (kind === 'notice') throw new RangeError('A notice has words of its own')
  const signer = about.signer(signerId)
  if (signer) return TO_SIGNER[kind](about, signer, Phrasebook.in(language))
  if (kind === 'invitation' || kind === 'reminder')
    throw new RangeError(`No signer of this ${kind}`)
  return TO_SENDER[kind](about)
}
