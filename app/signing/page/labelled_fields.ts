import { byName, leadOf } from '#app/documents/field_conditions'
import type { Prefilled, Step } from '#app/documents/field_kinds/field_kind'
import { FIELD_KINDS } from '#app/documents/field_kinds/index'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { FieldPlace } from '../links/signer_session.js'

/** A field of a signer with the words for it, and how its kind is asked for. */
export interface LabelledField extends FieldPlace, Step {
  label: string
  /** What is in it before the signer has done anything. */
  initial: string | boolean
  /** The field that speaks for it: of a radio button the first of its group, else itself. */
  lead: string
}

/** In the order that the sender gave them; numbered where several are alike, so that somebody who listens can tell them apart. */
export function labelledFields(
  fields: readonly FieldPlace[],
  signer: Prefilled,
  { t }: Phrasebook
): LabelledField[] {
  const named = byName(fields)
  const unnamed = fields.filter(
    (field) => leadOf(field, named) === field && field.options?.label === undefined
  )
  const alike = Map.groupBy(unnamed, ({ type }) => type)
  const labelOf = (field: FieldPlace) => {
    if (field.options?.label !== undefined) return field.options.label
    const same = alike.get(field.type) ?? []
    return t(`sign.${field.type}`) + (same.length > 1 ? ` ${same.indexOf(field) + 1}` : '')
  }
  return fields.map((field) => {
    const lead = leadOf(field, named)
    const step = FIELD_KINDS[field.type].step(field)
    return {
      ...field,
      ...step,
      label: labelOf(lead),
      lead: lead.id,
      initial: initialOf(field, signer),
    }
  })
}

/** The sender's text, the sender's default, or what is known of the signer. */
function initialOf({ type, options }: FieldPlace, signer: Prefilled): string | boolean {
  const kind = FIELD_KINDS[type]
  if (kind.isAdopted) return ''
  return options?.text ?? options?.default ?? kind.prefill?.(signer) ?? ''
}
