import { isOneLine, isPlain, isVisible } from './printable_text.js'

/** What is wrong with a text that somebody typed, in a sentence. @param max in UTF-16 code units */
export function faultOfText(text: string, max: number): string | null {
  if (text.length > max) return `Use at most ${max.toLocaleString('en')} characters.`
  if (!isPlain(text))
    return 'This contains invisible control characters. Type it again without them.'
  return text === '' || isVisible(text)
    ? null
    : 'This has no visible characters. Type some letters.'
}

/** The same for one line, which may become the subject of a mail or the name of a file. */
export function faultOfLine(text: string, max: number): string | null {
  return isPlain(text) && !isOneLine(text) ? 'Use one line.' : faultOfText(text, max)
}
