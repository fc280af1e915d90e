import type Document from '#app/documents/document'
import { handedOverBy, type Identity } from '#app/documents/signers/delegations'
import { spokenOf } from '#app/documents/signers/role_phrases'
import type Signer from '#app/documents/signers/signer'
import type { SignerRole } from '#app/documents/signers/signer_role'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { Correspondence } from '../correspondence.js'
import { signerLink } from '../links.js'
import { fact, moment, type Words } from '../messages/words.js'

export async function invitation(
  { document, senderName: sender, profile }: Correspondence,
  signer: Signer,
  phrases: Phrasebook
): Promise<Words> {
  const url = await signerLink(signer, profile.entitlements)
  const { role, message: own } = signer
  const asked = { role, document, sender, url, own, by: handedOverBy(signer) }
  return invitationWords(asked, phrases)
}

export async function reminder(
  { document, senderName: sender, profile }: Correspondence,
  signer: Signer,
  phrases: Phrasebook
): Promise<Words> {
  const { role, message: own } = signer
  const t = spokenOf(role, phrases.t)
  const url = await signerLink(signer, profile.entitlements)
  const asked = { role, document, sender, url, own }
  return {
    ...request(asked, phrases),
    preview: `${t('mails.reminder_preview', { sender })} ${deadline(asked, phrases)}`.trim(),
    heading: t('mails.reminder'),
    paragraphs: [t('mails.reminder_text', { sender })],
  }
}

/** What is asked of a signer, by whom. */
interface Asked {
  role: SignerRole
  document: Pick<Document, 'message' | 'pageCount' | 'expiresAt'>
  sender: string
  url: string
  /** What the sender says to this signer alone. */
  own: string | null
  /** Who handed signing over to them; null for somebody whom the sender named. */
  by?: Identity | null
}

export function invitationWords(asked: Asked, phrases: Phrasebook): Words {
  const { role, sender, by } = asked
  const t = spokenOf(role, phrases.t)
  return {
    ...request(asked, phrases),
    preview: `${t('mails.invitation_preview', { sender })} ${deadline(asked, phrases)}`.trim(),
    heading: t('mails.invitation', { sender }),
    paragraphs: [...(by ? [t('delegate.received', { ...by })] : []), t('mails.invitation_text')],
  }
}

function request({ role, document, sender, url, own }: Asked, phrases: Phrasebook) {
  const t = spokenOf(role, phrases.t)
  const { message, pageCount, expiresAt } = document
  const text = [message, own].filter(Boolean).join('\n\n')
  return {
    quote: text ? { by: sender, text } : undefined,
    facts: [
      ...fact(t('mails.pages'), String(pageCount)),
      ...fact(t('mails.sign_by'), expiresAt && moment(expiresAt, phrases)),
    ],
    action: { label: t('mails.review'), url },
    note: t('mails.yours_alone'),
    reportUrl: `${url}/report`,
  }
}

function deadline({ role, document: { expiresAt } }: Asked, phrases: Phrasebook): string {
  const t = spokenOf(role, phrases.t)
  return expiresAt ? t('mails.please_sign_by', { when: moment(expiresAt, phrases) }) : ''
}
