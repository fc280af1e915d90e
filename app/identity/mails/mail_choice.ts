/** Kinds of mails about documents that a person may do without, in the order of their page. */
export const MAIL_CHOICES = ['completed', 'declined', 'expired', 'voided', 'undeliverable'] as const

export type MailChoice = (typeof MAIL_CHOICES)[number]

export function isMailChoice(text: string): text is MailChoice {
  return (MAIL_CHOICES as readonly string[]).includes(text)
}
