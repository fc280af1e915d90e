import type Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { accessRecords, type AccessRecord } from '#app/signing/access/access_record'

/** How it stands with the code that a signer is asked for. */
export interface AccessLine {
  text: string
  at: Date | null
  /** What is to be known besides, of another moment. */
  note?: string
  tone: 'neutral' | 'success' | 'warning'
}

/** By the ids of signers. */
export function accessLines(
  document: Document,
  phrases: DashboardPhrasebook
): ReadonlyMap<string, AccessLine> {
  const records = accessRecords(document)
  return new Map(
    document.signers.flatMap((signer) => {
      const record = records.get(signer.id)
      return record ? [[signer.id, lineOf(record, signer, phrases)]] : []
    })
  )
}

function lineOf(record: AccessRecord, signer: Signer, { t }: DashboardPhrasebook): AccessLine {
  const { enteredAt, failures, failedAt, isLockedOut, isCopyBehindOther } = record
  if (isLockedOut) {
    const way = signer.oneTimeCode ? 'sent_code' : 'code'
    const text = t(`documents.locked_out_${way}`, { count: failures })
    return { text, at: failedAt, tone: 'warning' }
  }
  if (failures > 0) {
    const text = t('documents.wrong_codes', { count: failures })
    return { text, at: failedAt, tone: 'warning' }
  }
  if (enteredAt) {
    const note = isCopyBehindOther ? t('documents.copy_behind_other_code') : undefined
    return { text: t('documents.code_entered'), at: enteredAt, note, tone: 'success' }
  }
  return { text: codeWords(signer, t), at: null, tone: 'neutral' }
}

function codeWords(
  { oneTimeCode, phone, email }: Pick<Signer, 'oneTimeCode' | 'phone' | 'email'>,
  t: DashboardPhrasebook['t']
): string {
  if (oneTimeCode === null) return t('documents.has_to_enter_code')
  return oneTimeCode === 'sms'
    ? t('documents.has_to_enter_sms', { to: phone ?? '' })
    : t('documents.has_to_enter_email', { to: email })
}
