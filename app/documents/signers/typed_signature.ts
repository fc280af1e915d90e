/** How long a signature is that somebody types, in code units. */
export const MAX_TYPED = 100

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** As much of a name as can be typed, and no part of a character. */
export function typedProposal(name: string): string {
  const whole = name.normalize('NFC')
  let end = 0
  for (const { index, segment } of segmenter.segment(whole)) {
    if (index + segment.length > MAX_TYPED) break
    end = index + segment.length
  }
  return whole.slice(0, end).trim()
}
