const CONTROL_BUT_LINES = /[^\P{Cc}\n\t]/u

/** What somebody typed into a form. Forms send a line break as two characters; whoever wrote it counted one. */
export function typedText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : ''
}

/** What is wrong with it, in a sentence. */
export function faultOfText(text: string, max: number): string | null {
  if (text.length > max) return `Use at most ${max.toLocaleString('en')} characters.`
  return isPrintable(text) ? null : 'This has characters that cannot be printed.'
}

/** The same for one line, which may become the subject of a mail or the name of a file. */
export function faultOfLine(text: string, max: number): string | null {
  return /[\n\t]/.test(text) ? 'Use one line.' : faultOfText(text, max)
}

/** PostgreSQL stores no NUL, and no font draws half a surrogate. */
function isPrintable(text: string): boolean {
  return text.isWellFormed() && !CONTROL_BUT_LINES.test(text)
}
