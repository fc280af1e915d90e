/**
 * What prints as it reads. Refused are control characters (PostgreSQL stores no NUL, a line break in a name would make a header of a
 * mail), what overrides or isolates the direction of its surroundings, and the line ends that editors do not show. Marks of direction
 * that only speak for themselves (U+200E, U+200F, U+061C) come with pasted names of Hebrew and Arabic, and pass.
 */
const UNPRINTABLE = /[^\P{Cc}\n\r\t]|[\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]/u

const EVERY_UNPRINTABLE = new RegExp(UNPRINTABLE, 'gu')

/** Letters that fill a syllable with nothing, and the pattern of Braille without a dot, count as blank. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** Letters that are read from right to left, and the marks that stand for them. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200F\u061C]/u

/** Opens and closes an isolate (UAX #9): what is inside does not turn around what is beside it. */
const FIRST_STRONG_ISOLATE = '\u2068'
const RIGHT_TO_LEFT_ISOLATE = '\u2067'
const POP_ISOLATE = '\u2069'

/** Line breaks and tabs count as plain; no font draws half a surrogate. */
export function isPlain(text: string): boolean {
  return text.isWellFormed() && !UNPRINTABLE.test(text)
}

export function isOneLine(text: string): boolean {
  return isPlain(text) && !/[\n\r\t]/.test(text)
}

/** One line of it, without all that does not print. */
export function printableOf(text: string): string {
  return text
    .toWellFormed()
    .replace(EVERY_UNPRINTABLE, '')
    .replace(/[\n\r\t]/g, '')
}

/** Whether it leaves anything to be seen on paper. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}

/** Somebody's words within a line of ours, in whatever direction they are read. */
export function isolated(text: string): string {
  return `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}`
}

/** The same among words that are read from right to left. What holds isolates is a phrase of ours: it runs as they do, and what is isolated in it does not tell. */
export function isolatedFromRight(text: string): string {
  const isPhrase = text.includes(FIRST_STRONG_ISOLATE)
  return isPhrase ? `${RIGHT_TO_LEFT_ISOLATE}${text}${POP_ISOLATE}` : isolated(text)
}

/** The same where it matters: in sentences that are read from left to right, words that nothing turns around stay as they are. */
export function embedded(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? isolated(text) : text
}
