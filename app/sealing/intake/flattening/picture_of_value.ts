import type { PDFStream } from 'pdf-lib'
import type { FormField } from './form_field.js'
import { shownText } from './stream_text.js'

/** Whether a picture shows the value of a field that holds text: apart from spaces, and in a form that a script gave it. */
export function showsValue(field: FormField, picture: PDFStream): boolean {
  const shown = withoutSpaces(shownText(field.reader.context, picture))
  if (field.kind === 'list')
    return field.values.every((value) => shown.includes(withoutSpaces(value)))
  const value = withoutSpaces(field.values.join('\n'))
  if (shown === value) return true
  return field.isFormatted && numberIn(value) !== null && isSameNumber(shown, value)
}

function withoutSpaces(text: string): string {
  return text.replace(/[\s\u00a0]+/g, '')
}

function isSameNumber(shown: string, value: string): boolean {
  const amount = numberIn(value)
  const readings = [shown.replace(/[^\d.-]/g, ''), shown.replace(/[^\d,-]/g, '').replace(',', '.')]
  return readings.some((reading) => numberIn(reading) === amount)
}

function numberIn(text: string): number | null {
  return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : null
}
