import type { FieldType } from '#app/documents/field_kinds/index'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { LabelledField } from './labelled_fields.js'

/** One thing that a signer has to do, as the guide beside the document lists it. */
export interface SigningStep {
  /** Of the field; or `signature` for one that goes on the page which the seal appends. */
  id: string
  type: FieldType
  label: string
  page: number | null
  required: boolean
  isTall: boolean
}

const TWO_LINES_PT = 34

const APPENDED = {
  id: 'signature',
  type: 'signature',
  page: null,
  required: true,
  isTall: false,
} as const

export function signingSteps(fields: readonly LabelledField[], { t }: Phrasebook): SigningStep[] {
  const steps = fields.map(({ id, type, label, page, height }) => ({
    id,
    type,
    label,
    page,
    required: type !== 'checkbox',
    isTall: type === 'text' && height >= TWO_LINES_PT,
  }))
  if (steps.some(({ type }) => type === 'signature')) return steps
  return [...steps, { ...APPENDED, label: t('sign.signature') }]
}
