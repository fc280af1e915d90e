import type Signer from '#app/documents/signer'
import type { Correspondence } from './correspondence.js'
import type Mail from './mail.js'
import type { MailKind } from './mail.js'
import { completionForSender, completionForSigner } from './mails/completion.js'
import { endingForSender, endingForSigner } from './mails/ending.js'
import { invitation, reminder } from './mails/invitation.js'
import type { Words } from './words.js'

type ToSigner = (about: Correspondence, signer: Signer) => Promise<Words>
type ToSender = (about: Correspondence) => Promise<Words>

const TO_SIGNER: Record<MailKind, ToSigner> = {
  invitation,
  reminder,
  completed: completionForSigner,
  declined: endingForSigner('declined'),
  expired: endingForSigner('expired'),
  voided: endingForSigner('voided'),
}

const TO_SENDER: Record<Exclude<MailKind, 'invitation' | 'reminder'>, ToSender> = {
  completed: completionForSender,
  declined: endingForSender('declined'),
  expired: endingForSender('expired'),
  voided: endingForSender('voided'),
}

/** @throws when nobody has thought of words for this mail */
export function wordsOf({ kind, signerId }: Mail, about: Correspondence): Promise<Words> {
  const signer = about.signer(signerId)
  if (signer) return TO_SIGNER[kind](about, signer)
  if (kind === 'invitation' || kind === 'reminder')
    throw new RangeError(`No signer of this ${kind}`)
  return TO_SENDER[kind](about)
}
