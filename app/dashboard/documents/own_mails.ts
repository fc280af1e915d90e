import type Document from '#app/documents/document'
import { DOCUMENT_MAILS, mailChoiceOf } from '#app/documents/sharing/document_mails'
import { MAIL_CHOICES } from '#app/identity/mails/mail_choice'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { DashboardContext } from '../dashboard_context.js'

/** That a mail came back, and that a signer handed over, is told to those alone who look after a document. */
const FOLLOWED_KINDS = MAIL_CHOICES.filter(
  (kind) => kind !== 'undeliverable' && kind !== 'delegated'
)

/** To somebody who does not look after it there come no mails about it by themselves. */
const USUAL = { own: 'documents.mails_usual', other: 'documents.mails_none' } as const

/** Which mails about it the reader gets; null where there are none: in the sandbox, and for those who support the account. */
export function ownMails(
  document: Document,
  { user, environment, session, base }: DashboardContext,
  { t }: DashboardPhrasebook
) {
  if (environment !== 'live' || session.support) return null
  const isOwn = document.responsibleId === user.id
  const choices = DOCUMENT_MAILS.filter((choice) => isOwn || choice !== 'mute')
  const mine = mailChoiceOf(user.id, document)
  const chosen = choices.find((choice) => choice === mine?.choice) ?? null
  return {
    action: `${base}/documents/${document.id}/mails`,
    kinds: (isOwn ? MAIL_CHOICES : FOLLOWED_KINDS).map((kind) => ({
      value: kind,
      label: t(`mail_choices.${kind}`),
      isChosen: mine?.kinds?.includes(kind) ?? false,
    })),
    isDaily: user.mailRhythm === 'daily',
    options: [
      { value: '', label: t(USUAL[isOwn ? 'own' : 'other']), isChosen: chosen === null },
      ...choices.map((value) => ({
        value,
        label: t(`documents.mails_${value}`),
        isChosen: value === chosen,
      })),
    ],
  }
}
