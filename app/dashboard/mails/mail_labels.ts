import type { MailChoice } from '#app/identity/mails/mail_choice'

/** What each kind of mails is about, as pages name it. */
export const MAIL_LABELS: Readonly<Record<MailChoice, string>> = {
  completed: 'A document of yours is complete',
  declined: 'A signer declined',
  expired: 'A document of yours has expired',
  voided: 'Somebody else withdrew a document of yours',
  undeliverable: 'An invitation could not be delivered',
}
