import vine from '@vinejs/vine'
import type { FieldContext } from '@vinejs/vine/types'

const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]/u

/** What people can type: PostgreSQL stores no NUL, and no font draws half a surrogate. */
export function isPlain(text: string): boolean {
  return text.isWellFormed() && !CONTROL_BUT_LINES.test(text)
}

export const severalLines = vine.createRule((value: unknown, _, field: FieldContext) => {
  if (typeof value === 'string' && !isPlain(value))
    field.report('This has characters that cannot be printed', 'not_plain', field)
})
