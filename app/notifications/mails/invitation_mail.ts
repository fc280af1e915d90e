import type Document from '#app/documents/document'
import { handedOverBy, type Identity } from '#app/documents/signers/delegations'
import type Signer from '#app/documents/signers/signer'
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
  const asked = { document, sender, url, own: signer.message, by: handedOverBy(signer) }
  return invitationWords(asked, phrases)
}

export async function reminder(
  { document, senderName: sender, profile }: Correspondence,
  signer: Signer,
  phrases: Phrasebook
): Promise<Words> {
  const { t } = phrases
  const url = await signerLink(signer, profile.entitlements)
  return {
    ...request({ document, sender, url, own: signer.message }, phrases),
    preview: `${t('mails.reminder_preview', { sender })} ${deadline(document, phrases)}`.trim(),
    heading: t('mails.reminder'),
    paragraphs: [t('mails.reminder_text', { sender })],
  }
}

/** What is asked of a signer, by whom. */
interface Asked {
  document: Pick<Document, 'message' | 'pageCount' | 'expiresAt'>
  sender: string
  url: string
  /** What the sender says to this signer alone. */
  own: string | null
  /** Who handed signing over to them; null for somebody whom the sender named. */
  by?: Identity | null
}

export function invitationWords(asked: Asked, phrases: Phrasebook): Words {
  const { t } = phrases
  const { document, sender, by } = asked
  return {
    ...request(asked, phrases),
    preview: `${t('mails.invitation_preview', { sender })} ${deadline(document, phrases)}`.trim(),
    heading: t('mails.invitation', { sender }),
    paragraphs: [...(by ? [t('delegate.received', { ...by })] : []), t('mails.invitation_text')],
  }
}

function request({ document, sender, url, own }: Asked, phrases: Phrasebook) {
  const { t } = phrases
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

function deadline({ expiresAt }: Asked['document'], { t, longDay }: Phrasebook): string {
  return expiresAt ? t('mails.please_sign_by', { day: longDay(expiresAt) }) : ''
}
