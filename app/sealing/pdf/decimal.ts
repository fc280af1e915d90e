/** A number as content streams want it: no exponent, no more than four decimals. */
export function decimal(value: number): string {
  const rounded = Math.round(value * 10_000) / 10_000
  if (Number.isInteger(rounded)) return String(rounded)
  return Math.abs(rounded) < 1e-6 ? '0' : String(rounded)
}

/** Several, as operands of one operator. */
export function decimals(...values: number[]): string {
  return values.map(decimal).join(' ')
}
