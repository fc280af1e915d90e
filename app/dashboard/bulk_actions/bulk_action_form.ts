import {
  DOCUMENT_ACTS,
  type ActOnDocument,
  type Asked,
} from '#app/documents/bulk_actions/document_act'
import { MOST_AT_ONCE } from '#app/documents/bulk_actions/bulk_action'
import { isIdentifier } from '#app/foundation/identifier'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { faultOfText } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'

export const MAX_REASON = 1_000

/** What somebody wants to have done to all documents that match, and what is wrong with that. */
export interface BulkActionForm {
  asked: Asked | null
  values: { action: ActOnDocument | ''; reason: string; label: string }
  errors: Partial<Record<'action' | 'reason' | 'label' | 'form', string>>
}

/**
 * @param count  how many match now: the form says how many there were when it was shown
 */
export function bulkActionForm(
  body: Record<string, unknown>,
  count: number,
  phrases: DashboardPhrasebook
): BulkActionForm {
  const { t } = phrases
  const action = DOCUMENT_ACTS.find((one) => one === body.action) ?? ''
  const reason = typedText(body.reason)
  const label = isIdentifier('lbl', body.label) ? body.label : ''
  const errors: BulkActionForm['errors'] = {}
  if (!action) errors.action = t('bulk_actions.no_action')
  if (action === 'void') {
    const fault = reason ? faultOfText(reason, MAX_REASON, phrases) : t('documents.no_reason')
    if (fault) errors.reason = fault
  }
  if ((action === 'label' || action === 'unlabel') && !label)
    errors.label = t('documents.label_first')
  if (count > MOST_AT_ONCE) errors.form = t('bulk_actions.too_many', { most: MOST_AT_ONCE })
  else if (body.count !== String(count)) errors.form = t('bulk_actions.others_match', { count })
  const values = { action, reason, label } as const
  if (!action || Object.keys(errors).length > 0) return { asked: null, values, errors }
  const isOfLabel = action === 'label' || action === 'unlabel'
  const asked = {
    action,
    reason: action === 'void' ? reason : '',
    label: isOfLabel ? label : null,
  }
  return { asked, values, errors }
}
