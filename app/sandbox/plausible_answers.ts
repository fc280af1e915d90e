import type Field from '#app/documents/field'
import { isVisible } from '#app/foundation/printable_text'
import type { FieldType } from '#app/documents/field'
import type Signer from '#app/documents/signer'
import type { AnswersInput } from '#app/signing/answers'

const MAX_TYPED = 100
const MAX_INITIALS = 4

/** Something in every field, so that a sealed test document looks as a real one will. Dates are the day of signing by themselves. */
const ANSWERS: Partial<Record<FieldType, string | boolean>> = {
  text: 'Sample text',
  checkbox: true,
}

export function plausibleAnswers({ name }: Signer, fields: readonly Field[]): AnswersInput {
  const filled = fields.flatMap(({ id, type }) => {
    const answer = ANSWERS[type]
    return answer === undefined ? [] : [[id, answer] as const]
  })
  return {
    values: Object.fromEntries(filled),
    signature: { kind: 'typed', text: [...name].slice(0, MAX_TYPED).join('') },
    ...(fields.some(({ type }) => type === 'initials')
      ? { initials: { kind: 'typed', text: initials(name) } }
      : {}),
  }
}

function initials(name: string): string {
  const letters = name.split(/\s+/).map((word) => [...word].find(isVisible) ?? '')
  return letters.slice(0, MAX_INITIALS).join('').toUpperCase() || '·'
}
