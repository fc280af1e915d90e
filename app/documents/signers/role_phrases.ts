import type { PhraseKey, Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { SignerRole } from './signer_role.js'

type Speaks = Phrasebook['t']

/** What is said otherwise to somebody who approves, and of them. */
const TO_APPROVERS: Partial<Record<PhraseKey, PhraseKey>> = {
  'consent_page.heading': 'approve.heading',
  'consent_page.sign_by': 'approve.by',
  'consent_page.before_text': 'approve.before_text',
  'consent_page.terms': 'approve.terms',
  'consent_page.decline': 'approve.refuse',
  'consent.statement': 'approve.consent',
  'consent.agreement_text': 'approve.consent_agreement',
  'consent.paper_text': 'approve.consent_paper',
  'consent.copy_text': 'approve.consent_copy',
  'consent.records_text': 'approve.consent_records',
  'withdraw.text': 'approve.withdraw_text',
  'decline.title': 'approve.decline',
  'decline.question': 'approve.decline_question',
  'decline.question_of': 'approve.decline_question_of',
  'sign.intro': 'approve.intro',
  'sign.date_hint': 'approve.date_hint',
  'sign.legal': 'approve.legal',
  'sign.finish': 'approve.finish',
  'sign.sending': 'approve.sending',
  'sign.all_done': 'approve.all_done',
  'signed.name': 'approve.done',
  'signed.thanks': 'approve.thanks',
  'closed.declined_by_you': 'approve.you_declined',
  'mails.invitation_subject': 'approve.invitation_subject',
  'mails.reminder_subject': 'approve.reminder_subject',
  'mails.sign_by': 'approve.deadline',
  'mails.please_sign_by': 'approve.please',
  'mails.review': 'approve.review',
  'mails.yours_alone': 'approve.yours_alone',
  'mails.invitation': 'approve.invitation',
  'mails.invitation_text': 'approve.invitation_text',
  'mails.reminder': 'approve.reminder',
  'mails.reminder_text': 'approve.reminder_text',
  'mails.withdrawn_text': 'approve.withdrawn_text',
  'mails.declined_by': 'approve.declined_by',
  'mails.signed_heading': 'approve.reported',
  'mails.signed_subject': 'approve.reported_subject',
  'mails.signed_at': 'approve.done',
  'mails.line_signed': 'approve.reported',
  'track.signed_at': 'approve.done',
  'signer_status.signed': 'approve.done',
  'verify.signed': 'verify.approved',
  'verify.not_signed': 'verify.not_approved',
}

/** What is said otherwise of people some of whom approve. */
const OF_APPROVERS_TOO: Partial<Record<PhraseKey, PhraseKey>> = {
  'signed.everyone': 'approve.everyone',
  'signed.share': 'approve.share',
  'signed.waiting': 'approve.waiting',
  'signed.sealing_text': 'approve.sealing_text',
  'closed.failed_text': 'approve.closed_failed_text',
  'mails.completed': 'approve.everyone',
  'mails.completed_subject': 'approve.completed_subject',
  'mails.signed_count': 'approve.count',
  'mails.expired_preview': 'approve.expired_preview',
  'mails.expired_text': 'approve.expired_text',
  'mails.failed_text': 'approve.failed_text',
  'mails.own_failed_preview': 'approve.own_failed_preview',
  'mails.own_failed_text': 'approve.own_failed_text',
}

/** Words for somebody of a role, and about them, in whatever language `t` speaks. */
export function spokenOf(role: SignerRole, t: Speaks): Speaks {
  if (role !== 'approver') return t
  return (key, values) => t(TO_APPROVERS[key] ?? key, values)
}

/** Words about all who sign or approve a document. */
export function spokenAmong(signers: readonly { role: SignerRole }[], t: Speaks): Speaks {
  if (!signers.some(({ role }) => role === 'approver')) return t
  return (key, values) => t(OF_APPROVERS_TOO[key] ?? key, values)
}
