/** Kinds of mails about one's documents that come unless somebody turns them off. */
export const USUAL_MAILS = [
  'completed',
  'declined',
  'expired',
  'voided',
  'undeliverable',
  'delegated',
] as const

/** Those that nobody gets without asking for them. */
export const EXTRA_MAILS = ['viewed', 'signed', 'expiring'] as const

/** All that a person chooses of, in the order of their page. */
export const MAIL_CHOICES = [...USUAL_MAILS, ...EXTRA_MAILS] as const

export type UsualMail = (typeof USUAL_MAILS)[number]
export type ExtraMail = (typeof EXTRA_MAILS)[number]

/** One mail for each, or one a day for all. */
export const MAIL_RHYTHMS = ['each', 'daily'] as const

export type MailRhythm = (typeof MAIL_RHYTHMS)[number]

export type MailChoice = (typeof MAIL_CHOICES)[number]

export function isExtraMail(kind: MailChoice): kind is ExtraMail {
  return (EXTRA_MAILS as readonly string[]).includes(kind)
}

export function isMailChoice(text: string): text is MailChoice {
  return (MAIL_CHOICES as readonly string[]).includes(text)
}
