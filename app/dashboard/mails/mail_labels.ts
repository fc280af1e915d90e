import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'
import { isMailChoice } from '#app/identity/mails/mail_choice'
import type { Subscribed } from '#app/identity/mails/unsubscribe_token'

/** What the mails are about that a link in one of them ends. */
export function subscriptionLabel(to: Subscribed): DashboardKey {
  if (to === 'digest') return 'mail_choices.digest'
  return isMailChoice(to) ? `mail_choices.${to}` : 'mail_choices.followed'
}
