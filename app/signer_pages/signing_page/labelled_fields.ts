import type { Step } from '#app/documents/field_kinds/field_kind'
import { FIELD_KINDS } from '#app/documents/field_kinds/index'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { FieldPlace } from '#app/signing/links/signer_session'

/** A field of a signer with the words for it, and how its kind is asked for. */
export interface LabelledField extends FieldPlace, Step {
  label: string
}

/** In the order in which one reads; numbered where several are alike, so that somebody who listens can tell them apart. */
export function labelledFields(fields: readonly FieldPlace[], { t }: Phrasebook): LabelledField[] {
  const ordered = [...fields].sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x)
  const alike = Map.groupBy(ordered, ({ type }) => type)
  return ordered.map((field) => {
    const same = alike.get(field.type) ?? []
    const number = same.length > 1 ? ` ${same.indexOf(field) + 1}` : ''
    const label = t(`sign.${field.type}`) + number
    return { ...field, ...FIELD_KINDS[field.type].step(field), label }
  })
}
