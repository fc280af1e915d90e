import type { DocumentAction } from '#app/audit/audit_action'
import type { ReadEntry } from '#app/audit/audit_trail'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { codeEntered, codeNotSent, codeSent } from './access_words.js'
import { accessFailureWords, identityFailureWords } from './failure_words.js'
import {
  certified,
  corrected,
  declined,
  delegated,
  handedOver,
  signed,
  unlocked,
} from './signer_sentences.js'
import {
  about,
  bounced,
  completed,
  created,
  edited,
  failed,
  fieldOf,
  proved,
  uploaded,
  type NamedSigner,
} from './trail_sentences.js'

type Entry = Pick<ReadEntry, 'action' | 'body' | 'personal'>
type Sentence = (
  entry: Entry,
  signers: readonly NamedSigner[],
  phrases: DashboardPhrasebook
) => string

/** How an entry of the trail looks and reads; the words follow the name of the person who did it. */
interface Words {
  mark: string
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'
  sentence: Sentence
}

const words = (mark: string, tone: Words['tone'], sentence: DashboardKey | Sentence): Words => ({
  mark,
  tone,
  sentence: typeof sentence === 'string' ? (_entry, _signers, { t }) => t(sentence) : sentence,
})

const FILES = ['original', 'canonical', 'sealed', 'certificate', 'attachment'] as const

const WORDS: Record<DocumentAction, Words> = {
  'document.created': words('file-plus', 'neutral', created),
  'document.uploaded': words('file-up', 'neutral', uploaded),
  'document.sent': words('send', 'info', 'trails.document_sent'),
  'invite.sent': words('mail', 'neutral', about('trails.invite_sent')),
  'in_person.awaited': words('hourglass', 'neutral', about('trails.in_person_awaited')),
  'in_person.started': words('tablet', 'info', handedOver),
  'copy.sent': words('mail', 'neutral', about('trails.copy_sent')),
  'link.fetched': words('link', 'neutral', 'trails.link_fetched'),
  'link.opened': words('eye', 'info', 'trails.link_opened'),
  'link.disclosed': words('link-2', 'warning', about('trails.link_disclosed')),
  'values.disclosed': words('text-cursor-input', 'warning', 'trails.values_disclosed'),
  'questions.disclosed': words(
    'message-circle-question-mark',
    'warning',
    'trails.questions_disclosed'
  ),
  'consent.accepted': words('handshake', 'info', 'trails.consent_accepted'),
  'consent.withdrawn': words('undo-2', 'warning', 'trails.consent_withdrawn'),
  'access.code_sent': words('send', 'neutral', codeSent),
  'access.code_failed': words('mail-warning', 'danger', codeNotSent),
  'access.granted': words('key-round', 'success', codeEntered),
  'access.failed': words('shield-alert', 'warning', 'trails.access_failed'),
  'access.locked': words('lock', 'danger', 'trails.access_locked'),
  'access.unlocked': words('lock-open', 'neutral', unlocked),
  'identity.proved': words('fingerprint', 'success', proved),
  'identity.disclosed': words('fingerprint', 'warning', about('trails.identity_disclosed')),
  'identity.failed': words('shield-alert', 'warning', ({ body }, _, { t }) =>
    t('trails.identity_failed', { why: identityFailureWords(body.details.reason, t) })
  ),
  'document.viewed': words('eye', 'info', 'trails.document_viewed'),
  'field.completed': words('text-cursor-input', 'neutral', completed),
  'field.not_shown': words('eye-off', 'neutral', (entry, _, { t }) =>
    t('trails.field_not_shown', fieldOf(entry, t))
  ),
  'signer.certificate_signed': words('file-key', 'success', certified),
  'document.approved': words('circle-check', 'success', 'trails.document_approved'),
  'document.signed': words('pen-line', 'success', signed),
  'document.sealed': words('stamp', 'success', 'trails.document_sealed'),
  'document.proofs_added': words('shield-check', 'success', 'trails.document_proofs_added'),
  'document.proofs_missing': words('shield-alert', 'warning', 'trails.document_proofs_missing'),
  'document.archive_stamped': words('clock', 'success', 'trails.document_archive_stamped'),
  'document.timestamped': words('clock', 'success', 'trails.document_timestamped'),
  'document.completed': words('circle-check', 'success', 'trails.document_completed'),
  'certificate.made': words('stamp', 'neutral', 'trails.certificate_made'),
  'document.downloaded': words('download', 'neutral', ({ body }, _, { t }) =>
    t(`trails.downloaded_${FILES.find((one) => one === body.details.file) ?? 'other'}`)
  ),
  'document.declined': words('x', 'danger', declined),
  'document.expired': words('timer-off', 'warning', 'trails.document_expired'),
  'document.voided': words('ban', 'danger', ({ personal: { reason } }, _, { t }) =>
    reason ? t('trails.voided_because', { reason }) : t('trails.voided')
  ),
  'document.failed': words('circle-alert', 'danger', failed),
  'document.erased': words('eraser', 'danger', 'trails.document_erased'),
  'person.erased': words('eraser', 'warning', 'trails.person_erased'),
  'document.reminded': words('bell', 'neutral', about('trails.document_reminded')),
  'document.reminders_planned': words('bell', 'neutral', 'trails.document_reminders_planned'),
  'document.deleted': words('trash-2', 'neutral', 'trails.document_deleted'),
  'document.edited': words('pencil', 'neutral', edited),
  'document.extended': words('calendar-plus', 'neutral', 'trails.document_extended'),
  'tracking_link.rotated': words('link', 'neutral', 'trails.tracking_link_rotated'),
  'mail.bounced': words('mail-warning', 'danger', bounced),
  'signer.asked': words('message-circle-question-mark', 'warning', ({ body }, _, { t }) =>
    t(body.details.kind === 'paper' ? 'trails.asked_paper' : 'trails.asked_question')
  ),
  'question.answered': words('message-circle-reply', 'info', about('trails.question_answered')),
  'signer.corrected': words('user-pen', 'neutral', corrected),
  'signer.delegated': words('user-pen', 'warning', delegated),
  'auth.failed': words('shield-alert', 'danger', ({ body }, _, { t }) =>
    t('trails.refused', { why: accessFailureWords(body.details.reason, t) })
  ),
}

export function wordsOf(action: string): Words {
  const known = WORDS[action as DocumentAction] as Words | undefined
  return known ?? { mark: 'circle', tone: 'neutral', sentence: () => action }
}
