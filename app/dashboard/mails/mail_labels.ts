import { isMailChoice, type MailChoice } from '#app/identity/mails/mail_choice'
import type { Subscribed } from '#app/identity/mails/unsubscribe_token'

/** What each kind of mails is about, as pages name it. */
export const MAIL_LABELS: Readonly<Record<MailChoice, string>> = {
  completed: 'A document of yours is complete',
  declined: 'A signer declined',
  expired: 'A document of yours has expired',
  voided: 'Somebody else withdrew a document of yours',
  undeliverable: 'An invitation could not be delivered',
  delegated: 'A signer handed signing over to somebody else',
  viewed: 'A signer opened a document of yours',
  signed: 'A signer signed',
  expiring: 'A document of yours expires soon',
}

/** The same for what a link in a mail ends. */
export function subscriptionLabel(to: Subscribed): string {
  if (to === 'digest') return 'News of your documents, once a day'
  return isMailChoice(to) ? MAIL_LABELS[to] : 'All mails about a document that you follow'
}
