import { isOneLine, isPlain, isVisible } from '#app/foundation/printable_text'

/** What somebody typed into a form. Forms send a line break as two characters; people count one. */
export function typedText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : ''
}

/** What is wrong with it, in a sentence. */
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
