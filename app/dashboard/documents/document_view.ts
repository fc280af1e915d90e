import { isCorrectable } from '#app/documents/correction'
import type Document from '#app/documents/document'
import { trackingUrl } from '#app/documents/document_transformer'
import { isTerminal } from '#app/documents/document_status'
import { handedOverBy } from '#app/documents/signers/delegations'
import type Signer from '#app/documents/signers/signer'
import { LANGUAGES } from '#app/foundation/phrases/languages'
import { signerLabel } from '#app/documents/signers/signer_status'
import { mailLines } from './signer_mails.js'
import { earlierSignatureView } from './earlier_signature_view.js'
import { fieldLines, TONES } from './page_viewer.js'
import type { AccessLine } from './access_lines.js'
import type { IdentityLine } from './identity_lines.js'
import type { Question } from '#app/signing/questions/question'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'
import { reminderLine } from './reminder_line.js'

interface Reader {
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
  { mayChange, mayHandleSigners, identities, accesses, questions }: Reader
) {
  const { id, title, status, label, progress, isSealing, isOpen, pageCount, message } = document
  return {
    id,
    title: title || 'Erased document',
    status: isSealing ? 'sealing' : status,
    label,
    progress,
    pageCount,
    message,
    template: document.template,
    labels: document.labels,
    isSealing,
    isOpen,
    isCompleted: status === 'completed' && !document.isErased,
    isSendable: mayChange && status === 'draft',
    isErased: document.isErased,
    isErasable: isTerminal(status) && !document.isErased,
    isLabelled: mayChange && !document.isErased,
    isRemindable: mayChange && document.signers.some((one) => isRemindable(document, one)),
    isVoidable: mayChange && document.isVoidable,
    signedCount: document.signed.length,
    actingCount: document.acting.length,
    hasApprovers: document.acting.some(({ isSigning }) => !isSigning),
    ending: endingOf(document),
    trackingUrl:
      status === 'draft' || document.isErased ? null : await trackingUrl(document, entitlements),
    mayRotateTracking: mayHandleSigners,
    dates: datesOf(document),
    allowsDelegation: document.allowsDelegation,
    language: document.language && LANGUAGES[document.language],
    reminders: reminderLine(document),
    hashes: hashesOf(document),
    earlierSignatures: earlierSignatureView(document),
    signers: document.signers.map((signer) => ({
      ...signerView(document, signer, { mayChange, mayHandleSigners }),
      identity: identities.get(signer.id) ?? null,
      access: accesses.get(signer.id) ?? null,
      questions: questions.filter(({ signerId }) => signerId === signer.id),
    })),
  }
}

/** A link is for somebody who may still sign; a draft has nobody to ask yet. */
export function hasLink(document: Document, signer: Signer): boolean {
  return document.isVoidable && signer.isExpected && signer.hasLink
}

function signerView(
  document: Document,
  signer: Signer,
  { mayChange, mayHandleSigners: mayHandle }: Pick<Reader, 'mayChange' | 'mayHandleSigners'>
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
      name: name || 'Erased signer',
      email,
      sentAt,
      viewedAt,
      signedAt,
      declinedAt,
      declineReason,
    },
    presence: presenceOf(document, signer),
    mails: mailLines(document, signer),
    isRemindable: mayChange && isRemindable(document, signer),
    order: isOrdered ? turn : null,
    language: askedLanguage && LANGUAGES[askedLanguage],
    handedOverBy: handedOverBy(signer),
    message,
    status: displayStatus,
    label: signerLabel(signer),
    fields: fieldLines(document.fieldsOf(signer)),
    tone: document.signers.indexOf(signer) % TONES,
    hasLink: mayHandle && hasLink(document, signer),
    isCorrectable: mayHandle && isCorrectable(document, signer),
    maySignHere: mayHandle && maySignHere(document, signer),
  }
}

/** A reminder is for somebody whose turn it is. */
function isRemindable(document: Document, signer: Signer): boolean {
  return document.isVoidable && signer.isAwaitedByMail && document.currentTurn.includes(signer)
}

/** A device is for somebody who signs in person, and whose turn it is. */
function maySignHere(document: Document, { inPerson, isAwaited }: Signer): boolean {
  return document.isVoidable && inPerson && isAwaited && !document.isPastExpiry
}

/** What is known of the page in front of a signer who may still act. */
function presenceOf(document: Document, { isAwaited, displayStatus, seenAt, openedAt }: Signer) {
  if (!document.isVoidable || !isAwaited) return null
  if (displayStatus === 'viewing')
    return { isNow: true, text: 'Has the document open now', at: null }
  if (seenAt) return { isNow: false, text: 'Last seen', at: seenAt }
  return openedAt ? { isNow: false, text: 'Opened the link', at: openedAt } : null
}

function endingOf(document: Document): { tone: string; text: string } | null {
  if (document.isErased) {
    return {
      tone: 'info',
      text: 'This document was erased. Its files and personal data are gone; its hashes and audit trail are kept.',
    }
  }
  if (document.isSealing) {
    return { tone: 'info', text: 'Everyone has signed. The sealed PDF is being created.' }
  }
  switch (document.status) {
    case 'voided':
      return {
        tone: 'warning',
        text: `It was voided${because(document.voidReason)}`,
      }
    case 'declined':
      return { tone: 'danger', text: declined(document) }
    case 'expired':
      return {
        tone: 'warning',
        text: 'It expired before everyone had signed. Nobody can sign it any more.',
      }
    case 'failed':
      return {
        tone: 'danger',
        text: 'Everyone signed, but this PDF cannot be sealed. Save it again, for example by printing it to a PDF, and send it as a new document. The signatures were not counted.',
      }
    default:
      return null
  }
}

function declined({ signers }: Document): string {
  const decliner = signers.find(({ status }) => status === 'declined')
  const what = decliner?.role === 'approver' ? 'approve' : 'sign'
  return `${decliner?.name ?? 'A signer'} declined to ${what}${because(decliner?.declineReason)}`
}

function because(reason: string | null | undefined): string {
  return reason ? `: “${reason}”` : '.'
}

function datesOf(document: Document) {
  const { createdAt, sentAt, expiresAt, isVoidable } = document
  const { completedAt, declinedAt, expiredAt, voidedAt, failedAt } = document
  return [
    { label: 'Created', at: createdAt },
    { label: 'Sent', at: sentAt },
    { label: 'Expires', at: isVoidable ? expiresAt : null },
    { label: 'Completed', at: completedAt },
    { label: 'Declined', at: declinedAt },
    { label: 'Expired', at: expiredAt },
    { label: 'Voided', at: voidedAt },
    { label: 'Could not be sealed', at: failedAt },
    { label: 'Erased', at: document.erasedAt ?? null },
  ].filter(({ at }) => at !== null)
}

const LABEL_PROVEN = 'Sealed PDF, with long-term proofs'
const LABEL_STAMPED = 'Sealed PDF, with long-term proofs and time stamps'

function hashesOf({ originalSha256, canonicalSha256, sealedSha256, laterRevisions }: Document) {
  const later = laterRevisions.at(-1)
  return [
    { label: 'Original, as received', sha256: originalSha256 },
    { label: 'As shown to signers', sha256: canonicalSha256 },
    { label: 'Sealed PDF', sha256: sealedSha256 },
    {
      label: later?.level === 'B-LTA' ? LABEL_STAMPED : LABEL_PROVEN,
      sha256: later?.sha256 ?? null,
    },
  ].filter(({ sha256 }) => sha256 !== null)
}
