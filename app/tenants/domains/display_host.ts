import { domainToUnicode } from 'node:url'

export interface DisplayHost {
  /** As its owner writes it, or as punycode where that could be mistaken for another name. */
  text: string
  /** The stored form, where it differs. */
  punycode: string | null
  isConfusable: boolean
}

const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
]
  .concat(['Tamil', 'Thai', 'Georgian', 'Hangul', 'Han', 'Hiragana', 'Katakana', 'Bopomofo'])
  .concat(['Ethiopic', 'Khmer', 'Lao', 'Myanmar', 'Gujarati', 'Gurmukhi', 'Kannada', 'Malayalam'])
  .concat(['Sinhala', 'Telugu', 'Cherokee', 'Tibetan'])
  .map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }))

/** Written together by people who use them (UTS 39, 5.2, “Highly Restrictive”). */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

/** Letters that look like Latin ones; a word of these alone reads as another word. */
const LOOKALIKES = /^[\d\-аәсԁеԍһіјјӏмоорԗԛԝѕкпгѵухҮүзѡьЬҽαβικνορτυχηωϲջօոսցհ]+$/u
const ANY_LETTER = /\p{L}/u

/** A host for people's eyes: they must not take it for one that it is not. */
export function displayHost(host: string): DisplayHost {
  const unicode = domainToUnicode(host)
  if (unicode === host || unicode === '') return { text: host, punycode: null, isConfusable: false }
  const isConfusable = unicode.split('.').some(isConfusableLabel)
  return { text: isConfusable ? host : unicode, punycode: host, isConfusable }
}

function isConfusableLabel(label: string): boolean {
  return /[^\x20-\x7e]/.test(label) && (isMixed(label) || looksLatin(label))
}

function isMixed(label: string): boolean {
  const letters = [...label].filter((character) => ANY_LETTER.test(character))
  const found = letters.map((letter) => SCRIPTS.find((script) => script.letter.test(letter))?.name)
  // a letter of a script that we do not know is nobody's to vouch for
  if (found.includes(undefined)) return true
  const scripts = new Set(found)
  return (
    scripts.size > 1 && !TOGETHER.some((set) => [...scripts].every((one) => set.includes(one!)))
  )
}

function looksLatin(label: string): boolean {
  return !/[a-z]/.test(label) && LOOKALIKES.test(label)
}
