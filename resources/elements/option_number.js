/**
 * The number in an input, kept to its bounds; nothing where there is none.
 *
 * @param {Pick<HTMLInputElement, 'value' | 'min' | 'max' | 'step'>} input
 */
export function numberIn({ value, min, max, step }) {
  const given = Number(value)
  if (value.trim() === '' || !Number.isFinite(given)) return undefined
  const least = min === '' ? -Infinity : Number(min)
  const most = max === '' ? Infinity : Number(max)
  const kept = Math.min(most, Math.max(least, given))
  return step === 'any' ? kept : Math.round(kept)
}
