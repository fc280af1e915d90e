import { contentOperators } from './content_operators.js'

/** What opens and what closes: graphics states, marked content, text objects. */
const PAIRS: [open: string, opens: string[], close: string][] = [
  ['q', ['q'], 'Q'],
  ['/Span BMC', ['BMC', 'BDC'], 'EMC'],
  ['BT', ['BT'], 'ET'],
]

/**
 * Content that closes what it opens, and opens what it closes (ISO 32000-2, 8.4.2 and 14.6): what a
 * page leaves open would be passed on to whatever is drawn behind it.
 *
 * @returns the content itself where nothing is missing
 */
export function balanced(content: Buffer): Buffer {
  const depths = PAIRS.map(() => 0)
  const lowest = PAIRS.map(() => 0)
  for (const { name } of contentOperators(content)) {
    const pair = pairOf(name)
    if (pair === -1) continue
    depths[pair]! += PAIRS[pair]![2] === name ? -1 : 1
    lowest[pair] = Math.min(lowest[pair]!, depths[pair]!)
  }
  const before = PAIRS.map(([open], pair) => `${open}\n`.repeat(-lowest[pair]!)).join('')
  const after = PAIRS.map(([, , close], pair) => `${close}\n`.repeat(depths[pair]! - lowest[pair]!))
    .reverse()
    .join('')
  if (before === '' && after === '') return content
  return Buffer.concat([Buffer.from(before), content, Buffer.from(`\n${after}`)])
}

function pairOf(name: string): number {
  const first = name.charCodeAt(0)
  // q, Q, B…, E…: everything else is passed over without a look at the table
  if (first !== 0x71 && first !== 0x51 && first !== 0x42 && first !== 0x45) return -1
  return PAIRS.findIndex(([, opens, close]) => close === name || opens.includes(name))
}
