import { DashboardPhrasebook } from './phrases/dashboard_phrasebook.js'
import { isOneLine, isPlain, isVisible } from './printable_text.js'

/** For programs, and for those whose language nobody has asked. */
const ENGLISH = DashboardPhrasebook.speaking('en')

/** What is wrong with a text that somebody typed, in a sentence. @param max in UTF-16 code units */
export function faultOfText(text: string, max: number, { t } = ENGLISH): string | null {
  if (text.length > max) return t('faults.too_long', { max })
  if (!isPlain(text)) return t('common.control_characters')
  return text === '' || isVisible(text) ? null : t('common.not_visible')
}

/** The same for one line, which may become the subject of a mail or the name of a file. */
export function faultOfLine(text: string, max: number, phrases = ENGLISH): string | null {
  return isPlain(text) && !isOneLine(text)
    ? phrases.t('common.one_line')
    : faultOfText(text, max, phrases)
}
