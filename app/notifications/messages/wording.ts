import type Signer from '#app/documents/signers/signer'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { Correspondence } from '../correspondence.js'
import type Mail from '../mail.js'
import type { DocumentMailKind, MemberMailKind } from '../mail.js'
import { answerForSigner } from '../mails/answer.js'
import { completionForMember, completionForSigner } from '../mails/completion.js'
import { endingForMember, endingForSigner } from '../mails/ending.js'
import { invitation, reminder } from '../mails/invitation_mail.js'
import { progressForMember } from '../mails/progress.js'
import { Reader } from '../reader.js'
import type { Words } from './words.js'
import type { Enclosed } from './enclosed.js'

type ToSigner = (
  about: Correspondence,
  signer: Signer,
  phrases: Phrasebook,
  enclosed: Enclosed
) => Promise<Words>
type ToMember = (about: Correspondence, reader: Reader, enclosed: Enclosed) => Promise<Words>

const TO_SIGNER: Record<DocumentMailKind, ToSigner> = {
  invitation,
  reminder,
  answer: answerForSigner,
  completed: completionForSigner,
  declined: endingForSigner('declined'),
  expired: endingForSigner('expired'),
  voided: endingForSigner('voided'),
  failed: endingForSigner('failed'),
}

const TO_MEMBER: Record<MemberMailKind, ToMember> = {
  completed: completionForMember,
  declined: endingForMember('declined'),
  expired: endingForMember('expired'),
  voided: endingForMember('voided'),
  failed: endingForMember('failed'),
  viewed: progressForMember('viewed'),
  signed: progressForMember('signed'),
  expiring: progressForMember('expiring'),
}

/**
 * @param hasFiles  whether it carries what it speaks of
 * @throws when nobody has thought of words for this mail, or nobody is there to read it
 */
export function wordsOf(mail: Mail, about: Correspondence, hasFiles = false): Promise<Words> {
  const { kind, signerId, language, aboutId, messageId } = mail
  const enclosed = { aboutId, messageId, hasFiles }
  const signer = about.signer(signerId)
  if (signer && isForSigners(kind))
    return TO_SIGNER[kind](about, signer, Phrasebook.in(language), enclosed)
  const member = about.member(mail)
  if (!member || !isForMembers(kind)) throw new RangeError(`Nobody reads this ${kind}`)
  return TO_MEMBER[kind](about, new Reader(member, about.profile, language), enclosed)
}

function isForSigners(kind: Mail['kind']): kind is DocumentMailKind {
  return kind in TO_SIGNER
}

function isForMembers(kind: Mail['kind']): kind is MemberMailKind {
  return kind in TO_MEMBER
}
