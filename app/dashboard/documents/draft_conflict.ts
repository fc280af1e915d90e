import { AuditTrail, type WholeEntryRow } from '#app/audit/audit_trail'
import { readEntry } from '#app/audit/read_entry'
import type Document from '#app/documents/document'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { LANGUAGES, type Language } from '#app/foundation/phrases/languages'
import { embedded } from '#app/foundation/printable_text'
import type { Query } from '#app/tenancy/statement'
import type { DocumentForm } from './document_form.js'

const LOOKED_AT = 50
const EDITS = new Set(['document.edited', 'document.uploaded', 'signer.corrected'])

/** What somebody else has done to a draft while a form of it was open. */
export interface DraftConflict {
  /** Who changed it last, and when; null where the trail no longer says. */
  who: string | null
  at: Date | null
  /** What is stored now, where the form says something else. */
  theirs: { label: string; value: string }[]
}

/** The trail's newest entries, among which the change is. */
export function conflictStatement(documentId: string): Query<WholeEntryRow> {
  return AuditTrail.newest(documentId, null, LOOKED_AT)
}

export function draftConflict(
  document: Document,
  { values }: DocumentForm,
  rows: readonly WholeEntryRow[],
  { t }: DashboardPhrasebook
): DraftConflict {
  const edit = rows.find(({ action }) => EDITS.has(action))
  const signersOf = (all: readonly { name: string; email: string }[]) =>
    all.map(({ name, email }) => `${embedded(name)} (${email})`).join(', ')
  const parts = [
    { label: t('common.title'), value: document.title, mine: values.title },
    { label: t('documents.message'), value: document.message ?? '', mine: values.message },
    {
      label: t('documents.days_to_sign'),
      value: `${document.expiresInDays}`,
      mine: values.expiresInDays,
    },
    {
      label: t('documents.handing_over'),
      value: delegationWords(document.allowsDelegation, t),
      mine: delegationWords(values.allowDelegation, t),
    },
    {
      label: t('common.language'),
      value: languageWords(document.language, t),
      mine: languageWords(values.language, t),
    },
    {
      label: t('documents.signers'),
      value: signersOf(document.signers),
      mine: signersOf(values.signers),
    },
  ]
  return {
    who: edit ? (edit.personal.actorName ?? null) : null,
    at: edit ? readEntry(edit, []).at : null,
    theirs: parts
      .filter(({ value, mine }) => value !== mine)
      .map(({ label, value }) => ({ label, value: value || t('documents.no_value') })),
  }
}

function languageWords(language: Language | '' | null, t: DashboardPhrasebook['t']): string {
  return language ? LANGUAGES[language] : t('documents.brand_language')
}

function delegationWords(isAllowed: boolean, t: DashboardPhrasebook['t']): string {
  return t(isAllowed ? 'documents.allowed' : 'documents.not_allowed')
}
