import type { MailChoice } from '#app/identity/mails/mail_choice'
import type User from '#app/identity/users/user'
import type { MailKind } from './mail.js'

const CHOICE_OF: Partial<Record<MailKind, MailChoice>> = {
  completed: 'completed',
  declined: 'declined',
  expired: 'expired',
  voided: 'voided',
}

/** What a person may turn off of a mail about their own document; null for one that they have to get. */
export function choiceOf(kind: MailKind): MailChoice | null {
  return CHOICE_OF[kind] ?? null
}

/** Of somebody who was read with `UNWANTED`; in the sandbox everybody wants everything. */
export function wants({ $extras }: User, choice: MailChoice | null | undefined): boolean {
  const unwanted: unknown = $extras.unwanted
  return !choice || !Array.isArray(unwanted) || !unwanted.includes(choice)
}
