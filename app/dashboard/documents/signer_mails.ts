import type Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import type { MailKind, MailStatus } from '#app/notifications/mail'
import { mailsOfSigners, type SignerMail } from '#app/notifications/mails_of_signers'

/** What became of one mail. */
export interface MailLine {
  text: string
  tone: 'neutral' | 'success' | 'warning' | 'danger'
  mark: string
  at: Date
}

const NAMES: Partial<Record<MailKind, DashboardKey>> = {
  invitation: 'documents.mail_name_invitation',
  reminder: 'documents.mail_name_reminder',
  answer: 'documents.mail_name_answer',
  completed: 'documents.mail_name_completed',
  code: 'documents.mail_name_code',
  sms: 'documents.mail_name_sms',
}

const APPEARANCES: Record<MailStatus, Pick<MailLine, 'tone' | 'mark'>> = {
  queued: { tone: 'neutral', mark: 'clock' },
  sent: { tone: 'success', mark: 'mail-check' },
  failed: { tone: 'danger', mark: 'mail-warning' },
  withdrawn: { tone: 'neutral', mark: 'mail' },
  mailbox: { tone: 'success', mark: 'mail-check' },
}

/** Newest first. */
export function mailLines(
  document: Document,
  signer: Signer,
  phrases: DashboardPhrasebook
): MailLine[] {
  const mails = mailsOfSigners(document).filter(({ signerId }) => signerId === signer.id)
  return mails.map((mail) => line(mail, signer, phrases))
}

function line(mail: SignerMail, signer: Signer, { t }: DashboardPhrasebook): MailLine {
  const { status, error, at } = mail
  const { tone, mark } = APPEARANCES[status]
  const isDelayed = status === 'queued' && error !== null
  const text = t(`documents.mail_${wayOf(mail, isDelayed)}`, { mail: nameOf(mail, signer, t) })
  const answer = error === null || status === 'sent' ? '' : ` (${answerOf(error, t)})`
  return {
    text: `${text}${answer}`,
    tone: isDelayed ? 'warning' : tone,
    mark,
    at: new Date(at),
  }
}

function wayOf({ kind, status }: SignerMail, isDelayed: boolean) {
  const isSms = kind === 'sms'
  if (isDelayed) return isSms ? 'delayed_sms' : 'delayed'
  if (isSms && status === 'sent') return 'sent_sms'
  return isSms && status === 'failed' ? 'failed_sms' : status
}

/** What it is called, with its address where that is another than the signer's. */
function nameOf({ kind, recipient }: SignerMail, signer: Signer, t: DashboardPhrasebook['t']) {
  const name = t(NAMES[kind] ?? 'documents.mail_name_other')
  const own = (kind === 'sms' && signer.phone) || signer.email
  const isElsewhere = recipient.toLowerCase() !== own.toLowerCase()
  return isElsewhere && signer.email ? t('documents.mail_to', { name, to: recipient }) : name
}

function answerOf(error: string, t: DashboardPhrasebook['t']): string {
  return error === 'suppressed' ? t('documents.mail_suppressed') : error
}
