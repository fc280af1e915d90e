/** What plans have a monthly quota of. */
export const METERS = ['documents', 'signatures'] as const
export type Meter = (typeof METERS)[number]

/** What a unit has counted, as its month now stands. */
export interface Counted {
  name: Meter
  units: number
  used: number
  limit: number | null
}
