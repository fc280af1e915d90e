export type Values = Record<string, number>

/** What was measured in about a minute. */
export interface Sample {
  /** What adds up over processes and time. */
  totals: Values
  /** Of what does not, the highest value counts. */
  peaks: Values
}

export function emptySample(): Sample {
  return { totals: {}, peaks: {} }
}

/** Adds to what a sample holds already; what is 0 is not stored. */
export function add(values: Values, name: string, value: number): void {
  if (value !== 0) values[name] = (values[name] ?? 0) + value
}

export function raise(values: Values, name: string, value: number): void {
  if (value > (values[name] ?? 0)) values[name] = value
}
