import type Field from '#app/documents/field'
import { byName, leadOf } from '#app/documents/field_conditions'
import { ADOPTED_TYPES, FIELD_KINDS } from '#app/documents/field_kinds/index'
import type Signer from '#app/documents/signers/signer'
import type { AnswersInput } from '#app/signing/signature/answers'

const MAX_TYPED = 100

/** Something in every field, so that a sealed test document looks as a real one will. */
export function plausibleAnswers(
  { name, isSigning }: Signer,
  fields: readonly Field[]
): AnswersInput {
  const named = byName(fields)
  const entered = fields.flatMap((field) => {
    const { id, type, options } = field
    const kind = FIELD_KINDS[type]
    if (kind.isAdopted || leadOf(field, named) !== field) return []
    const sample = options?.default ?? kind.sample?.(options ?? {})
    return sample === undefined ? [] : [[id, sample] as const]
  })
  const asked = new Set([...(isSigning ? ['signature'] : []), ...fields.map(({ type }) => type)])
  const marks = ADOPTED_TYPES.filter((type) => asked.has(type)).map((type) => {
    const text = [...FIELD_KINDS[type].proposal(name)].slice(0, MAX_TYPED).join('')
    return [type, { kind: 'typed', text }] as const
  })
  return { values: Object.fromEntries(entered), ...Object.fromEntries(marks) }
}
