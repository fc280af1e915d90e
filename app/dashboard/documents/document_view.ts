import { isCorrectable, isUnlockable } from '#app/documents/correction'
import type Document from '#app/documents/document'
import { draftVersion } from '#app/documents/drafts/draft_version'
import { trackingUrl } from '#app/documents/document_transformer'
import { isTerminal } from '#app/documents/document_status'
import { handedOverBy } from '#app/documents/signers/delegations'
import type Signer from '#app/documents/signers/signer'
import { suppressedBeside } from '#app/documents/signers/suppression'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { LANGUAGES } from '#app/foundation/phrases/languages'
import { ownSigner } from './own_signer.js'
import { signerLabel } from './signer_label.js'
import { mailLines } from './signer_mails.js'
import { earlierSignatureView } from './earlier_signature_view.js'
import { fieldLines, TONES } from './page_viewer.js'
import type { AccessLine } from './access_lines.js'
import type { IdentityLine } from './identity_lines.js'
import { isAnswerable } from '#app/signing/questions/answer'
import type { Question } from '#app/signing/questions/question'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'
import { reminderLine } from './reminder_line.js'

type Say = DashboardPhrasebook['t']

interface Reader {
  /** Where invitations reach them; null for somebody who is no user. */
  email: string | null
  /** Whether they may do more than look. */
  mayChange: boolean
  /** Whether they may correct signers and see their links. */
  mayHandleSigners: boolean
  identities: ReadonlyMap<string, IdentityLine>
  accesses: ReadonlyMap<string, AccessLine>
  questions: readonly Question[]
}

/** A document as its page shows it. */
export async function documentView(
  document: Document,
  entitlements: TenantEntitlements,
  { email, mayChange, mayHandleSigners, identities, accesses, questions }: Reader,
  phrases: DashboardPhrasebook
) {
  const { t } = phrases
  const { id, title, status, progress, isSealing, isOpen, pageCount, message } = document
  return {
    id,
    title: title || t('common.erased_document'),
    status: isSealing ? 'sealing' : status,
    label: t(`documents.status_${document.displayStatus}`),
    progress,
    pageCount,
    message,
    template: document.template,
    labels: document.labels,
    isSealing,
    isOpen,
    isCompleted: status === 'completed' && !document.isErased,
    isSendable: mayChange && status === 'draft',
    version: status === 'draft' ? draftVersion(document) : null,
    isErased: document.isErased,
    isErasable: isTerminal(status) && !document.isErased,
    isLabelled: mayChange && !document.isErased,
    isRemindable: mayChange && document.signers.some((one) => isRemindable(document, one)),
    isVoidable: mayChange && document.isVoidable,
    isToSign: email !== null && isToSign(document, email),
    signedCount: document.signed.length,
    actingCount: document.acting.length,
    hasApprovers: document.acting.some(({ isSigning }) => !isSigning),
    ending: endingOf(document, t),
    trackingUrl:
      status === 'draft' || document.isErased ? null : await trackingUrl(document, entitlements),
    mayRotateTracking: mayHandleSigners,
    dates: datesOf(document, t),
    allowsDelegation: document.allowsDelegation,
    language: document.language && LANGUAGES[document.language],
    reminders: reminderLine(document, phrases),
    hashes: hashesOf(document, t),
    earlierSignatures: earlierSignatureView(document, phrases),
    takesNoPage: document.takesNoPage,
    signers: document.signers.map((signer) => ({
      ...signerView(document, signer, { mayChange, mayHandleSigners }, phrases),
      identity: identities.get(signer.id) ?? null,
      access: accesses.get(signer.id) ?? null,
      questions: questions
        .filter(({ signerId }) => signerId === signer.id)
        .map((one) => ({
          ...one,
          isAnswerable: mayChange && isAnswerable(document, signer, one),
        })),
    })),
  }
}

/** Whether it is somebody's turn who looks at it. */
function isToSign(document: Document, email: string): boolean {
  return document.isVoidable && ownSigner(document, email)?.isAwaited === true
}

/** A link is for somebody who may still sign; a draft has nobody to ask yet. */
export function hasLink(document: Document, signer: Signer): boolean {
  return document.isVoidable && signer.isExpected && signer.hasLink
}

function signerView(
  document: Document,
  signer: Signer,
  { mayChange, mayHandleSigners: mayHandle }: Pick<Reader, 'mayChange' | 'mayHandleSigners'>,
  phrases: DashboardPhrasebook
) {
  const {
    id,
    role,
    inPerson,
    name,
    email,
    isOrdered,
    turn,
    displayStatus,
    askedLanguage,
    message,
  } = signer
  const { sentAt, viewedAt, signedAt, declinedAt, declineReason } = signer
  return {
    ...{
      id,
      role,
      inPerson,
      name: name || phrases.t('documents.erased_signer'),
      email,
      sentAt,
      viewedAt,
      signedAt,
      declinedAt,
      declineReason,
    },
    presence: presenceOf(document, signer, phrases.t),
    mails: mailLines(document, signer, phrases),
    trouble: troubleOf(document, signer, phrases),
    certificate: certificateLine(signer, phrases),
    isRemindable: mayChange && isRemindable(document, signer),
    order: isOrdered ? turn : null,
    language: askedLanguage && LANGUAGES[askedLanguage],
    handedOverBy: handedOverBy(signer),
    message,
    status: displayStatus,
    label: phrases.t(signerLabel(signer)),
    fields: fieldLines(document.fieldsOf(signer), phrases),
    tone: document.signers.indexOf(signer) % TONES,
    hasLink: mayHandle && hasLink(document, signer),
    isCorrectable: mayHandle && (isCorrectable(document, signer) || isUnlockable(document, signer)),
    maySignHere: mayHandle && maySignHere(document, signer),
  }
}

