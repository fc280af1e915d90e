import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { FieldPlace } from '#app/signing/links/signer_session'

/** A field of a signer with the words for it. */
export interface LabelledField extends FieldPlace {
  label: string
}

/** In the order in which one reads; numbered where several are alike, so that somebody who listens can tell them apart. */
export function labelledFields(fields: readonly FieldPlace[], { t }: Phrasebook): LabelledField[] {
  const ordered = [...fields].sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x)
  const alike = Map.groupBy(ordered, ({ type }) => type)
  return ordered.map((field) => {
    const same = alike.get(field.type) ?? []
    const number = same.length > 1 ? ` ${same.indexOf(field) + 1}` : ''
    return { ...field, label: t(`sign.${field.type}`) + number }
  })
}
