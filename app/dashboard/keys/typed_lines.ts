import { cutText } from '#app/foundation/cut_text'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'

const MOST_CHARACTERS = 5_000
const SHOWN_OF_LINE = 60

export interface Reading {
  /** One line as it is kept; null for what it may not be. */
  read: (line: string) => string | null
  most: number
  /** What is said of a line that is not what it should be. */
  otherwise: DashboardKey
}

/** What was typed one a line, each once; the first line that does not fit is named. */
export function typedLines(
  text: string,
  { read, most, otherwise }: Reading,
  { t }: DashboardPhrasebook
) {
  if (text.length > MOST_CHARACTERS) return { values: [], fault: t('keys.too_long') }
  const lines = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const wrong = lines.find((line) => read(line) === null)
  if (wrong) return { values: [], fault: t(otherwise, { line: cutText(wrong, SHOWN_OF_LINE) }) }
  const values = [...new Set(lines.map((line) => read(line) ?? ''))]
  const fault = values.length > most ? t('keys.too_many_lines', { most }) : null
  return { values, fault }
}
