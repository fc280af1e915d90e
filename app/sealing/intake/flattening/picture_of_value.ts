import type { PDFStream } from 'pdf-lib'
import type { FormField } from './form_field.js'
import { shownText } from './stream_text.js'

/** Digits in groups, as those of a telephone are written: nothing that makes another number of them, such as a sign. */
const GROUPED = /^(?:\(\d+\)(?=\d))?\d+(?:[-/]\d+)*$/

/** Whether a picture shows the value of a field that holds text: apart from spaces, and in a form that a script gave it. */
export function showsValue(field: FormField, picture: PDFStream): boolean {
  const shown = withoutSpaces(shownText(field.reader.context, picture))
  if (field.kind === 'list')
    return field.values.every((value) => shown.includes(withoutSpaces(value)))
  const value = withoutSpaces(field.values.join('\n'))
  if (shown === value) return true
  if (!field.isFormatted || numberIn(value) === null) return false
  return isSameNumber(shown, value) || isGrouped(shown, value)
}

export function withoutSpaces(text: string): string {
  return text.replace(/[\s\u00a0]+/g, '')
}

function isGrouped(shown: string, value: string): boolean {
  return GROUPED.test(shown) && shown.replace(/\D/g, '') === value
}

function isSameNumber(shown: string, value: string): boolean {
  const amount = numberIn(value)
  const readings = [shown.replace(/[^\d.-]/g, ''), shown.replace(/[^\d,-]/g, '').replace(',', '.')]
  return readings.some((reading) => numberIn(reading) === amount)
}

function numberIn(text: string): number | null {
  return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : null
}