/** What is asked of them, or what they signed with. */
function certificateLine({ certificate, certified }: Signer, { t }: DashboardPhrasebook) {
  if (certified) {
    const { subject, issuer } = certified
    return { tone: 'success', text: t('documents.signed_with', { subject, issuer }) }
  }
  return certificate && { tone: 'neutral', text: t(`documents.asks_${certificate}`) }
}

/** A reminder is for somebody whose turn it is, and whom mail may reach: another one is only reached once their address is corrected. */
function isRemindable(document: Document, signer: Signer): boolean {
  const isAsked =
    document.isVoidable && signer.isAwaitedByMail && document.currentTurn.includes(signer)
  return isAsked && !suppressedBeside(document).has(signer.id)
}

/** Why no mail reaches them. */
function troubleOf(document: Document, { id, status }: Signer, { t }: DashboardPhrasebook) {
  if (status !== 'delivery_failed') return null
  return t(suppressedBeside(document).has(id) ? 'documents.no_more_mail' : 'documents.bounced')
}

/** A device is for somebody who signs in person, and whose turn it is. */
function maySignHere(document: Document, { inPerson, isAwaited }: Signer): boolean {
  return document.isVoidable && inPerson && isAwaited && !document.isPastExpiry
}

/** What is known of the page in front of a signer who may still act. */
function presenceOf(
  document: Document,
  { isAwaited, displayStatus, seenAt, openedAt }: Signer,
  t: Say
) {
  if (!document.isVoidable || !isAwaited) return null
  if (displayStatus === 'viewing') return { isNow: true, text: t('documents.has_open'), at: null }
  if (seenAt) return { isNow: false, text: t('documents.last_seen'), at: seenAt }
  return openedAt ? { isNow: false, text: t('documents.opened_link'), at: openedAt } : null
}

function endingOf(document: Document, t: Say): { tone: string; text: string } | null {
  if (document.isErased) {
    return {
      tone: 'info',
      text: t('documents.ending_erased'),
    }
  }
  if (document.isSealing) {
    return { tone: 'info', text: t('documents.ending_sealing') }
  }
  switch (document.status) {
    case 'voided':
      return {
        tone: 'warning',
        text: document.voidReason
          ? t('documents.ending_voided_because', { reason: document.voidReason })
          : t('documents.ending_voided'),
      }
    case 'declined':
      return { tone: 'danger', text: declined(document, t) }
    case 'expired':
      return {
        tone: 'warning',
        text: t('documents.ending_expired'),
      }
    case 'failed':
      return {
        tone: 'danger',
        text: t('documents.ending_failed'),
      }
    default:
      return null
  }
}

function declined({ signers }: Document, t: Say): string {
  const decliner = signers.find(({ status }) => status === 'declined')
  const name = decliner?.name ?? t('documents.a_signer')
  const what = decliner?.role === 'approver' ? 'approve' : 'sign'
  const reason = decliner?.declineReason
  return reason
    ? t(`documents.declined_to_${what}_because`, { name, reason })
    : t(`documents.declined_to_${what}`, { name })
}

function datesOf(document: Document, t: Say) {
  const { createdAt, sentAt, expiresAt, isVoidable } = document
  const { completedAt, declinedAt, expiredAt, voidedAt, failedAt } = document
  return [
    { label: t('documents.created'), at: createdAt },
    { label: t('documents.sent'), at: sentAt },
    { label: t('documents.expires'), at: isVoidable ? expiresAt : null },
    { label: t('documents.status_completed'), at: completedAt },
    { label: t('documents.status_declined'), at: declinedAt },
    { label: t('documents.status_expired'), at: expiredAt },
    { label: t('documents.date_voided'), at: voidedAt },
    { label: t('documents.status_failed'), at: failedAt },
    { label: t('documents.status_erased'), at: document.erasedAt ?? null },
  ].filter(({ at }) => at !== null)
}

function hashesOf(
  { originalSha256, canonicalSha256, sealedSha256, laterRevisions }: Document,
  t: Say
) {
  const later = laterRevisions.at(-1)
  return [
    { label: t('documents.hash_original'), sha256: originalSha256 },
    { label: t('documents.as_shown'), sha256: canonicalSha256 },
    { label: t('documents.sealed_pdf'), sha256: sealedSha256 },
    {
      label: t(later?.level === 'B-LTA' ? 'documents.sealed_stamped' : 'documents.sealed_proven'),
      sha256: later?.sha256 ?? null,
    },
  ].filter(({ sha256 }) => sha256 !== null)
}
