import type { Widget } from '#app/documents/field_kinds/field_kind'
import { FIELD_KINDS, type FieldType } from '#app/documents/field_kinds/index'
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
  widget: Widget
  missing: string
  adoption: Adoption | null
}

/** Where a mark is adopted: what the button says, what is said of it, and what is proposed to those who type. */
interface Adoption {
  ask: string
  hint: string
  proposal: string
}

type Asked = Pick<SigningStep, 'id' | 'type' | 'label' | 'page'> &
  Pick<LabelledField, 'widget' | 'isRequired' | 'missing'>

export function signingSteps(
  fields: readonly LabelledField[],
  signerName: string,
  phrases: Phrasebook
): SigningStep[] {
  const steps = fields.map((field) => stepView(field, signerName, phrases))
  if (steps.some(({ type }) => type === 'signature')) return steps
  return [...steps, stepView(appended(phrases), signerName, phrases)]
}

function appended({ t }: Phrasebook): Asked {
  const type = 'signature'
  const step = FIELD_KINDS[type].step({ height: 0 })
  return { ...step, id: type, type, label: t(`sign.${type}`), page: null }
}

function stepView(field: Asked, signerName: string, { t }: Phrasebook): SigningStep {
  const { id, type, label, page, widget, isRequired, missing = 'sign.fill_first' } = field
  const kind = FIELD_KINDS[type]
  return {
    id,
    type,
    label,
    page,
    required: isRequired,
    widget,
    missing: t(missing),
    adoption: kind.isAdopted
      ? {
          ask: t(kind.words.ask),
          hint: t(page === null ? 'sign.appended_hint' : kind.words.hint),
          proposal: kind.proposal(signerName),
        }
      : null,
  }
}
