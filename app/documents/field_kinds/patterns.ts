import { plainDigits } from '#app/foundation/plain_digits'

/**
 * What a text may have to look like. A fixed set, and masks, rather than expressions of senders: an expression can take exponential time
 * on a text that a stranger chooses, says nothing to the signer who has to satisfy it, and would run in two engines, here and in browsers,
 * that differ. Each of these is one class of characters, repeated, so that matching takes one step for each character.
 */
export const PATTERNS = {
  digits: { source: '[0-9]+', example: '12345' },
  letters: { source: "[\\p{L}\\p{M} '’.\\-]+", example: 'Ana Maria' },
  letters_digits: { source: '[\\p{L}\\p{M}\\p{N}]+', example: 'AB1234' },
  postcode: { source: '[A-Za-z0-9][A-Za-z0-9 \\-]{1,9}', example: '10115' },
  phone: { source: '\\+?[0-9][0-9 \\(\\)\\/.\\-]{4,24}', example: '+49 30 123456' },
  iban: {
    source: '[A-Za-z]{2}[0-9]{2}[A-Za-z0-9 ]{11,40}',
    example: 'DE89 3704 0044 0532 0130 00',
  },
} as const

export type PatternName = keyof typeof PATTERNS

export const PATTERN_NAMES = Object.keys(PATTERNS) as PatternName[]

const MASK_CLASSES: Record<string, string> = {
  '9': '[0-9]',
  'A': '\\p{L}',
  '*': '[\\p{L}\\p{N}]',
}
const EXAMPLES: Record<string, string> = { '9': '1234567890', 'A': 'ABCDEFGHIJ', '*': 'A1B2C3D4E5' }

interface Demanded {
  pattern?: PatternName
  mask?: string
  example?: string
}

/** The expression that a whole text has to match, which browsers check too; nothing where any text will do. */
export function sourceOf({ pattern, mask }: Demanded): string | undefined {
  if (mask !== undefined) return sourceOfMask(mask)
  return pattern && PATTERNS[pattern].source
}

/** What fits, for people to read. */
export function exampleOf({ pattern, mask, example }: Demanded): string | undefined {
  if (example !== undefined) return example
  if (mask !== undefined) return exampleOfMask(mask)
  return pattern && PATTERNS[pattern].example
}

/** With digits of other scripts as 0 to 9, where the text fits only so. The pages of signers have the same. */
export function fitted(text: string, demanded: Demanded): string {
  const plain = plainDigits(text)
  return !fits(text.trim(), demanded) && fits(plain.trim(), demanded) ? plain : text
}

export function fits(text: string, demanded: Demanded): boolean {
  const source = sourceOf(demanded)
  if (source !== undefined && !new RegExp(`^(?:${source})$`, 'v').test(text)) return false
  return demanded.mask !== undefined || demanded.pattern !== 'iban' || hasIbanChecksum(text)
}

function sourceOfMask(mask: string): string {
  return [...mask].map((one) => MASK_CLASSES[one] ?? literal(one)).join('')
}

function exampleOfMask(mask: string): string {
  const taken: Record<string, number> = {}
  return [...mask]
    .map((one) => {
      const from = EXAMPLES[one]
      if (!from) return one
      const at = taken[one] ?? 0
      taken[one] = at + 1
      return from[at % from.length]
    })
    .join('')
}

/** As itself, in an expression of either engine. */
function literal(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`
}

/** ISO 13616: the first four characters go to the end, letters count from 10, and 97 leaves 1. */
function hasIbanChecksum(text: string): boolean {
  const plain = text.replaceAll(' ', '').toUpperCase()
  const turned = plain.slice(4) + plain.slice(0, 4)
  let rest = 0
  for (const character of turned) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return plain.length >= 15 && rest === 1
}
